import type { Bundle } from './bundle.ts';
import * as extensions from './extensions.ts';
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  toPointer,
  valueAt,
} from './json.ts';
import type * as Model from './model.ts';

/** Follows a `$ref` inside a bundle; anything else is returned as it is, with its pointer. */
function resolve(
  bundle: Bundle,
  value: Json | undefined,
  pointer: string,
): { value: JsonObject; pointer: string } {
  const reference = asObject(value)['$ref'];
  if (typeof reference !== 'string') return { value: asObject(value), pointer };
  const target = reference.slice(1);
  return resolve(bundle, valueAt(bundle.document, target), target);
}

export function buildOperation(bundle: Bundle, path: string, method: string): Model.Operation {
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
  ].map(({ value, at }) => buildParameter(bundle, resolve(bundle, value, at).value));
  const responses = Object.entries(asObject(raw['responses'])).map(([status, value]) =>
    buildResponse(bundle, id, status, value, `${pointer}/responses/${status}`),
  );
  const capability = extensions.readCapability(raw);
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
    longRunning: buildLongRunning(bundle, raw, pointer, responses),
    capability: capability && {
      id: capability.id,
      absentStatus: capability.absentStatus,
      absentError: capability.absentError,
    },
    pagination: extensions.readPagination(raw),
    callbacks: buildCallbacks(bundle, id, raw, pointer),
    secured: isSecured(asArray(raw['security'] ?? bundle.document['security'])),
  };
}

/** An empty requirement among the alternatives makes security optional (OpenAPI 3.1, 4.8.30). */
function isSecured(alternatives: readonly Json[]): boolean {
  return (
    alternatives.length > 0 &&
    alternatives.every((requirement) => Object.keys(asObject(requirement)).length > 0)
  );
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
  const place = asString(raw['in']) as Model.Parameter['in']; // the OpenAPI linter admits these four only
  const style = asString(raw['style']) || (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  return {
    name: asString(raw['name']),
    in: place,
    required: raw['required'] === true,
    description: asString(raw['description']),
    style,
    explode: typeof raw['explode'] === 'boolean' ? raw['explode'] : style === 'form',
    schema: asObject(raw['schema']),
    type: resolve(bundle, raw['schema'], '').value['type'],
    chosen: extensions.readChosen(raw),
  };
}

/** The name of a schema in the API's schema document: its component, or the place where it stands inline. */
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
  const { value: raw, pointer } = resolve(bundle, value, at);
  const [mediaType, content] = Object.entries(asObject(raw['content']))[0] ?? ['application/json', {}];
  return {
    required: raw['required'] === true,
    mediaType,
    schema: schemaName(asObject(asObject(content)['schema']), inline),
    description: asString(raw['description']),
    examples: buildExamples(bundle, asObject(content), pointer + toPointer(['content', mediaType])),
  };
}

function buildResponse(bundle: Bundle, id: string, status: string, value: Json, at: string): Model.Response {
  const { value: raw, pointer } = resolve(bundle, value, at);
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
    links: Object.entries(asObject(raw['links'])).map(([name, link]) => {
      const { value: target } = resolve(bundle, link, '');
      return {
        name,
        description: asString(target['description']),
        operationId: asString(target['operationId']),
        parameters: Object.fromEntries(
          Object.entries(asObject(target['parameters'])).map(([key, source]) => [key, asString(source)]),
        ),
      };
    }),
  };
}

function buildExamples(bundle: Bundle, content: JsonObject, at: string): Model.Example[] {
  return Object.entries(asObject(content['examples'])).map(([name, value]) => {
    const { value: example, pointer } = resolve(bundle, value, at + toPointer(['examples', name]));
    return {
      name,
      summary: asString(example['summary']),
      value: example['value'] ?? null,
      pointer: `${pointer}/value`,
    };
  });
}

function buildCallbacks(bundle: Bundle, id: string, raw: JsonObject, at: string): Model.Callback[] {
  return Object.entries(asObject(raw['callbacks'])).flatMap(([name, callback]) =>
    Object.entries(resolve(bundle, callback, '').value).flatMap(([expression, item]) =>
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
            buildResponse(bundle, inline, status, value, `${pointer}/responses/${status}`),
          ),
        };
      }),
    ),
  );
}

/** Follows the links that `x-dp-long-running` names: which call takes the token, as which parameter. */
function buildLongRunning(
  bundle: Bundle,
  raw: JsonObject,
  pointer: string,
  responses: readonly Model.Response[],
): Model.LongRunning | undefined {
  const declared = extensions.readLongRunning(raw);
  if (!declared) return undefined;
  const at = `${pointer}/x-dp-long-running`;
  const start = responses.find((response) => response.status === '202');
  const call = (name: string): Model.TaskCall & { token: string } => {
    const link = start?.links.find((candidate) => candidate.name === name);
    const [parameter, source] = Object.entries(link?.parameters ?? {})[0] ?? [];
    const token = source?.match(/^\$response\.body(?:#(.*))?$/);
    if (!link || parameter === undefined || !token) {
      bundle.report(
        at,
        'long-running',
        `the 202 answer has no link ${name} that hands a value of $response.body to a parameter`,
      );
    }
    return { operation: link?.operationId ?? '', parameter: parameter ?? '', token: token?.[1] ?? '' };
  };
  const { token, ...poll } = call(declared.poll);
  const cancel = declared.cancel === undefined ? undefined : call(declared.cancel);
  const polled = pollAnswer(bundle, poll.operation);
  const name = polled && stateSchema(bundle, polled, declared.state);
  const lifecycle = name === undefined ? undefined : lifecycleOf(bundle, name);
  if (polled && lifecycle === undefined) {
    bundle.report(
      at,
      'long-running',
      `${declared.state} of what ${poll.operation} answers is no enumeration with a lifecycle`,
    );
  }
  if (lifecycle && lifecycle.succeeded.length === 0) {
    bundle.report(at, 'long-running', `${lifecycle.name} names no good end: who waits cannot tell success`);
  }
  return {
    startStatus: '202',
    token,
    poll,
    cancel: cancel && { operation: cancel.operation, parameter: cancel.parameter },
    state: declared.state,
    lifecycle: name ?? '',
    states: lifecycle?.states ?? [],
    terminal: lifecycle?.terminal ?? [],
    succeeded: lifecycle?.succeeded ?? [],
    finishedStatus: responses.some((response) => response.status === '200') ? '200' : undefined,
  };
}

function lifecycleOf(bundle: Bundle, name: string): Model.Lifecycle | undefined {
  const schema = asObject(valueAt(bundle.document, toPointer(['components', 'schemas', name])));
  return extensions.readLifecycle(name, schema, bundle.id);
}

function pollAnswer(bundle: Bundle, operationId: string): JsonObject | undefined {
  for (const item of Object.values(asObject(bundle.document['paths']))) {
    for (const operation of Object.values(asObject(item))) {
      if (!isObject(operation) || operation['operationId'] !== operationId) continue;
      const answer = resolve(bundle, asObject(operation['responses'])['200'], '').value;
      return asObject(asObject(Object.values(asObject(answer['content']))[0])['schema']);
    }
  }
  return undefined;
}

/** The name of the lifecycle schema that a state pointer leads to. */
function stateSchema(bundle: Bundle, schema: JsonObject, state: string): string | undefined {
  let holder = resolve(bundle, schema, '').value;
  let reference: Json | undefined;
  for (const segment of state.split('/').slice(1)) {
    const member = asObject(holder['properties'])[segment];
    reference = asObject(member)['$ref'];
    holder = resolve(bundle, member, '').value;
  }
  if (typeof reference !== 'string' || !isObject(holder['x-dp-lifecycle'])) return undefined;
  return reference.replace('#/components/schemas/', '');
}
