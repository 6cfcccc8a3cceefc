import { type Bundle, resolveReference } from './bundle.ts';
import * as extensions from './extensions.ts';
import { asArray, asObject, asString, type Json, type JsonObject, toPointer, valueAt } from './json.ts';
import { buildLinks } from './links.ts';
import { buildLongRunning } from './long-running.ts';
import type * as Model from './model.ts';

export function buildOperation(
  bundle: Bundle,
  siblings: readonly Bundle[],
  path: string,
  method: string,
): Model.Operation {
  const pointer = toPointer(['paths', path, method]);
  const item = asObject(asObject(bundle.document['paths'])[path]);
  const raw = asObject(item[method]);
  const id = asString(raw['operationId']);
  if (id === '') bundle.report(pointer, 'operation-id', `${method.toUpperCase()} ${path} has no operationId`);
  const parameters = [
    ...asArray(item['parameters']).map((value, index) => ({
      value,
      at: toPointer(['paths', path, 'parameters', index]),
    })),
    ...asArray(raw['parameters']).map((value, index) => ({ value, at: `${pointer}/parameters/${index}` })),
  ].map(({ value, at }) => buildParameter(bundle, resolveReference(bundle, value, at).value));
  const responses = Object.entries(asObject(raw['responses'])).map(([status, value]) =>
    buildResponse(bundle, siblings, id, status, value, `${pointer}/responses/${status}`),
  );
  const capability = extensions.readCapability(raw);
  const security = asArray(raw['security'] ?? bundle.document['security']);
  return {
    id,
    method: method.toUpperCase(),
    path,
    pointer,
    tag: asString(asArray(raw['tags'])[0]),
    summary: asString(raw['summary']),
    description: asString(raw['description']),
    deprecated: raw['deprecated'] === true,
    since: extensions.readSince(raw),
    chosen: extensions.readChosen(raw),
    parameters,
    body: buildBody(bundle, `${id}.body`, raw['requestBody'], `${pointer}/requestBody`),
    responses,
    errors: extensions.readErrors(raw),
    longRunning: buildLongRunning(bundle, siblings, raw, pointer, responses),
    safe: extensions.readSafe(raw),
    steady: extensions.readSteady(raw),
    capability: capability && {
      id: capability.id,
      absentStatus: capability.absentStatus,
      absentError: capability.absentError,
    },
    pagination: extensions.readPagination(raw),
    callbacks: buildCallbacks(bundle, siblings, id, raw, pointer),
    secured: isSecured(security),
    acceptsToken: security.some(isRequirement),
  };
}

/** An empty requirement among the alternatives makes security optional (OpenAPI 3.1, 4.8.30). */
function isSecured(alternatives: readonly Json[]): boolean {
  return alternatives.length > 0 && alternatives.every(isRequirement);
}

function isRequirement(alternative: Json): boolean {
  return Object.keys(asObject(alternative)).length > 0;
}

export function buildWebhook(bundle: Bundle, name: string, method: string): Model.Webhook {
  const pointer = toPointer(['webhooks', name, method]);
  const raw = asObject(valueAt(bundle.document, pointer));
  return {
    name,
    method: method.toUpperCase(),
    summary: asString(raw['summary']),
    description: asString(raw['description']),
    body: buildBody(bundle, `${name}.body`, raw['requestBody'], `${pointer}/requestBody`),
  };
}

function buildParameter(bundle: Bundle, raw: JsonObject): Model.Parameter {
  const place = asString(raw['in']) as Model.Parameter['in']; // the OpenAPI linter allows these four only
  const style = asString(raw['style']) || (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  return {
    name: asString(raw['name']),
    in: place,
    required: raw['required'] === true,
    description: asString(raw['description']),
    style,
    explode: typeof raw['explode'] === 'boolean' ? raw['explode'] : style === 'form',
    schema: asObject(raw['schema']),
    type: resolveReference(bundle, raw['schema'], '').value['type'],
    example: raw['example'],
    chosen: extensions.readChosen(raw),
    names: extensions.readNames(raw),
    selects: extensions.readSelects(raw),
  };
}

/** The name of a schema in the API's schema document: its component, or the place of an inline schema. */
function schemaName(schema: JsonObject, inline: string): string {
  const reference = schema['$ref'];
  return typeof reference === 'string' ? reference.replace('#/components/schemas/', '') : inline;
}

function buildBody(
  bundle: Bundle,
  inline: string,
  value: Json | undefined,
  at: string,
): Model.Body | undefined {
  if (value === undefined) return undefined;
  const { value: raw, pointer } = resolveReference(bundle, value, at);
  const [mediaType, content] = Object.entries(asObject(raw['content']))[0] ?? ['application/json', {}];
  return {
    required: raw['required'] === true,
    mediaType,
    schema: schemaName(asObject(asObject(content)['schema']), inline),
    since: extensions.readSinceByValue(raw),
    description: asString(raw['description']),
    examples: buildExamples(bundle, asObject(content), pointer + toPointer(['content', mediaType])),
  };
}

function buildResponse(
  bundle: Bundle,
  siblings: readonly Bundle[],
  id: string,
  status: string,
  value: Json,
  at: string,
): Model.Response {
  const { value: raw, pointer } = resolveReference(bundle, value, at);
  const [mediaType, content] = Object.entries(asObject(raw['content']))[0] ?? [];
  return {
    status,
    description: asString(raw['description']),
    mediaType,
    schema:
      content === undefined
        ? undefined
        : schemaName(asObject(asObject(content)['schema']), `${id}.${status}`),
    examples:
      mediaType === undefined
        ? []
        : buildExamples(bundle, asObject(content), pointer + toPointer(['content', mediaType])),
    links: buildLinks(bundle, siblings, raw),
    chosen: readChosenBody(bundle, raw, asObject(content)),
  };
}

/** Which part of a body this project chose: all of it, or which members are required. */
function readChosenBody(bundle: Bundle, raw: JsonObject, content: JsonObject): Model.Response['chosen'] {
  const schema = content['schema'];
  const own = schema === undefined ? {} : resolveReference(bundle, schema, '').value;
  const [response, body] = [raw, own].map(extensions.readChosen);
  if (response !== undefined || typeof body === 'string') return 'body';
  return body?.['required'] === undefined ? undefined : 'required';
}

function buildExamples(bundle: Bundle, content: JsonObject, at: string): Model.Example[] {
  return Object.entries(asObject(content['examples'])).map(([name, value]) => {
    const { value: example, pointer } = resolveReference(bundle, value, at + toPointer(['examples', name]));
    return {
      name,
      summary: asString(example['summary']),
      value: example['value'] ?? null,
      pointer: `${pointer}/value`,
    };
  });
}

function buildCallbacks(
  bundle: Bundle,
  siblings: readonly Bundle[],
  id: string,
  raw: JsonObject,
  at: string,
): Model.Callback[] {
  return Object.entries(asObject(raw['callbacks'])).flatMap(([name, callback]) =>
    Object.entries(resolveReference(bundle, callback, '').value).flatMap(([expression, item]) =>
      Object.entries(asObject(item)).map(([method, operation]) => {
        const pointer = at + toPointer(['callbacks', name, expression, method]);
        const inline = `${id}.${name}`;
        const responses = Object.entries(asObject(asObject(operation)['responses']));
        return {
          id: asString(asObject(operation)['operationId']),
          pointer,
          errors: extensions.readErrors(asObject(operation)),
          name,
          expression,
          method: method.toUpperCase(),
          body: buildBody(
            bundle,
            `${inline}.body`,
            asObject(operation)['requestBody'],
            `${pointer}/requestBody`,
          ),
          responses: responses.map(([status, value]) =>
            buildResponse(bundle, siblings, inline, status, value, `${pointer}/responses/${status}`),
          ),
        };
      }),
    ),
  );
}
