import { Sign, type Tone } from './Sign.tsx';

/** One of several parts of a list, with the number of its entries. */
export interface Segment {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly href: string;
  readonly tone?: Tone;
}

/** Chooses a part of a list; the choice is in the address. */
export function Segments({
  label,
  segments,
  chosen,
}: {
  label: string;
  segments: readonly Segment[];
  chosen: string;
}) {
  return (
    <ul className="segments" aria-label={label}>
      {segments.map(({ key, label: name, count, href, tone }) => (
        <li key={key}>
          <a
            href={href}
            aria-current={key === chosen ? 'true' : undefined}
            data-empty={count === 0 ? '' : undefined}
            data-tone={count === 0 ? 'still' : tone}
          >
            {tone !== undefined && <Sign shape={tone} />}
            {name} <span className="segment-count">{count}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
