import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from '../generate/json.ts';

/** One operation, with arguments that its contract accepts. */
export interface SampleCall {
  readonly api: string;
  readonly area: string;
  readonly operationId: string;
  /** operationId in the merged file of the area. */
  readonly mergedId: string;
  readonly method: string;
  /** With the prefix of the API, as in the merged file. */
  readonly path: string;
  /** `path`, `query`, `headers` and `body`, as far as the operation has them. */
  readonly args: JsonObject;
  /** Whether the operation cannot be called without a body. */
  readonly needsBody: boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** A call of every operation of all APIs, from the examples of the contracts. */
export async function sampleCalls(root: string): Promise<SampleCall[]> {
  const { apis }: { apis: readonly { id: string; area: string; prefix: string }[] } = await import(
    pathToFileURL(join(root, 'generated/apis.js')).href
  );
  return apis.flatMap(({ area, id, prefix }) => {
    const own = readBundle(root, id);
    const merged = readBundle(root, area);
    return operationsOf(own).map(({ method, operation, path }) => ({
      api: id,
      area,
      operationId: asString(operation['operationId']),
      mergedId: asString(asObject(asObject(asObject(merged['paths'])[prefix + path])[method])['operationId']),
      method: method.toUpperCase(),
      path: prefix + path,
      args: argumentsOf(own, operation),
      needsBody: resolve(own, operation['requestBody'])['required'] === true,
    }));
  });
}

function readBundle(root: string, name: string): JsonObject {
  return JSON.parse(readFileSync(join(root, `generated/bundle/${name}.openapi.json`), 'utf8'));
}

function operationsOf(document: JsonObject) {
  return Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
    METHODS.filter((method) => isObject(asObject(item)[method])).map((method) => ({
      method,
      path,
      operation: asObject(asObject(item)[method]),
    })),
  );
}

function argumentsOf(document: JsonObject, operation: JsonObject): JsonObject {
  const args: Record<string, Json> = {};
  for (const raw of asArray(operation['parameters'])) {
    const parameter = resolve(document, raw);
    if (parameter['required'] !== true) continue;
    const part = parameter['in'] === 'header' ? 'headers' : asString(parameter['in']);
    args[part] = { ...asObject(args[part]), [asString(parameter['name'])]: valueFor(document, parameter) };
  }
  const content = asObject(resolve(document, operation['requestBody'])['content']);
  const [example] = Object.values(asObject(asObject(Object.values(content)[0])['examples']));
  if (example !== undefined) args['body'] = resolve(document, example)['value'] ?? {};
  return args;
}

function valueFor(document: JsonObject, parameter: JsonObject): Json {
  const schema = resolve(document, parameter['schema']);
  const [listed] = asArray(schema['enum']);
  const fallback = schema['type'] === 'integer' ? 10 : schema['type'] === 'boolean' ? true : 'x';
  return parameter['example'] ?? listed ?? schema['default'] ?? fallback;
}

function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  const object = asObject(value);
  const reference = object['$ref'];
  if (typeof reference !== 'string') return object;
  return resolve(document, valueAt(document, reference.slice(1)));
}
