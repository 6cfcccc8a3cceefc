import type { OperationEntry, ParameterEntry, SchemaDocument } from '@tessera/contracts/vocabulary';
import { definition, type JsonSchema, propertiesOf, resolve, typesOf } from './json-schema.ts';

/** Names with values of the declared types, where the text allows it; other text is kept and fails validation. */
export type Decoded = Record<string, unknown>;

/** Reads one parameter out of raw `name=value` pairs or header values. */
interface Decoder {
  readonly name: string;
  readonly in: ParameterEntry['in'];
  readonly style: string;
  readonly explode: boolean;
  readonly isArray: boolean;
  readonly isObject: boolean;
  readonly convert: (text: string) => unknown;
  /** Declared members of an object parameter. */
  readonly members: ReadonlyMap<string, (text: string) => unknown>;
}

/** Decoders of the parameters of one operation, by place. */
export interface ParameterDecoders {
  /** `p0`, `p1`, ... as the router names them. */
  readonly path: (values: Readonly<Record<string, unknown>>) => Decoded;
  readonly query: (raw: string) => Decoded;
  readonly headers: (values: Readonly<Record<string, string | string[] | undefined>>) => Decoded;
}

const DELIMITERS: Readonly<Record<string, RegExp>> = {
  // Many HTTP libraries encode the commas of a list, for example Python's requests.
  form: /,|%2C/i,
  simple: /,/,
  spaceDelimited: /%20|\+| /i,
  pipeDelimited: /%7C|\|/i,
};

/**
 * Prepares decoding by OpenAPI `style` and `explode` (OpenAPI 3.1, 4.8.12). Fastify's own query parser knows neither
 * `explode: false` nor `deepObject`.
 */
export function createDecoders(operation: OperationEntry, schemas: SchemaDocument): ParameterDecoders {
  const decoders = operation.parameters.map((entry) => createDecoder(entry, operation, schemas));
  const inPath = decoders.filter((one) => one.in === 'path');
  const inQuery = decoders.filter((one) => one.in === 'query');
  const inHeader = decoders.filter((one) => one.in === 'header');
  return {
    path: (values) =>
      decodeSimple(inPath, (_name, index) => {
        const value = values[`p${index}`];
        return typeof value === 'string' ? value : undefined;
      }),
    query: (raw) => (inQuery.length === 0 ? {} : decodeQuery(inQuery, pairsOf(raw))),
    headers: (values) =>
      decodeSimple(inHeader, (name) => {
        const value = values[name.toLowerCase()];
        return Array.isArray(value) ? value.join(',') : value;
      }),
  };
}

function createDecoder(entry: ParameterEntry, operation: OperationEntry, schemas: SchemaDocument): Decoder {
  const group = propertiesOf(schemas, definition(schemas, `${operation.id}.${entry.in}`));
  const schema: JsonSchema = group.get(entry.in === 'header' ? entry.name.toLowerCase() : entry.name) ?? {};
  const types = typesOf(schemas, schema);
  const isArray = types.has('array');
  const members = [...propertiesOf(schemas, schema)].map(
    ([name, property]) => [name, converter(typesOf(schemas, property))] as const,
  );
  return {
    name: entry.name,
    in: entry.in,
    style: entry.style,
    explode: entry.explode,
    isArray,
    isObject: types.has('object'),
    convert: converter(isArray ? typesOf(schemas, resolve(schemas, schema['items'])) : types),
    members: new Map(members),
  };
}

function converter(types: ReadonlySet<string>): (text: string) => unknown {
  const isNumber = types.has('number') || types.has('integer');
  const isBoolean = types.has('boolean');
  const isText = types.has('string');
  return (text) => {
    if (isNumber && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
    if (isBoolean && (text === 'true' || text === 'false')) return text === 'true';
    return isText || text !== 'null' || !types.has('null') ? text : null;
  };
}

function decodeSimple(
  decoders: readonly Decoder[],
  read: (name: string, index: number) => string | undefined,
): Decoded {
  const decoded: Decoded = {};
  for (const [index, decoder] of decoders.entries()) {
    const text = read(decoder.name, index);
    if (text === undefined) continue;
    const parts = text === '' ? [] : text.split(',').map((part) => part.trim());
    if (decoder.isArray) decoded[decoder.name] = parts.map(decoder.convert);
    else if (decoder.isObject) decoded[decoder.name] = objectOf(decoder, parts);
    else decoded[decoder.name] = decoder.convert(text);
  }
  return decoded;
}

/**
 * A pair of the query: the name is decoded, the value is not, because only its encoding marks which delimiters are
 * data.
 */
type Pair = readonly [name: string, raw: string];

function pairsOf(raw: string): Pair[] {
  return raw
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at === -1 ? [decodeText(part), ''] : [decodeText(part.slice(0, at)), part.slice(at + 1)];
    });
}

function decodeQuery(decoders: readonly Decoder[], pairs: readonly Pair[]): Decoded {
  const decoded: Decoded = {};
  for (const decoder of decoders) {
    const value = decodeOne(decoder, pairs);
    if (value !== undefined) decoded[decoder.name] = value;
  }
  return decoded;
}

function decodeOne(decoder: Decoder, pairs: readonly Pair[]): unknown {
  const { name, style, explode } = decoder;
  if (style === 'deepObject') return deepObject(decoder, pairs);
  if (decoder.isObject && explode) return explodedObject(decoder, pairs);
  const raw = pairs.filter(([given]) => given === name).map(([, value]) => value);
  const [first] = raw;
  if (first === undefined) return undefined;
  if (decoder.isArray && explode) return raw.map((value) => decoder.convert(decodeText(value)));
  if (decoder.isArray || decoder.isObject) {
    const parts = first === '' ? [] : first.split(DELIMITERS[style] ?? ',').map(decodeText);
    return decoder.isArray ? parts.map(decoder.convert) : objectOf(decoder, parts);
  }
  // A single value given twice is ambiguous: as a list it fails its validation.
  return raw.length === 1 ? decoder.convert(decodeText(first)) : raw.map(decodeText);
}

function deepObject({ name, members }: Decoder, pairs: readonly Pair[]): unknown {
  const found = pairs.flatMap(([given, raw]): [string, unknown][] => {
    if (!given.startsWith(`${name}[`) || !given.endsWith(']')) return [];
    const member = given.slice(name.length + 1, -1);
    return [[member, convertMember(members, member, decodeText(raw))]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function explodedObject({ members }: Decoder, pairs: readonly Pair[]): unknown {
  const own = pairs.filter(([given]) => members.has(given));
  if (own.length === 0) return undefined;
  return Object.fromEntries(
    own.map(([given, raw]) => [given, convertMember(members, given, decodeText(raw))]),
  );
}

/** `R,100,G,200`, or `R=100,G=200` when exploded. */
function objectOf({ members, explode }: Decoder, parts: readonly string[]): Decoded {
  const flat = explode ? parts.flatMap((part) => part.split('=', 2)) : parts;
  const entries: [string, unknown][] = [];
  for (let index = 0; index < flat.length; index += 2) {
    const member = flat[index] ?? '';
    entries.push([member, convertMember(members, member, flat[index + 1] ?? '')]);
  }
  return Object.fromEntries(entries);
}

function convertMember(members: Decoder['members'], member: string, text: string): unknown {
  return members.get(member)?.(text) ?? text;
}

/** Invalid percent-encoding is kept; in paths the router has rejected it already. */
function decodeText(raw: string): string {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return raw;
  }
}
