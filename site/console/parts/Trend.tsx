import type { EntityResult } from '@tessera/platform/routes';
import { describeTrend, hasTrend, trendOf } from '../model/trend.ts';
import { toneOf } from './Status.tsx';

const WIDTH = 5;
const GAP = 3;
const HEIGHT = 18;
/** Places for results; a chart with fewer results than that has empty ones at the left. */
const PLACES = 10;

/** The latest results as bars on one line, the newest at the right; nothing when they are too few. */
export function Trend({
  results,
  hasLegend = false,
}: {
  results: readonly EntityResult[];
  /** Whether it is in words beside the bars, too. */
  hasLegend?: boolean;
}) {
  if (!hasTrend(results)) return null;
  const bars = trendOf(results, PLACES);
  const empty = PLACES - bars.length;
  const width = PLACES * (WIDTH + GAP) - GAP;
  const words = describeTrend(results, PLACES);
  const chart = (
    <svg className="trend" role="img" aria-label={words} width={width} height={HEIGHT + 2}>
      <title>{words}</title>
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
  if (!hasLegend) return chart;
  return (
    <span className="pair">
      {chart}
      <span className="quiet small" aria-hidden="true">
        {words}
      </span>
    </span>
  );
}
