import { errors } from '@tessera/contracts/errors';
import { describe, expect, it } from 'vitest';
import { readTables } from './generated-tables.ts';
import { asList, asRecord, readFacts, wordsOf } from './read-facts.ts';

const facts = readFacts('errors.yaml');
const catalog = Object.values(errors).map(asRecord);
const tables = await readTables();

describe('the error catalog', () => {
  const statuses = Object.entries(asRecord(facts['statuses'])).flatMap(([status, codes]) =>
    wordsOf(codes).map((code) => `${code} ${status}`),
  );

  it('has exactly the errors of the requirement, with their statuses', () => {
    const found = catalog.map(({ code, status }) => `${code} ${status}`);
    expect(found.toSorted()).toEqual(statuses.toSorted());
  });

  it.each(Object.entries(asRecord(facts['messages'])))(
    'says %s in the words of the requirement',
    (code, text) => {
      expect(catalog.find((entry) => entry['code'] === code)?.['message']).toBe(text);
    },
  );
});

describe.each(tables)('the operations of $id', (api) => {
  const { words, ...wanted } = asRecord(asRecord(facts['operations'])[api.id]);
  const { callbacks = {}, ...operations } = wanted;
  const codes = (value: unknown) =>
    wordsOf(value)
      .flatMap((word) => wordsOf(asRecord(words)[word] ?? word))
      .toSorted();
  const listed = (holder: unknown) =>
    Object.values(asRecord(asRecord(holder)['errors']))
      .flatMap(asList)
      .toSorted();

  it('return exactly the errors of the requirement', () => {
    const found = Object.entries(api.operations).map(([id, entry]) => [id, listed(entry)]);
    const asked = Object.entries(operations).map(([id, value]) => [id, codes(value)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(asked));
  });

  it('have one code each for errors that every request can cause', () => {
    const parts = new Map(catalog.map(({ code, part }) => [code, part]));
    for (const [id, entry] of Object.entries(api.operations)) {
      const { body } = asRecord(entry);
      const needed = [
        'system-problem',
        ...(body === undefined ? [] : ['request-invalid', 'request-not-json']),
      ];
      const isRequired = asRecord(body)['required'] === true;
      const found = listed(entry).map((code) => parts.get(code));
      expect([id, found.includes('request-body-required')]).toEqual([id, isRequired]);
      for (const part of needed) {
        expect([id, part, found.filter((one) => one === part).length]).toEqual([id, part, 1]);
      }
    }
  });

  it('have the callback responses of the requirement', () => {
    const found = Object.values(api.operations).flatMap((entry) =>
      asList(asRecord(entry)['callbacks']).map((callback) => [asRecord(callback)['name'], listed(callback)]),
    );
    const asked = Object.entries(asRecord(callbacks)).map(([name, value]) => [name, codes(value)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(asked));
  });
});
