import type { EntityResult } from '@tessera/platform/routes';
import { describeTrend, hasTrend, trendOf } from '../model/trend.ts';
import { toneOf } from './Status.tsx';

const WIDTH = 7;
const GAP = 2;
const HEIGHT = 24;
/** Places for results; a chart with fewer results than that has empty ones at the left. */
const PLACES = 10;

/** The latest results as bars on one line, the newest at the right; nothing when they are too few. */
export function Trend({ results }: { results: readonly EntityResult[] }) {
  if (!hasTrend(results)) return null;
  const bars = trendOf(results, PLACES);
  const empty = PLACES - bars.length;
  const width = PLACES * (WIDTH + GAP) - GAP;
  return (
    <svg
      className="trend"
      role="img"
      aria-label={describeTrend(results, PLACES)}
      width={width}
      height={HEIGHT + 2}
    >
      {Array.from({ length: PLACES }, (_, place) => {
        const bar = bars[place - empty];
        const x = place * (WIDTH + GAP);
        return (
          <g key={x}>
            <rect className="trend-place" x={x} width={WIDTH} height={HEIGHT} />
            {bar !== undefined && (
              <rect
                data-tone={toneOf(bar.outcome)}
                x={x}
                y={HEIGHT * (1 - bar.height)}
                width={WIDTH}
                height={HEIGHT * bar.height}
              />
            )}
          </g>
        );
      })}
      <path className="trend-line" d={`M0 ${HEIGHT + 0.5}h${width}`} />
    </svg>
  );
}
