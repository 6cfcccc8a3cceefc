import { customUrlPickerFixtures } from '@tessera/contracts/fixtures/custom-url-picker';
import { customUrlPicker } from '@tessera/contracts/operations/custom-url-picker';
import { rules } from '@tessera/contracts/rules';
import { customUrlPickerSchemas } from '@tessera/contracts/schemas/custom-url-picker';
import { describe, expect, it } from 'vitest';
import { type Call, createBench, describeBadInput, exampleOf } from '../../testing/bench.ts';
import { type CustomUrlPickerOptions, createCustomUrlPicker } from './custom-url-picker.ts';
import { glossaryTerms } from './glossary.ts';

const bench = createBench(customUrlPicker, customUrlPickerSchemas);
const example = (operation: string, status: number, name: string) =>
  exampleOf(customUrlPickerFixtures, operation, status, name);

const FIRST_PAGE = { offset: 0, limit: 10 };

function picker(options: CustomUrlPickerOptions = {}) {
  const client = bench.serve(createCustomUrlPicker(options));
  return {
    list: (query: Call['query'] = {}, body?: unknown) =>
      client.call('retrieveValues', { query: { ...FIRST_PAGE, ...query }, body }),
    check: (body: unknown) => client.call('validate', { body }),
  };
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

describe('the glossary', () => {
  it('has ten thousand different terms, the same every time', () => {
    const terms = glossaryTerms();
    expect(terms).toHaveLength(10_000);
    expect(new Set(terms.map(({ value }) => value)).size).toBe(10_000);
    expect(glossaryTerms()).toEqual(terms);
  });
});

describe('listing values', () => {
  it('walks through all of them without a gap or a repetition', async () => {
    const { list } = picker();
    const seen: string[] = [];
    for (let offset = 0, limit = 1999; ; offset += limit) {
      const { status, body } = await list({ offset, limit });
      expect(status).toBe(200);
      seen.push(...idsOf(body));
      if (body.length < limit) break;
    }
    expect(seen).toEqual(idsOf(glossaryTerms()));
  });

  it('counts the offset in fitting values, not in pages', async () => {
    const { list } = picker();
    const all = idsOf((await list({ filter: 'shipment', limit: 30 })).body);
    expect(idsOf((await list({ filter: 'shipment', offset: 13, limit: 5 })).body)).toEqual(all.slice(13, 18));
  });

  it('is empty past the end and when nothing fits', async () => {
    const { list } = picker();
    for (const query of [{ offset: 10_000 }, { offset: 9e15 }, { filter: 'teapot' }]) {
      expect(await list(query)).toEqual({ status: 200, body: example('retrieveValues', 200, 'none') });
    }
  });

  it.each(rules['picker-filter-looks-everywhere'].cases)(
    'looks everywhere: $title',
    async ({ given, expect: want }) => {
      const { body } = await picker({ items: [given] }).list({ filter: want.filter });
      expect(body).toEqual(want.fits ? [given] : []);
    },
  );

  it('looks into members that hold more than text', async () => {
    const { list } = picker({ items: [{ id: 'a', tags: ['Red', { deep: 42 }], gone: null }] });
    for (const filter of ['red', '42']) expect((await list({ filter })).body).toHaveLength(1);
    for (const filter of ['deep', 'null', 'undefined']) expect((await list({ filter })).body).toEqual([]);
  });

  it.each([
    ['limit', { limit: 4 }, { body: example('retrieveValues', 400, 'limit') }],
    ['fraction', { limit: 5.5 }, { body: { errors: ['limit must be integer'] } }],
    ['negative', { offset: -1 }, { body: { errors: ['offset must be >= 0'] } }],
    ['text', { offset: 'x' }, { body: { errors: ['offset must be integer'] } }],
  ])('refuses a page that cannot be: %s', async (_, query, expected) => {
    expect(await picker().list(query)).toMatchObject({ status: 400, ...expected });
  });

  it('needs an offset and a limit', async () => {
    const client = bench.serve(createCustomUrlPicker());
    const { body } = await client.call('retrieveValues', { query: { limit: 5 } });
    expect(body).toEqual(example('retrieveValues', 400, 'offset'));
    expect((await client.call('retrieveValues', { query: { offset: 0 } })).status).toBe(400);
    expect((await client.call('retrieveValues', { query: { offset: 0, limit: 5 } })).body).toHaveLength(5);
  });
});

describe('values of other fields', () => {
  it('narrow the list when the values know the field', async () => {
    const { list } = picker();
    const domainsOf = async (body: unknown) =>
      new Set((await list({ limit: 10_000 }, body)).body.map(({ domain }: { domain: string }) => domain));
    expect(await domainsOf({ domain: 'Finance' })).toEqual(new Set(['finance']));
    expect(await domainsOf({ domain: ['finance', 'people'] })).toEqual(new Set(['finance', 'people']));
    expect(await domainsOf({ domain: 'nowhere' })).toEqual(new Set());
  });

  it.each([
    [undefined],
    [{}],
    [{ other: 'field', __proto__: 1 }],
    [{ domain: null }],
    [{ domain: '' }],
    [{ domain: [] }],
    [JSON.parse('{"__proto__":{"x":1},"constructor":"y","toString":1}')],
  ])('change nothing when they are %j', async (body) => {
    const { list } = picker();
    expect((await list({}, body)).body).toEqual((await list()).body);
  });

  it.each([[null], [[]], ['text'], [7]])('are refused when they are %j', async (body) => {
    expect(await picker().list({}, body)).toMatchObject({ status: 400, body: { errors: [/.*/] } });
  });
});

describe('checking chosen values', () => {
  it('accepts whatever is listed, with all its members or only its id', async () => {
    const { list, check } = picker();
    const { body: selectedObjects } = await list({ filter: 'invoice' });
    expect(await check({ selectedObjects })).toEqual({
      status: 200,
      body: example('validate', 200, 'valid'),
    });
    expect((await check({ selectedObjects: [{ id: 'term-3' }, { id: 'term-8' }] })).status).toBe(200);
    expect((await check({ selectedObjects: [] })).status).toBe(200);
  });

  it('says of every value that is not offered what is wrong and what to do', async () => {
    const { check } = picker({ items: [{ id: 'term-3' }] });
    const selectedObjects = [{ id: 'term-8' }, { id: 'term-3' }];
    expect(await check({ selectedObjects })).toEqual({
      status: 400,
      body: example('validate', 400, 'stale'),
    });
    const { body } = await check({ selectedObjects: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] });
    expect(body.errors).toEqual(
      ['a', 'b'].map((id) => ({
        error: `${id} is no longer available`,
        suggestion: 'Choose another value from the list.',
      })),
    );
  });

  it('looks at the other fields of the wizard', async () => {
    const { check } = picker();
    const selectedObjects = [{ id: 'term-3' }];
    expect((await check({ selectedObjects, queryParameters: { domain: 'logistics' } })).status).toBe(200);
    expect((await check({ selectedObjects, queryParameters: { domain: 'finance' } })).status).toBe(400);
  });

  it('refuses a selection without ids', async () => {
    const { body } = await picker().check({ selectedObjects: [{ value: 'x' }] });
    expect(body).toEqual(example('validate', 400, 'idRequired'));
    const { body: several } = await picker().check({ selectedObjects: [{}, { id: 7 }] });
    expect(several.errors.map(({ error }: { error: string }) => error)).toEqual([
      'selectedObjects.0.id is required',
      'selectedObjects.1.id must be string',
    ]);
  });
});

describe('a source that breaks', () => {
  it('answers 500 in the shape of the contract', async () => {
    let works = true;
    const item = {
      id: 'a',
      get domain(): string {
        if (works) return 'logistics';
        throw new Error('secret');
      },
    };
    const { list, check } = picker({ items: [item] });
    works = false;
    const fields = { domain: 'logistics' };
    const problem = { status: 500, body: example('validate', 500, 'problem') };
    expect(await list({}, fields)).toEqual(problem);
    expect(await check({ selectedObjects: [], queryParameters: fields })).toEqual(problem);
  });
});

describeBadInput(customUrlPicker, customUrlPickerSchemas, bench, createCustomUrlPicker, {
  retrieveValues: { query: FIRST_PAGE, body: { domain: 'logistics' } },
  validate: { body: { selectedObjects: [{ id: 'term-3' }] } },
});

describe('every operation with every status that the contract declares', () => {
  it('is answered by the requests of this file', () => {
    expect(bench.tape.missing()).toEqual([]);
  });
});
