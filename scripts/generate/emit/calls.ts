import type { Json } from '../json.ts';
import type {
  Api,
  ErrorEntry,
  LongRunning,
  Model,
  Operation,
  Pagination,
  Parameter,
  Response,
  TaskCall,
} from '../model.ts';
import { camelCase, type EmittedFile, header, literal, pascalCase, propertyKey } from './file.ts';
import { compact } from './operations.ts';

/** The status that comes with a token unless a table gives another one. */
const USUAL_START = 202;

/**
 * `calls/<api>.js`: the minimum that a caller needs of each operation, because browsers download it. Its types list the
 * operations that start a task and those that return pages.
 */
export function emitCalls(api: Api, model: Model): EmittedFile[] {
  const name = camelCase(api.id);
  const kinds = `${pascalCase(api.id)}Kinds`;
  const intro = header(api.bundle.file.path);
  const errors = errorsOfAll(api, model);
  const table = {
    id: api.id,
    errors: Object.fromEntries(errors),
    operations: Object.fromEntries([
      ...api.operations.map((operation) => [operation.id, callEntry(api, operation, model, errors)]),
      ...followersElsewhere(api, model).map(({ operation, owner }) => [
        operation.id,
        callEntry(owner, operation, model, errors, owner.id),
      ]),
    ]),
  };
  const members = api.operations.map((operation) => kindOf(api, operation, model)).join('');
  const used = [api, ...followersElsewhere(api, model).map(({ owner }) => owner)];
  return [
    {
      path: `calls/${api.id}.js`,
      text: `${intro}export const ${name} = ${literal(table)};

export const ${name}Prefix = ${literal(api.prefix)};
`,
    },
    {
      path: `calls/${api.id}.d.ts`,
      text: `${intro}import type { CallTable } from '../call-table.js';
${[...new Set(used)]
  .map(({ id }) => `import type { Operations as ${pascalCase(id)} } from '../types/${id}.js';\n`)
  .filter(() => members !== '')
  .join('')}
/** Which operations start a task, and which answer in pages. */
export interface ${kinds} {
${members}}

export declare const ${name}: CallTable<${kinds}>;

/** Path of the API in the merged file. Exported separately, because few callers need it. */
export declare const ${name}Prefix: string;
`,
    },
  ];
}

function callEntry(api: Api, operation: Operation, model: Model, shared: Errors, owner?: string): Json {
  const { capability, longRunning, pagination, responses } = operation;
  const successes = responses.filter(isSuccess);
  const isShared = ([status, code]: Errors[number]) =>
    shared.some((one) => one[0] === status && one[1] === code);
  const own = errorsOf(operation, model).filter((error) => !isShared(error));
  return compact({
    api: owner,
    method: operation.method,
    path: operation.path,
    lists: nonEmpty(commaLists(operation)),
    bodies: successes.some(({ schema }) => schema === undefined)
      ? statusesOf(successes.filter(({ schema }) => schema !== undefined))
      : undefined,
    text: nonEmpty(statusesOf(successes.filter(({ schema }) => isText(api, schema)))),
    errors: own.length > 0 ? Object.fromEntries(own) : undefined,
    absent: stops(api, operation) && capability ? Number(capability.absentStatus) : undefined,
    task: longRunning && taskEntry(longRunning),
    pages: pagination && pagesEntry(pagination, operation.parameters),
  });
}

/** Whether an operation stops tasks: only then is the response optional. */
function stops({ operations }: Api, { id }: Operation): boolean {
  return operations.some(({ longRunning }) => longRunning?.cancel?.operation === id);
}

function isSuccess({ status }: Response): boolean {
  return status.startsWith('2');
}

function statusesOf(responses: readonly Response[]): number[] {
  return responses.map(({ status }) => Number(status));
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Only such a body may be given as plain text instead of JSON. */
function isText(api: Api, schema: string | undefined): boolean {
  return schema !== undefined && api.schemas[schema]?.['type'] === 'string';
}

/** The client supports these two serializations of OpenAPI (3.1, 4.8.12.3) and rejects others. */
function commaLists({ id, parameters }: Operation): string[] {
  for (const { in: place, name, style } of parameters) {
    const written = place === 'query' ? 'form' : 'simple';
    if (place !== 'cookie' && style !== written)
      throw new Error(
        `${id}: the client cannot write ${name} in style ${style}; teach client-sdk/src/url.ts first`,
      );
  }
  return parameters.filter(({ in: place, explode }) => place === 'query' && !explode).map(({ name }) => name);
}

/** The status, and where its code is. */
type Errors = readonly (readonly [string, string])[];

/** The errors that all operations of an API have: listed once, they take less space. */
function errorsOfAll({ operations: [first, ...others] }: Api, model: Model): Errors {
  if (first === undefined) return [];
  return errorsOf(first, model).filter(([status, code]) =>
    others.every((other) => errorsOf(other, model).some((error) => error[0] === status && error[1] === code)),
  );
}

function errorsOf({ errors, responses }: Operation, model: Model): Errors {
  return responses
    .filter((response) => !isSuccess(response))
    .map(({ status }) => [status, codeOrPlaces(errors[status] ?? [], model.errors)]);
}

/** A status with one code is unambiguous; for others, where responses show theirs. */
function codeOrPlaces(codes: readonly string[], catalog: readonly ErrorEntry[]): string {
  const [only] = codes;
  if (codes.length === 1 && only !== undefined) return only;
  const shown = catalog.filter(({ code, wire }) => codes.includes(code) && wire !== 'none');
  return [...new Set(shown.map(({ wire }) => wire))].toSorted().join();
}

function taskEntry({
  cancel,
  poll,
  startStatus,
  state,
  states,
  succeeded,
  terminal,
  token,
}: LongRunning): Json {
  return compact({
    started: Number(startStatus) === USUAL_START ? undefined : Number(startStatus),
    token,
    poll: poll.operation,
    cancel: cancel?.operation,
    state,
    running: states.filter((one) => !terminal.includes(one)),
    failed: terminal.filter((one) => !succeeded.includes(one)),
    succeeded,
  });
}

function pagesEntry(pagination: Pagination, parameters: readonly Parameter[]): Json {
  const { cursor, items, nextCursor, offset, pageSize, total } = pagination;
  const { schema } = parameters.find(({ name }) => offset === `query:${name}`) ?? {};
  return compact({
    offset: argumentPointer(offset),
    start: schema?.['default'] || undefined,
    cursor: argumentPointer(cursor),
    items,
    total,
    nextCursor,
    pageSize,
  });
}

/** `query:limit` is `/query/limit` in the arguments of a call. */
function argumentPointer(place: string | undefined): string | undefined {
  return place?.replace(/^(\w+):\/?/, '/$1/');
}

/** One member of the interface of kinds; nothing for an operation that only responds. */
function kindOf(api: Api, { id, longRunning, pagination }: Operation, model: Model): string {
  const members: string[] = [];
  if (longRunning !== undefined) {
    const { operation, owner } = ownerOf(api, longRunning.poll, model);
    members.push(`readonly status: ${successType(owner, operation)}`);
    members.push(`readonly cancellable: ${longRunning.cancel !== undefined}`);
  }
  if (pagination !== undefined) members.push(`readonly items: ${JSON.stringify(pagination.items)}`);
  return members.length === 0 ? '' : `  readonly ${propertyKey(id)}: { ${members.join('; ')} };\n`;
}

/** Body of the response of an operation that reports a task's progress. */
function successType(owner: Api, { id, responses }: Operation): string {
  return responses
    .filter(isSuccess)
    .map(({ status }) => `${pascalCase(owner.id)}[${JSON.stringify(id)}]["responses"][${status}]`)
    .join(' | ');
}

/** An operation, and the API that it belongs to. */
interface Owned {
  readonly owner: Api;
  readonly operation: Operation;
}

function ownerOf(api: Api, call: TaskCall, model: Model): Owned {
  const owner = model.areas.flatMap(({ apis }) => apis).find(({ id }) => id === (call.api ?? api.id));
  const operation = owner?.operations.find(({ id }) => id === call.operation);
  if (owner === undefined || operation === undefined) throw new Error(`no API has ${call.operation}`);
  return { owner, operation };
}

/** The operations of other APIs that follow tasks of this one. */
function followersElsewhere(api: Api, model: Model): Owned[] {
  const calls = api.operations
    .flatMap(({ longRunning }) => [longRunning?.poll, longRunning?.cancel])
    .filter((call) => call?.api !== undefined);
  return calls.flatMap((call) => (call === undefined ? [] : ownerOf(api, call, model)));
}
