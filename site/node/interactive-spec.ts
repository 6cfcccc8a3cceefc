/** Keywords of a schema that hold one schema, a list of schemas, or a schema by name. */
const ONE = ['items', 'additionalProperties', 'not'];
const MANY = ['anyOf', 'oneOf', 'allOf'];
const NAMED = ['properties', 'patternProperties', '$defs'];
/** Any of these keywords shows the interactive client which kind of schema it reads. */
const TELLING = ['type', '$ref', 'enum', 'const'];
const OBJECT_ONLY = ['properties', 'required', 'additionalProperties'];
const EVERY_TYPE = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/**
 * The same contract with a type on every schema. JSON Schema allows leaving it out, which means any type; the
 * interactive client does not support that and calls such a file invalid.
 */
export function nameEveryType(contract: unknown): unknown {
  return mapParts(contract, false);
}

function mapParts(value: unknown, isSchema: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => mapParts(item, isSchema));
  if (!isRecord(value)) return value;
  if (isSchema) return mapSchema(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === 'schema') return [key, mapParts(part, true)];
      if (key === 'schemas' && isRecord(part)) return [key, mapValues(part)];
      return [key, key === 'examples' || key === 'example' ? part : mapParts(part, false)];
    }),
  );
}

function mapSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const mapped = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (ONE.includes(key) || MANY.includes(key)) return [key, mapParts(part, true)];
      if (NAMED.includes(key) && isRecord(part)) return [key, mapValues(part)];
      return [key, part];
    }),
  );
  if (TELLING.some((key) => key in schema)) return mapped;
  const isObject = MANY.every((key) => !(key in schema)) && OBJECT_ONLY.some((key) => key in schema);
  return { type: isObject ? 'object' : EVERY_TYPE, ...mapped };
}

function mapValues(schemas: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, mapParts(schema, true)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
