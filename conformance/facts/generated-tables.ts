import { apis } from '@tessera/contracts/apis';
import { pointerSegment } from '../src/suite/json.ts';
import { asList, asRecord } from './read-facts.ts';

/** The generated tables of one API. */
export interface Tables {
  readonly id: string;
  readonly operations: Record<string, unknown>;
  /** `$defs` of the schema document. */
  readonly schemas: Record<string, unknown>;
}

/** The tables of every API. */
export async function readTables(): Promise<Tables[]> {
  const read = apis.map(async ({ id }) => ({
    id,
    operations: asRecord(await onlyExport(import(`@tessera/contracts/operations/${id}`), 'operations')),
    schemas: asRecord(await onlyExport(import(`@tessera/contracts/schemas/${id}`), '$defs')),
  }));
  return Promise.all(read);
}

async function onlyExport(module: Promise<unknown>, member: string): Promise<unknown> {
  return asRecord(Object.values(asRecord(await module))[0])[member];
}

/** A value with bounds: its place, and the bounds. */
export interface Bounded {
  readonly place: string;
  /** JSON pointer below `$defs`. */
  readonly pointer: string;
  readonly bounds: Record<string, unknown>;
}

/** Schema keywords that restrict a value or give its default. */
const BOUNDS = [
  ...['enum', 'const', 'default', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minProperties', 'maxProperties'],
];

/** Every bounded value in the schemas of an API, at the place that defines the bound. Does not follow references. */
export function boundedValues({ schemas }: Tables): Bounded[] {
  return Object.entries(schemas).flatMap(([name, schema]) => look(schema, name, `/${name}`));
}

function look(value: unknown, place: string, pointer: string): Bounded[] {
  const schema = asRecord(value);
  if (Object.keys(schema).length === 0) return [];
  const own = Object.entries(schema).filter(([key]) => BOUNDS.includes(key));
  const members = Object.entries(asRecord(schema['properties'])).flatMap(([name, member]) =>
    look(member, `${place}.${name}`, `${pointer}/properties/${pointerSegment(name)}`),
  );
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
    asList(schema[key]).flatMap((part, index) => look(part, place, `${pointer}/${key}/${index}`)),
  );
  return [
    ...(own.length > 0 ? [{ place, pointer, bounds: Object.fromEntries(own) }] : []),
    ...members,
    ...parts,
    ...look(schema['items'], `${place}[]`, `${pointer}/items`),
    ...look(schema['additionalProperties'], `${place}.*`, `${pointer}/additionalProperties`),
    ...look(schema['propertyNames'], `${place}{}`, `${pointer}/propertyNames`),
  ];
}
