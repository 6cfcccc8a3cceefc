import { describe, expect, it } from 'vitest';
import { readTables } from './generated-tables.ts';
import { asList, asRecord, readFacts, wordsOf } from './read-facts.ts';

const { shared, alternatives, ...facts } = readFacts('members.yaml');
const tables = await readTables();

describe.each(tables)('the schemas of $id', ({ id, schemas }) => {
  it('require exactly the fields of the requirement', () => {
    const own = asRecord(facts[id]);
    const asked = Object.entries({ ...asRecord(shared), ...own })
      .filter(([name]) => name in schemas || name in own)
      .map(([name, members]) => [name, wordsOf(members).toSorted()]);
    const found = Object.entries(schemas)
      .filter(([name]) => !name.endsWith('.path')) // a path has all of its parameters
      .map(([name, schema]) => [name, asList(asRecord(schema)['required']).toSorted()] as const)
      .filter(([, members]) => members.length > 0);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(asked));
  });
});

it('the schema says when one of several fields is required', () => {
  const found = tables.flatMap(({ schemas }) =>
    Object.entries(schemas).map(([name, schema]) => [name, requiredByParts(schema).toSorted()] as const),
  );
  const asked = Object.entries(asRecord(alternatives)).map(([name, text]) => [
    name,
    wordsOf(text).toSorted(),
  ]);
  expect(Object.fromEntries(found.filter(([, members]) => members.length > 0))).toEqual(
    Object.fromEntries(asked),
  );
});

/** Members that the parts of a combined schema require. */
function requiredByParts(schema: unknown): unknown[] {
  return ['allOf', 'anyOf', 'oneOf']
    .flatMap((key) => asList(asRecord(schema)[key]))
    .flatMap((part) => [...asList(asRecord(part)['required']), ...requiredByParts(part)]);
}
