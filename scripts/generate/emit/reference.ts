import { readChosen, readSince, readSinceByValue } from '../extensions.ts';
import { asArray, asObject, asString, isObject, type Json, type JsonObject } from '../json.ts';
import type { Api, Area, Body, Example, Model, Operation, Parameter, Response, TaskCall } from '../model.ts';
import { mergedOperationId, mergedTag } from './bundles.ts';
import { camelCase, type EmittedFile, header, literal } from './file.ts';
import { compact } from './operations.ts';

/** `reference/<area>.js`: the data of the site's API reference, with all references resolved. */
export function emitReference(area: Area, model: Model): EmittedFile[] {
  const name = `${camelCase(area.id)}Reference`;
  const intro = header(`specs/${area.id}/openapi.yaml`);
  const codes = new Set(
    area.apis.flatMap((api) => api.operations.flatMap(({ errors }) => Object.values(errors).flat())),
  );
  const data = {
    area: area.id,
    title: area.title,
    version: area.version,
    description: area.description,
    apis: area.apis.map((api) => apiPage(api, area, model)),
    errors: model.errors
      .filter(({ code, scope }) => codes.has(code) || scope === 'transport')
      .map((entry) => compact({ ...entry })),
  };
  return [
    { path: `reference/${area.id}.js`, text: `${intro}export const ${name} = ${literal(data)};\n` },
    {
      path: `reference/${area.id}.d.ts`,
      text: `${intro}import type { ReferenceModel } from '../reference-model.js';\n\nexport declare const ${name}: ReferenceModel;\n`,
    },
  ];
}

function apiPage(api: Api, area: Area, model: Model): Json {
  return compact({
    id: api.id,
    title: api.title,
    version: api.version,
    summary: api.summary,
    description: api.description,
    prefix: api.prefix,
    bundle: `bundle/${api.id}.openapi.json`,
    tags: api.tags.map(({ name, description }) => ({ name, anchor: tagAnchor(api, name), description })),
    operations: api.operations.map((operation) => operationPage(operation, api, area)),
    webhooks: api.webhooks.map(({ name, method, summary, description, body }) =>
      compact({ name, method, summary, description, body: body && bodyPage(body) }),
    ),
    schemas: Object.entries(api.schemas).map(([name, schema]) => schemaPage(api, name, schema)),
    lifecycles: model.lifecycles
      .filter(({ apis }) => apis.includes(api.id))
      .map((entry) => compact({ ...entry })),
    capabilities: model.capabilities
      .filter((entry) => entry.api === api.id)
      .map((entry) => compact({ ...entry })),
    rules: model.rules.filter((entry) => entry.api === api.id).map((entry) => compact({ ...entry })),
  });
}

/** The anchor that the interactive reference gives a tag, so that one link works in both. */
function tagAnchor(api: Api, tag: string): string {
  return `tag/${slug(mergedTag(api, tag))}`;
}

function operationAnchor(operation: Operation, api: Api): string {
  return `${tagAnchor(api, operation.tag)}/${operation.method}${api.prefix}${operation.path}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function operationPage(operation: Operation, api: Api, area: Area): Json {
  const { body, longRunning, capability, pagination, parameters } = operation;
  return compact({
    id: operation.id,
    mergedId: mergedOperationId(api, operation.id, area.qualified),
    anchor: operationAnchor(operation, api),
    method: operation.method,
    path: api.prefix + operation.path,
    tag: operation.tag,
    summary: operation.summary,
    description: operation.description,
    deprecated: operation.deprecated || undefined,
    since: operation.since,
    chosen: operation.chosen,
    acceptsToken: operation.acceptsToken || undefined,
    parameters: parameters.map((parameter) => parameterRow(parameter, api)),
    body: body && bodyPage(body),
    responses: operation.responses.map((response) => responsePage(response)),
    errors: operation.errors,
    longRunning:
      longRunning &&
      compact({
        ...longRunning,
        poll: { ...longRunning.poll, path: pathOf(longRunning.poll, api, area) },
        cancel: longRunning.cancel && { ...longRunning.cancel },
      }),
    capability: capability && compact({ ...capability }),
    pagination: pagination && compact({ ...pagination }),
    callbacks:
      operation.callbacks.length === 0
        ? undefined
        : operation.callbacks.map(({ name, expression, method, body: payload, responses }) =>
            compact({
              name,
              expression,
              method,
              body: payload && bodyPage(payload),
              responses: responses.map(responsePage),
            }),
          ),
  });
}

/** The path of an operation of the same area, with its prefix. */
function pathOf({ api: id, operation }: TaskCall, own: Api, area: Area): string {
  const api = area.apis.find((one) => one.id === id) ?? own;
  const called = api.operations.find((one) => one.id === operation);
  if (called === undefined) throw new Error(`${api.id} has no operation ${operation}`);
  return api.prefix + called.path;
}

function bodyPage({ required, mediaType, schema, description, since, examples }: Body): Json {
  return compact({
    required,
    mediaType,
    schema,
    description,
    since: Object.keys(since).length > 0 ? since : undefined,
    examples: examples.map(exampleEntry),
  });
}

function responsePage({ status, description, mediaType, schema, examples, links }: Response): Json {
  return compact({
    status,
    description,
    mediaType,
    schema,
    examples: examples.map(exampleEntry),
    links: links.map(({ name, description: text, api, operationId }) =>
      compact({ name, description: text, api, operationId }),
    ),
  });
}

function exampleEntry({ name, summary, value }: Example): Json {
  return { name, summary, value };
}

function parameterRow(parameter: Parameter, api: Api): Json {
  const { name, in: place, required, description, schema, example, chosen } = parameter;
  return compact({ name, in: place, required, description, ...typeFacts(schema, api), example, chosen });
}

function schemaPage(api: Api, name: string, schema: JsonObject): Json {
  const { properties, required } = membersOf(schema, api);
  const since = readSinceByValue(schema);
  return compact({
    name,
    anchor: `schema/${api.id}/${name}`,
    description: asString(schema['description']),
    ...typeFacts(schema, api),
    since: readSince(schema),
    sinceByValue: Object.keys(since).length > 0 ? since : undefined,
    chosen: readChosen(schema),
    properties: [...properties].map(([key, member]) => propertyRow(key, member, required, api)),
  });
}

interface Members {
  readonly properties: ReadonlyMap<string, JsonObject>;
  readonly required: readonly string[];
}

/** The members of a schema with those of the schemas that it is made of. */
function membersOf(schema: JsonObject, api: Api): Members {
  const parts = asArray(schema['allOf']).map((part) => membersOf(target(asObject(part), api), api));
  const own = Object.entries(asObject(schema['properties'])).map(
    ([key, member]) => [key, asObject(member)] as const,
  );
  return {
    properties: new Map([...parts.flatMap(({ properties }) => [...properties]), ...own]),
    required: [...parts.flatMap(({ required }) => required), ...asArray(schema['required']).map(asString)],
  };
}

function propertyRow(name: string, schema: JsonObject, required: readonly string[], api: Api): Json {
  return compact({
    name,
    required: required.includes(name),
    description: asString(schema['description']) || asString(target(schema, api)['description']),
    ...typeFacts(schema, api),
    deprecated: schema['deprecated'] === true || undefined,
    since: readSince(schema),
    chosen: readChosen(schema),
    properties: isObject(schema['properties'])
      ? Object.entries(schema['properties']).map(([key, member]) =>
          propertyRow(key, asObject(member), asArray(schema['required']).map(asString), api),
        )
      : undefined,
  });
}

/** The text of a table cell about a schema: its type, the schema it names, and its limits. */
function typeFacts(schema: JsonObject, api: Api): { readonly [key: string]: Json | undefined } {
  const shown = target(schema, api);
  return {
    type: typeLabel(schema, api),
    schema: referencedName(schema) ?? referencedName(asObject(schema['items'])),
    values: Array.isArray(shown['enum']) ? shown['enum'] : undefined,
    default: schema['default'],
    minimum: typeof shown['minimum'] === 'number' ? shown['minimum'] : undefined,
    constraints: constraintsOf({ ...shown, ...schema }),
  };
}

function target(schema: JsonObject, api: Api): JsonObject {
  const name = referencedName(schema);
  return name === undefined ? schema : (api.schemas[name] ?? {});
}

function referencedName(schema: JsonObject): string | undefined {
  const reference = schema['$ref'];
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

function typeLabel(schema: JsonObject, api: Api): string {
  const name = referencedName(schema);
  if (name !== undefined)
    return api.schemas[name]?.['type'] === 'object' ? name : typeLabel(api.schemas[name] ?? {}, api);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    if (Array.isArray(schema[keyword]))
      return asArray(schema[keyword])
        .map((member) => typeLabel(asObject(member), api))
        .join(' or ');
  }
  const types = Array.isArray(schema['type'])
    ? schema['type'].map(asString)
    : [asString(schema['type']) || 'any'];
  return types
    .map((type) => (type === 'array' ? `list of ${typeLabel(asObject(schema['items']), api)}` : type))
    .join(' or ');
}

/** What a keyword demands, and what it counts. */
const CONSTRAINTS: readonly (readonly [keyword: string, words: string, unit?: string])[] = [
  ['format', 'format'],
  ['pattern', 'pattern'],
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'at least', 'character'],
  ['maxLength', 'at most', 'character'],
  ['minItems', 'at least', 'item'],
  ['maxItems', 'at most', 'item'],
];

function constraintsOf(schema: JsonObject): Json {
  return CONSTRAINTS.filter(([keyword]) => schema[keyword] !== undefined).map(([keyword, words, unit]) => {
    const value = schema[keyword];
    const text = typeof value === 'number' ? value.toLocaleString('en-US') : String(value);
    const counted = unit === undefined ? [] : [value === 1 ? unit : `${unit}s`];
    return [words, text, ...counted].join(' ');
  });
}
