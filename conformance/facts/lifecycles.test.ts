import { lifecycles } from '@tessera/contracts/lifecycles';
import { expect, it } from 'vitest';
import { asList, asRecord, readFacts } from './read-facts.ts';

const facts = readFacts('lifecycles.yaml');
const found: Record<string, unknown> = lifecycles;

it('exactly the states of the requirement have a lifecycle', () => {
  expect(Object.keys(found).sort()).toEqual(Object.keys(facts).sort());
});

it.each(Object.keys(facts))('%s moves as the requirement says', (name) => {
  const { starts, ends, well, moves } = asRecord(facts[name]);
  const { initial, terminal, succeeded, transitions } = asRecord(found[name]);
  expect({
    initial,
    terminal: asList(terminal).toSorted(),
    succeeded: asList(succeeded).toSorted(),
    moves: Array.isArray(transitions) ? transitions.map(told).toSorted() : transitions,
  }).toEqual({
    initial: starts,
    terminal: asList(ends).toSorted(),
    succeeded: asList(well).toSorted(),
    moves: Array.isArray(moves) ? moves.flatMap(eachCause).toSorted() : moves,
  });
});

function told(transition: unknown): string {
  const { from, to, by } = asRecord(transition);
  return `${from} to ${to}${by === 'server' ? '' : ` by ${by}`}`;
}

/** Splits `A to B by x, y` into one transition by `x` and one by `y`. */
function eachCause(move: unknown): string[] {
  const [what = '', causes] = String(move).split(' by ');
  return causes === undefined ? [what] : causes.split(', ').map((cause) => `${what} by ${cause}`);
}
