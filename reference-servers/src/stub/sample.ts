import type { SchemaDocument } from '@tessera/contracts/vocabulary';
import { definition, isRecord, type JsonSchema, resolve } from '../harness/json-schema.ts';
import type { MakeSample } from './examples.ts';

/** Maximum depth of optional members; required ones continue until they would repeat forever. */
const OPTIONAL_DEPTH = 2;
const DEEPEST = 12;

/** Maximum number of items of a list, characters of a text, and values of a response; larger minimums are not met. */
const MOST_ITEMS = 100;
const LONGEST_TEXT = 10_000;
const MOST_VALUES = 10_000;

/** Texts of the formats that an example is likely to need. */
const FORMATS: Readonly<Record<string, string>> = {
  date: '2025-06-02',
  'date-time': '2025-06-02T09:30:00Z',
  time: '09:30:00Z',
  duration: 'PT1H',
  email: 'jane.doe@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  'uri-reference': '/example',
  uuid: '3f1c9a52-7d0e-4b8f-9a61-2c5d8e7f4b10',
};

/** Generates the simplest value that a schema allows; patterns are not solved, so such a text may not match. */
export function createSampler(schemas: SchemaDocument): MakeSample {
  let values = 0;

  function sample(given: unknown, depth: number): unknown {
    values += 1;
    if (values > MOST_VALUES) return null;
    const schema = resolve(schemas, given);
    for (const keyword of ['const', 'default', 'example']) {
      if (schema[keyword] !== undefined) return schema[keyword];
    }
    const first = [schema['examples'], schema['enum']].find((list) => Array.isArray(list) && list.length > 0);
    if (Array.isArray(first)) return first[0];
    const alternatives = [schema['oneOf'], schema['anyOf']].find(Array.isArray);
    if (alternatives !== undefined) return merge(schema, alternatives.slice(0, 1), depth);
    if (Array.isArray(schema['allOf'])) return merge(schema, schema['allOf'], depth);
    return sampleOfType(schema, depth);
  }

  function merge(schema: JsonSchema, parts: readonly unknown[], depth: number): unknown {
    const { oneOf: _one, anyOf: _any, allOf: _all, ...own } = schema;
    const values = parts.map((part) => sample(part, depth + 1));
    if ('properties' in own || values.length === 0) values.push(sampleOfType(own, depth));
    return values.every(isRecord) ? Object.assign({}, ...values) : values[0];
  }

  function sampleOfType(schema: JsonSchema, depth: number): unknown {
    const { type } = schema;
    const [name] = Array.isArray(type) ? type : [type];
    switch (name ?? (schema['properties'] === undefined ? 'any' : 'object')) {
      case 'object':
        return sampleObject(schema, depth);
      case 'array': {
        const least = Math.min(numberOf(schema['minItems'], 0), MOST_ITEMS);
        const count = Math.max(least, depth < OPTIONAL_DEPTH ? 1 : 0);
        return depth > DEEPEST ? [] : Array.from({ length: count }, () => sample(schema['items'], depth + 1));
      }
      case 'string':
        return sampleText(schema);
      case 'integer':
      case 'number':
        return sampleNumber(schema);
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  function sampleObject(schema: JsonSchema, depth: number): unknown {
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const properties = isRecord(schema['properties']) ? schema['properties'] : {};
    const wanted = Object.entries(properties).filter(
      ([name]) => depth <= DEEPEST && (required.includes(name) || depth < OPTIONAL_DEPTH),
    );
    return Object.fromEntries(wanted.map(([name, property]) => [name, sample(property, depth + 1)]));
  }

  return (name) => {
    values = 0;
    return sample(definition(schemas, name), 0);
  };
}

function sampleText(schema: JsonSchema): string {
  const { format, minLength, maxLength } = schema;
  const text = FORMATS[String(format)] ?? 'text';
  return text
    .padEnd(Math.min(numberOf(minLength, 0), LONGEST_TEXT), 't')
    .slice(0, numberOf(maxLength, Infinity));
}

function sampleNumber(schema: JsonSchema): number {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  const least = Math.max(numberOf(minimum, -Infinity), numberOf(exclusiveMinimum, -Infinity) + 1);
  const most = Math.min(numberOf(maximum, Infinity), numberOf(exclusiveMaximum, Infinity) - 1);
  const near = Math.min(Math.max(1, least), most);
  const step = numberOf(multipleOf, 0);
  return step === 0 ? near : Math.ceil(near / step) * step;
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
