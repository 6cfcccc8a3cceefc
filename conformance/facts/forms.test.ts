import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { boundedValues, readTables } from './generated-tables.ts';
import { asList, asRecord, readFacts } from './read-facts.ts';

const facts = {
  ...readFacts('extension-points.yaml'),
  ...readFacts('platform.yaml'),
  ...readFacts('governance.yaml'),
};
const forms = (await readTables()).flatMap((api) =>
  Object.entries(asRecord(asRecord(facts[api.id])['forms'])).map(([place, form]) => ({ api, place, form })),
);

describe.each(forms)('$place of $api.id', ({ api, place, form }) => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: 'api', $defs: api.schemas });
  const pointer = boundedValues(api).find((value) => value.place === place)?.pointer ?? '';
  const validate = ajv.compile({ $ref: `api#/$defs${pointer}` });

  it.each(asList(asRecord(form)['accepts']))('accepts %j', (text) => {
    expect(validate(text)).toBe(true);
  });

  it.each(asList(asRecord(form)['refuses']))('refuses %j', (text) => {
    expect(validate(text)).toBe(false);
  });
});
