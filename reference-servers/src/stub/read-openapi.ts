import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { errors } from '@tessera/contracts/errors';
import type {
  BodyEntry,
  Fixture,
  Fixtures,
  LifecycleEntry,
  OperationEntry,
  ParameterEntry,
  ResponseEntry,
  SchemaDocument,
} from '@tessera/contracts/vocabulary';
import { parse } from 'yaml';
import { valueAt } from '../harness/json-pointer.ts';
import { isRecord } from '../harness/json-schema.ts';
import { prepareValidators } from '../harness/validators.ts';
import { reasonOf } from '../system-error.ts';
import type { StubSource } from './create-stub.ts';
import { limitedPatterns } from './limited-pattern.ts';
import { collectSchemas, type SchemaCollector } from './openapi-schemas.ts';
import { readTask } from './read-task.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options'];

/** Parts of a document, with references followed where the standard allows them. */
interface Reader {
  readonly document: unknown;
  readonly schemas: SchemaCollector;
}

/**
 * Reads any OpenAPI 3.0 or 3.1 file, in YAML or JSON, as a contract that a stub can serve. Bodies other than JSON are
 * neither validated nor returned. Tasks are known where links and the vocabulary of our specs describe them.
 * @throws Error that says which part of the file cannot be served
 */
export function readOpenapi(file: string): StubSource {
  const document = parseFile(file);
  if (!isRecord(document) || !/^3\.[01]\./.test(String(document['openapi']))) {
    throw new Error(`${file} is no OpenAPI document of version 3.0 or 3.1${foundIn(document)}`);
  }
  const id = basename(file).replace(/(\.openapi)?\.(ya?ml|json)$/i, '');
  const reader = { document, schemas: collectSchemas(document, id) };
  const operations: Record<string, OperationEntry> = {};
  const fixtures: Record<string, Fixtures[string]> = {};
  const lifecycles: Record<string, LifecycleEntry> = {};
  let schemas: SchemaDocument;
  try {
    const items = recordAt(reader, document['paths']);
    const paths = Object.keys(items);
    for (const [path, item] of Object.entries(items)) {
      if (path.startsWith('x-')) continue;
      refuseUnroutable(path, paths);
      const { parameters: shared, ...methods } = recordAt(reader, item);
      for (const method of METHODS.filter((one) => methods[one] !== undefined)) {
        const operation = recordAt(reader, methods[method]);
        refuseUnanswerable(reader, operation, `${method.toUpperCase()} ${path}`);
        const name = String(operation['operationId'] ?? `${method} ${path}`);
        if (Object.hasOwn(operations, name)) throw new Error(`two operations are named ${name}`);
        const task = readTask(document, operation, name);
        if (task !== undefined) lifecycles[task.lifecycle.name] = task.lifecycle;
        operations[name] = {
          ...readOperation(reader, operation, { name, method, path, shared }),
          ...(task === undefined ? {} : { longRunning: task.longRunning }),
        };
        fixtures[name] = readFixtures(reader, operation);
      }
    }
    if (Object.keys(operations).length === 0) throw new Error('it describes no operation');
    schemas = reader.schemas.document();
    prepareValidators(schemas, limitedPatterns);
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  const info = recordAt(reader, document['info']);
  const [title, version] = [String(info['title'] ?? id), String(info['version'] ?? '0')];
  const table = { id, area: 'stub', title, version, prefix: '', operations };
  const contract = { table, schemas, document, catalog: errors };
  return { contract, fixtures, lifecycles };
}

/** @throws Error at a path that no router can tell from another one, or cannot take */
function refuseUnroutable(path: string, paths: readonly string[]): void {
  if (!path.startsWith('/')) throw new Error(`the path ${path} does not begin with a slash`);
  if (path.includes('*')) throw new Error(`the path ${path} holds a *, which cannot be routed`);
  const shapeOf = (one: string) => one.replaceAll(/\{[^}]*\}/g, '{}');
  const twin = paths.find((one) => one !== path && shapeOf(one) === shapeOf(path));
  if (twin !== undefined) throw new Error(`the paths ${path} and ${twin} fit the same addresses`);
}

/** @throws Error at an operation without responses, or with a response that no server can send */
function refuseUnanswerable(reader: Reader, operation: Record<string, unknown>, where: string): void {
  const statuses = Object.keys(recordAt(reader, operation['responses']));
  if (statuses.length === 0) throw new Error(`${where} has no responses`);
  const odd = statuses.find(
    (status) => !/^([1-5](\d\d|xx)|default)$/i.test(status) && !status.startsWith('x-'),
  );
  if (odd !== undefined) throw new Error(`${where} has a response ${odd}, which is no status of HTTP`);
}

/** How a document describes itself, for the message that it is not an OpenAPI document. */
function foundIn(document: unknown): string {
  if (!isRecord(document)) return '';
  if (document['swagger'] !== undefined) return ': it is of version 2.0, convert it first';
  const { openapi } = document;
  if (typeof openapi === 'number') return `: its version is a number, write "${openapi}.0"`;
  return openapi === undefined ? '' : `: it is of version ${openapi}`;
}

function parseFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${reasonOf(cause)}`, { cause });
  }
  const fromJson = parseJson(text);
  if (fromJson !== undefined) return fromJson;
  try {
    return parse(text, { maxAliasCount: 1000 });
  } catch (cause) {
    throw new Error(`${file} is neither YAML nor JSON: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

/** All JSON is YAML, but large files are mostly JSON, and this takes a hundredth of the time. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Follows a reference; values other than objects are read as an empty object. */
function recordAt({ document }: Reader, given: unknown): Record<string, unknown> {
  let found = given;
  for (let step = 0; step < 10 && isRecord(found) && typeof found['$ref'] === 'string'; step += 1) {
    const reference = found['$ref'];
    if (!reference.startsWith('#/')) {
      throw new Error(`${reference} leads into another file: bundle the document into one file first`);
    }
    found = valueAt(document, decodeURIComponent(reference.slice(1)));
    if (found === undefined) throw new Error(`${reference} leads nowhere`);
  }
  return isRecord(found) ? found : {};
}

interface Place {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Parameters of the path. */
  readonly shared: unknown;
}

function readOperation(reader: Reader, operation: Record<string, unknown>, place: Place): OperationEntry {
  const { name, method, path, shared } = place;
  const body = readBody(reader, operation, name);
  const responses = responsesOf(reader, operation).map(
    ([status, response]) => [status, readResponse(reader, response, name, status)] as const,
  );
  const secured = operation['security'] ?? valueAt(reader.document, '/security');
  return {
    id: name,
    method: method.toUpperCase(),
    path,
    tag: '',
    summary: String(operation['summary'] ?? name),
    parameters: readParameters(
      reader,
      [...impliedBy(path), ...listOf(shared), ...listOf(operation['parameters'])],
      name,
    ),
    responses: Object.fromEntries(responses),
    errors: {},
    ...(body === undefined ? {} : { body }),
    ...(isDemanded(secured) ? { secured: true } : {}),
  };
}

/** An empty requirement among others means that credentials are optional. */
function isDemanded(security: unknown): boolean {
  const list = listOf(security);
  return list.length > 0 && list.every((one) => isRecord(one) && Object.keys(one).length > 0);
}

/**
 * By status. A range becomes one status, and `default` becomes the success if no other is declared, otherwise an error.
 */
function responsesOf(reader: Reader, operation: Record<string, unknown>): [status: string, unknown][] {
  const given = recordAt(reader, operation['responses']);
  const statuses = Object.keys(given).filter((status) => !status.startsWith('x-'));
  const otherwise = statuses.some((status) => status.startsWith('2')) ? '500' : '200';
  return statuses.map((status) => [
    status === 'default' ? otherwise : status.replaceAll(/x/gi, '0'),
    given[status],
  ]);
}

/** The parameters of a path exist even when the file does not declare them. */
function impliedBy(path: string): object[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => ({ name, in: 'path', required: true }));
}

function readParameters(reader: Reader, given: readonly unknown[], name: string): ParameterEntry[] {
  const found = new Map<string, ParameterEntry>();
  const groups = new Map<string, { properties: Record<string, unknown>; required: string[] }>();
  for (const one of given.map((parameter) => recordAt(reader, parameter))) {
    const place = (['path', 'query', 'header'] as const).find((known) => known === one['in']);
    if (place === undefined) continue;
    const style = String(one['style'] ?? (place === 'query' ? 'form' : 'simple'));
    const required = one['required'] === true;
    const entry = { name: String(one['name']), in: place, required, style };
    found.set(`${place} ${entry.name}`, { ...entry, explode: Boolean(one['explode'] ?? style === 'form') });
    const group = groups.get(place) ?? { properties: {}, required: [] };
    const key = place === 'header' ? entry.name.toLowerCase() : entry.name;
    group.properties[key] = one['schema'] ?? {};
    if (required && !group.required.includes(key)) group.required.push(key);
    groups.set(place, group);
  }
  for (const [place, group] of groups) reader.schemas.add(`${name}.${place}`, { type: 'object', ...group });
  return [...found.values()];
}

function readBody(reader: Reader, operation: Record<string, unknown>, name: string): BodyEntry | undefined {
  const body = recordAt(reader, operation['requestBody']);
  const json = jsonOf(reader, body);
  if (json === undefined) return undefined;
  const [mediaType, { schema = {} }] = json;
  return {
    required: body['required'] === true,
    mediaType,
    schema: reader.schemas.add(`${name}.body`, schema),
  };
}

function readResponse(reader: Reader, given: unknown, name: string, status: string): ResponseEntry {
  const json = jsonOf(reader, recordAt(reader, given));
  if (json === undefined) return {};
  const [mediaType, { schema = {} }] = json;
  return { mediaType, schema: reader.schemas.add(`${name}.${status}`, schema) };
}

function readFixtures(reader: Reader, operation: Record<string, unknown>): Fixtures[string] {
  const responses = responsesOf(reader, operation).map(([status, response]) => [
    status,
    readExamples(reader, jsonOf(reader, recordAt(reader, response))?.[1]),
  ]);
  const body = jsonOf(reader, recordAt(reader, operation['requestBody']))?.[1];
  return { request: readExamples(reader, body), responses: Object.fromEntries(responses) };
}

function readExamples(reader: Reader, media: Record<string, unknown> = {}): Record<string, Fixture> {
  const named = Object.entries(recordAt(reader, media['examples'])).flatMap(([name, given]) => {
    const { summary, value } = recordAt(reader, given);
    // A reference without a value points into another file.
    return value === undefined ? [] : [[name, { summary: String(summary ?? name), value }] as const];
  });
  const schema = recordAt(reader, media['schema']);
  const single = media['example'] ?? schema['example'] ?? listOf(schema['examples'])[0];
  if (named.length > 0 || single === undefined) return Object.fromEntries(named);
  return { example: { summary: 'The example', value: single } };
}

/** The JSON among the media types of a body. */
function jsonOf(
  reader: Reader,
  body: Record<string, unknown>,
): [string, Record<string, unknown>] | undefined {
  const found = Object.entries(recordAt(reader, body['content'])).find(([type]) =>
    /^application\/([\w.-]+\+)?json\b/i.test(type),
  );
  return found && [found[0].toLowerCase().split(';', 1)[0] ?? found[0], recordAt(reader, found[1])];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
