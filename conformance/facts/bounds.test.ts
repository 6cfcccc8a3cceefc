import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
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

it('the facts are about every contract', () => {
  expect(Object.keys(facts).sort()).toEqual(tables.map(({ id }) => id).sort());
});

describe.each(tables)('the schemas of $id', (api) => {
  const wanted = wantedBounds(api, [
    { facts: shared, optional: true },
    { facts: asRecord(facts[api.id]), optional: false },
  ]);
  const found = boundedValues(api);

  it('have the values, bounds and defaults of the requirement, and no others', () => {
    expect(wanted.unplaced).toEqual([]);
    const plain = found.map(({ place, bounds }): [string, Record<string, unknown>] => [
      place,
      plainly(bounds),
    ]);
    expect(Object.fromEntries(plain)).toEqual(Object.fromEntries(wanted.bounds));
  });

  it('accept and refuse the texts of the requirement', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    ajv.addSchema({ $id: 'api', $defs: api.schemas });
    for (const [place, { accepts, refuses }] of wanted.forms) {
      const pointer = found.find((value) => value.place === place)?.pointer ?? '';
      const validate = ajv.compile({ $ref: `api#/$defs${pointer}` });
      for (const text of accepts) expect([place, text, validate(text)]).toEqual([place, text, true]);
      for (const text of refuses) expect([place, text, validate(text)]).toEqual([place, text, false]);
    }
  });
});

/** Values in alphabetical order; a pattern is judged by what it accepts. */
function plainly(bounds: Record<string, unknown>): Record<string, unknown> {
  const { enum: values, pattern, ...others } = bounds;
  return {
    ...others,
    ...(values === undefined ? {} : { enum: asList(values).toSorted() }),
    ...(pattern === undefined ? {} : { pattern: 'as the examples say' }),
  };
}
