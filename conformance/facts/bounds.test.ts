import { describe, expect, it } from 'vitest';
import { boundedValues, readTables } from './generated-tables.ts';
import { asList, asRecord, readFacts } from './read-facts.ts';
import { wantedBounds } from './wanted-bounds.ts';

const shared = readFacts('shared.yaml');
const facts = {
  ...readFacts('extension-points.yaml'),
  ...readFacts('platform.yaml'),
  ...readFacts('governance.yaml'),
};
const tables = await readTables();

it('the facts cover every contract', () => {
  expect(Object.keys(facts).sort()).toEqual(tables.map(({ id }) => id).sort());
});

it('every shared location belongs to a contract', () => {
  const known = tables.map((api) => wantedBounds(api, [{ facts: shared, optional: false }]).unplaced);
  const nowhere = (known[0] ?? []).filter((place) => known.every((unplaced) => unplaced.includes(place)));
  expect(nowhere).toEqual([]);
});

describe.each(tables)('the schemas of $id', (api) => {
  const wanted = wantedBounds(api, [
    { facts: shared, optional: true },
    { facts: asRecord(facts[api.id]), optional: false },
  ]);
  const found = boundedValues(api);

  it('have exactly the values, bounds and defaults of the requirement', () => {
    expect(wanted.unplaced).toEqual([]);
    const plain = found.map(({ place, bounds }): [string, Record<string, unknown>] => [
      place,
      plainly(bounds),
    ]);
    expect(Object.fromEntries(plain)).toEqual(Object.fromEntries(wanted.bounds));
  });
});

/** Sorts enum values, and replaces a pattern by the samples that it accepts. */
function plainly(bounds: Record<string, unknown>): Record<string, unknown> {
  const { enum: values, pattern, ...others } = bounds;
  return {
    ...others,
    ...(values === undefined ? {} : { enum: asList(values).toSorted() }),
    ...(pattern === undefined ? {} : { pattern: 'as the examples say' }),
  };
}
