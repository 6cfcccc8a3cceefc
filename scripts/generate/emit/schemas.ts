import { asObject, isObject, type Json, type JsonObject, type MutableObject } from '../json.ts';
import type { Api, Operation, Parameter } from '../model.ts';
import { camelCase, type EmittedFile, header, literal } from './file.ts';

/** Keywords that only inform; validators ignore them. */
const INFORMATIVE = new Set([
  'description',
  'title',
  'example',
  'examples',
  'externalDocs',
  'xml',
  'discriminator',
]);

/** One JSON Schema 2020-12 document per API; components, inline bodies and parameter sets are under `$defs`. */
export function schemaDocument(api: Api): JsonObject {
  const definitions: MutableObject = {};
  for (const [name, schema] of Object.entries(api.schemas)) definitions[name] = toValidationSchema(schema);
  for (const [name, schema] of inlineSchemas(api)) definitions[name] = toValidationSchema(schema);
  for (const operation of api.operations) {
    for (const place of ['path', 'query', 'header'] as const) {
      const parameters = operation.parameters.filter((parameter) => parameter.in === place);
      if (parameters.length > 0)
        definitions[`${operation.id}.${place}`] = toValidationSchema(parameterSet(parameters));
    }
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:tessera:contracts:${api.id}`,
    $defs: definitions,
  };
}

function parameterSet(parameters: readonly Parameter[]): JsonObject {
  // Header names are case-insensitive (RFC 9110 5.1); the set is keyed by the lower-case name.
  const key = (parameter: Parameter) =>
    parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
  return {
    type: 'object',
    required: parameters.filter((parameter) => parameter.required).map(key),
    properties: Object.fromEntries(parameters.map((parameter) => [key(parameter), parameter.schema])),
  };
}

/** Schemas that have no component name, under the name that `schemaName` gives them. */
function* inlineSchemas(api: Api): Generator<[string, JsonObject]> {
  const { document } = api.bundle;
  for (const operation of api.operations) {
    const raw = asObject(
      asObject(asObject(document['paths'])[operation.path])[operation.method.toLowerCase()],
    );
    yield* inlineOf(document, raw, operation);
    for (const callback of operation.callbacks) {
      const holder = asObject(
        asObject(asObject(asObject(raw['callbacks'])[callback.name])[callback.expression])[
          callback.method.toLowerCase()
        ],
      );
      yield* inlineOf(document, holder, {
        id: `${operation.id}.${callback.name}`,
        body: callback.body,
        responses: callback.responses,
      });
    }
  }
  for (const webhook of api.webhooks) {
    const raw = asObject(
      asObject(asObject(document['webhooks'])[webhook.name])[webhook.method.toLowerCase()],
    );
    yield* inlineOf(document, raw, { id: webhook.name, body: webhook.body, responses: [] });
  }
}

function* inlineOf(
  document: JsonObject,
  raw: JsonObject,
  { id, body, responses }: Pick<Operation, 'id' | 'body' | 'responses'>,
): Generator<[string, JsonObject]> {
  if (body?.schema === `${id}.body`) yield [body.schema, contentSchema(document, raw['requestBody'])];
  for (const { status, schema } of responses) {
    if (schema === `${id}.${status}`)
      yield [schema, contentSchema(document, asObject(raw['responses'])[status])];
  }
}

function contentSchema(document: JsonObject, holder: Json | undefined): JsonObject {
  const reference = asObject(holder)['$ref'];
  const [section = '', name = ''] = typeof reference === 'string' ? reference.split('/').slice(2) : [];
  const target =
    typeof reference === 'string'
      ? asObject(asObject(asObject(document['components'])[section])[name])
      : asObject(holder);
  return asObject(asObject(Object.values(asObject(target['content']))[0])['schema']);
}

/** An OpenAPI 3.1 schema as plain JSON Schema: no extensions, no prose, references inside this document. */
function toValidationSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(toValidationSchema);
  if (!isObject(schema)) return schema;
  const result: MutableObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith('x-') || INFORMATIVE.has(key)) continue;
    if (key === '$ref' && typeof value === 'string')
      result[key] = value.replace('#/components/schemas/', '#/$defs/');
    else if (key === 'properties' || key === '$defs' || key === 'patternProperties') {
      result[key] = Object.fromEntries(
        Object.entries(asObject(value)).map(([name, member]) => [name, toValidationSchema(member)]),
      );
    } else if (key === 'enum' || key === 'const' || key === 'default' || key === 'required')
      result[key] = value;
    else result[key] = toValidationSchema(value);
  }
  return result;
}

/** `schemas/<api>.js`: what Ajv compiles. */
export function emitSchemas(api: Api): EmittedFile[] {
  const name = `${camelCase(api.id)}Schemas`;
  const intro = header(api.bundle.file.path);
  return [
    {
      path: `schemas/${api.id}.js`,
      text: `${intro}export const ${name} = ${literal(schemaDocument(api))};\n`,
    },
    {
      path: `schemas/${api.id}.d.ts`,
      text: `${intro}import type { SchemaDocument } from '../vocabulary.js';\n\nexport declare const ${name}: SchemaDocument;\n`,
    },
  ];
}
