import type { LifecycleEntry, TransitionEntry } from '@tessera/contracts/vocabulary';
import { layoutLifecycle } from './lifecycle-layout.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import { Inline } from './Text.tsx';

interface LifecycleProps {
  readonly lifecycle: LifecycleEntry;
  readonly anchor: string;
}

/** The states of a thing as a drawing, and the same moves as a list for everybody who does not see it. */
export function Lifecycle({ lifecycle, anchor }: LifecycleProps) {
  const { transitions } = lifecycle;
  return (
    <section className="lifecycle" id={anchor}>
      <h3>
        <code>{lifecycle.name}</code>
      </h3>
      <p>
        <Inline text={lifecycle.description} />
      </p>
      {transitions === 'unspecified' ? (
        <p>
          States: {lifecycle.states.join(', ')}. The transitions between them are not specified, so do not
          rely on any.
        </p>
      ) : (
        <>
          <Drawing lifecycle={lifecycle} transitions={transitions} />
          <ul className="moves">
            {transitions.map((move) => (
              <li key={`${move.from} ${move.to} ${move.by}`}>
                <code>{move.from}</code> to <code>{move.to}</code>{' '}
                {move.by === 'server' ? (
                  'by the service itself'
                ) : (
                  <>
                    through <code>{move.by}</code>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Drawing({
  lifecycle,
  transitions,
}: {
  lifecycle: LifecycleEntry;
  transitions: readonly TransitionEntry[];
}) {
  const { width, height, boxes, arrows } = layoutLifecycle(lifecycle, transitions);
  return (
    <ScrollRegion className="drawing" label={`Drawing of ${lifecycle.name}`}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`${lifecycle.name} starts as ${lifecycle.initial} and ends as ${lifecycle.terminal.join(' or ')}`}
      >
        {arrows.map((arrow) => (
          <g
            key={`${arrow.from} ${arrow.to} ${arrow.label}`}
            className={arrow.isServer ? 'arrow' : 'arrow caller'}
          >
            <path d={arrow.line} fill="none" />
            <path className="head" d={arrow.head} />
          </g>
        ))}
        {boxes.map((box) => (
          <g key={box.state} className={box.isTerminal ? 'state terminal' : 'state'}>
            <rect x={box.x} y={box.y} width={box.width} height={box.height} rx="6" />
            <text
              x={box.x + box.width / 2}
              y={box.y + box.height / 2}
              textAnchor="middle"
              dominantBaseline="central"
            >
              {box.state}
            </text>
          </g>
        ))}
        {arrows
          .filter((arrow) => !arrow.isServer)
          .map((arrow) => (
            <text key={arrow.label} className="by" x={arrow.labelX} y={arrow.labelY} textAnchor="middle">
              {arrow.label}
            </text>
          ))}
      </svg>
    </ScrollRegion>
  );
}
