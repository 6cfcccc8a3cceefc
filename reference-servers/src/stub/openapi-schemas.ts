import type { SchemaDocument } from '@tessera/contracts/vocabulary';
import { formatNames } from 'ajv-formats/dist/formats.js';
import { createCompiler } from '../harness/compiler.ts';
import { escapeName, valueAt } from '../harness/json-pointer.ts';
import { isRecord } from '../harness/json-schema.ts';

const COMPONENTS = '#/components/schemas/';

/** Keywords whose value is data. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples']);

/** Keywords whose members are schemas under the author's names: none of them is a keyword. */
const SCHEMAS_BY_NAME: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** Collects the schemas of an OpenAPI document under unique names. */
export interface SchemaCollector {
  /** Stores a schema under a name; returns the name. */
  add(name: string, schema: unknown): string;
  document(): SchemaDocument;
}

/**
 * Converts the schemas of OpenAPI 3.0 and 3.1 into one JSON Schema document. References into `components/schemas`
 * become definitions; the target of any other reference becomes a separate definition.
 * @throws Error at a reference that does not resolve or leads into another file
 */
export function collectSchemas(openapi: Readonly<Record<string, unknown>>, id: string): SchemaCollector {
  const defs: Record<string, object> = {};
  // Siblings of a reference are ignored in 3.0, and count in 3.1.
  const keepsSiblings = !String(openapi['openapi']).startsWith('3.0');

  function convert(given: unknown): unknown {
    if (Array.isArray(given)) return given.map(convert);
    if (!isRecord(given)) return given;
    const { $ref, nullable, ...rest } = given;
    const reference = typeof $ref === 'string' ? { $ref: refer($ref) } : {};
    if (typeof $ref === 'string' && !keepsSiblings) return reference;
    const converted: Record<string, unknown> = { ...reference };
    for (const [key, value] of Object.entries(rest)) {
      if (DATA.has(key) || key.startsWith('x-')) converted[key] = value;
      else if (SCHEMAS_BY_NAME.has(key) && isRecord(value)) converted[key] = convertEach(value);
      else converted[key] = convert(value);
    }
    refuseBrokenPattern(converted);
    dropUnknownFormat(converted);
    convertBounds(converted);
    return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted;
  }

  function convertEach(schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, convert(schema)]));
  }

  function refer(reference: string): string {
    if (!reference.startsWith('#/')) {
      throw new Error(`${reference} leads into another file: bundle the document into one file first`);
    }
    const name = reference.startsWith(COMPONENTS) ? reference.slice(COMPONENTS.length) : reference.slice(2);
    if (defs[name] === undefined) {
      const target = valueAt(openapi, decodeURIComponent(reference.slice(1)));
      if (target === undefined) throw new Error(`${reference} leads nowhere`);
      defs[name] = {}; // before the schema is read: it may refer to itself
      defs[name] = toSchema(convert(target));
    }
    return `#/$defs/${escapeName(name).replaceAll('%', '%25')}`;
  }

  return {
    add(name, schema) {
      defs[name] = toSchema(convert(schema));
      return name;
    },
    document() {
      const document = {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `urn:tessera:stub:${encodeURIComponent(id)}`,
        $defs: defs,
      };
      refuseCircles(document);
      refuseWhatIsNoSchema(document);
      return document;
    },
  };
}

/** A schema may refer to itself somewhere inside, but must not consist of that reference. */
function refuseCircles(document: SchemaDocument): void {
  for (const [name, schema] of Object.entries(document.$defs)) {
    const seen = new Set<unknown>();
    for (let found: unknown = schema; isRecord(found) && typeof found['$ref'] === 'string'; ) {
      if (seen.has(found)) throw new Error(`the schema ${name} refers to nothing but itself`);
      seen.add(found);
      found = valueAt(document, decodeURIComponent(found['$ref'].slice(1)));
    }
  }
}

function refuseWhatIsNoSchema(document: SchemaDocument): void {
  const ajv = createCompiler({ strict: false, logger: false });
  if (ajv.validateSchema(document) === true) return;
  const [{ instancePath, message } = { instancePath: '', message: 'is not valid' }] = ajv.errors ?? [];
  throw new Error(`the schema ${instancePath.replace('/$defs/', '')} ${message}`);
}

/** `true` and `false` are schemas as well. */
function toSchema(value: unknown): object {
  if (isRecord(value)) return value;
  return value === false ? { not: {} } : {};
}

function refuseBrokenPattern({ pattern }: Readonly<Record<string, unknown>>): void {
  if (typeof pattern !== 'string') return;
  try {
    new RegExp(pattern, 'u');
  } catch (cause) {
    throw new Error(`the pattern ${pattern} is no regular expression of ECMA-262 with Unicode`, { cause });
  }
}

function dropUnknownFormat(schema: Record<string, unknown>): void {
  const { format } = schema;
  if (typeof format === 'string' && !formatNames.some((name) => name === format)) delete schema['format'];
}

/** In OpenAPI 3.0 a boolean makes a bound exclusive. */
function convertBounds(schema: Record<string, unknown>): void {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    if (schema[exclusive]) schema[exclusive] = schema[bound];
    else delete schema[exclusive];
  }
}
