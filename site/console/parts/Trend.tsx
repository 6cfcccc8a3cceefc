import type { EntityResult } from '@tessera/platform/routes';
import { describeTrend, trendOf } from '../model/trend.ts';
import { toneOf } from './Status.tsx';

const WIDTH = 6;
const GAP = 2;
const HEIGHT = 24;
const MOST = 20;

/** The latest results as small bars, the newest at the right. */
export function Trend({ results }: { results: readonly EntityResult[] }) {
  if (results.length === 0) return <span className="quiet">no evaluations</span>;
  const bars = trendOf(results, MOST).map((bar, index) => ({ ...bar, x: index * (WIDTH + GAP) }));
  return (
    <svg
      className="trend"
      role="img"
      aria-label={describeTrend(results, MOST)}
      width={bars.length * (WIDTH + GAP) - GAP}
      height={HEIGHT}
    >
      {bars.map(({ x, outcome, height }) => (
        <rect
          key={x}
          data-tone={toneOf(outcome)}
          x={x}
          y={HEIGHT * (1 - height)}
          width={WIDTH}
          height={HEIGHT * height}
          rx={1}
        />
      ))}
    </svg>
  );
}
