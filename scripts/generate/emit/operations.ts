import type { Json } from '../json.ts';
import type { Api, Callback, Operation, Parameter, Response } from '../model.ts';
import { camelCase, type EmittedFile, header, literal, literalType } from './file.ts';

/** `operations/<api>.js`: the wire facts of each operation, without prose. */
export function emitOperations(api: Api): EmittedFile[] {
  const name = camelCase(api.id);
  const intro = header(api.bundle.file.path);
  const table = operationTable(api);
  return [
    { path: `operations/${api.id}.js`, text: `${intro}export const ${name} = ${literal(table)};\n` },
    {
      path: `operations/${api.id}.d.ts`,
      text: `${intro}export declare const ${name}: ${literalType(table)};\n`,
    },
  ];
}

function operationTable(api: Api): Json {
  return compact({
    id: api.id,
    area: api.area,
    title: api.title,
    version: api.version,
    prefix: api.prefix,
    operations: Object.fromEntries(
      api.operations.map((operation) => [operation.id, operationEntry(operation)]),
    ),
  });
}

function operationEntry(operation: Operation): Json {
  const { body, longRunning, steady, capability, pagination } = operation;
  return compact({
    id: operation.id,
    method: operation.method,
    path: operation.path,
    tag: operation.tag,
    summary: operation.summary,
    deprecated: operation.deprecated || undefined,
    since: operation.since,
    chosen: operation.chosen,
    secured: operation.secured || undefined,
    safe: operation.safe || undefined,
    steady: steady && compact({ same: steady.same, usually: steady.usually || undefined }),
    parameters: operation.parameters.map(parameterEntry),
    body:
      body &&
      compact({
        required: body.required,
        mediaType: body.mediaType,
        schema: body.schema,
        since: Object.keys(body.since).length > 0 ? body.since : undefined,
      }),
    responses: Object.fromEntries(operation.responses.map(responseEntry)),
    errors: operation.errors,
    longRunning:
      longRunning &&
      compact({
        ...longRunning,
        cancel: longRunning.cancel && { ...longRunning.cancel },
        poll: { ...longRunning.poll },
      }),
    capability: capability && compact({ ...capability }),
    pagination: pagination && compact({ ...pagination }),
    callbacks: operation.callbacks.length > 0 ? operation.callbacks.map(callbackEntry) : undefined,
  });
}

function parameterEntry({ names, selects, chosen, ...parameter }: Parameter): Json {
  const keywords =
    typeof chosen === 'object' ? Object.keys(chosen).filter((one) => one.startsWith('schema/')) : [];
  return compact({
    name: parameter.name,
    in: parameter.in,
    required: parameter.required,
    style: parameter.style,
    explode: parameter.explode,
    type: parameter.type,
    default: parameter.schema['default'],
    chosen: keywords.length > 0 ? keywords.map((one) => one.slice('schema/'.length)) : undefined,
    names: names.length > 0 ? names : undefined,
    selects: selects && compact({ ...selects }),
  });
}

function responseEntry({ status, mediaType, schema, links, chosen }: Response): [string, Json] {
  const own = chosen === undefined ? {} : { chosen };
  const body = schema === undefined || mediaType === undefined ? {} : { mediaType, schema, ...own };
  if (links.length === 0) return [status, body];
  const leads = links.map(({ name, api, operationId, parameters, body: handed, needs }) => [
    name,
    compact({ api, operation: operationId, parameters, body: handed, needs }),
  ]);
  return [status, { ...body, links: Object.fromEntries(leads) }];
}

function callbackEntry({ name, expression, method, body, responses, errors }: Callback): Json {
  return compact({
    name,
    expression,
    method,
    body: body && { required: body.required, mediaType: body.mediaType, schema: body.schema },
    responses: Object.fromEntries(responses.map(responseEntry)),
    errors,
  });
}

/** Leaves out `undefined` members, which JSON does not have. */
export function compact(object: { readonly [key: string]: unknown }): Json {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Json; // callers pass JSON values
}
