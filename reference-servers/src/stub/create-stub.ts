import type {
  Fixtures,
  LifecycleEntry,
  LongRunningEntry,
  OperationEntry,
} from '@tessera/contracts/vocabulary';
import type { HandlerContext } from '../harness/bind.ts';
import type { Catalog, Contract } from '../harness/contract.ts';
import { replaceAt, valueAt } from '../harness/json-pointer.ts';
import { isRecord } from '../harness/json-schema.ts';
import type { Mount } from '../harness/mount.ts';
import { CatalogError } from '../harness/problem.ts';
import { validatorsOf } from '../harness/validators.ts';
import { chooseAnswer, type ExampleAnswer, type ExampleSource, examplesOf } from './examples.ts';
import { endOfList, type PagedRequest } from './later-page.ts';
import { describeApplied, readPrefer } from './prefer.ts';
import { createSampler } from './sample.ts';
import type { StubTasks } from './stub-tasks.ts';

/** Marks a response that no program computed: the source of the example. */
export const STUB_HEADER = 'tessera-stub';

/** A contract with everything that a stub needs to respond. */
export interface StubSource {
  readonly contract: Contract;
  readonly fixtures: Fixtures;
  readonly lifecycles: Readonly<Record<string, LifecycleEntry>>;
}

/** Options of a stub. */
export interface StubOptions {
  /** Shared by stubs that answer polls for each other's tasks. */
  readonly tasks: StubTasks;
  /** Path under which it is served; the contract's path when absent. */
  readonly prefix?: string;
}

interface StubRequest extends PagedRequest {
  readonly path: Readonly<Record<string, unknown>>;
}

/** An operation, and what the stub knows about the tasks that it starts, reports or stops. */
interface StubOperation extends ExampleSource {
  readonly api: string;
  /** What its schema does not allow in a body; `undefined` for a valid one. */
  readonly findUnfit: (status: string, body: unknown) => string | undefined;
  readonly catalog: Catalog;
  readonly starts: { readonly lifecycle: LifecycleEntry; readonly poll: string } | undefined;
  /** Present when it reports a task: the parameter with the token, and the location of the state in the response. */
  readonly polls:
    | { readonly parameter: string; readonly state: string; readonly success: string }
    | undefined;
  /** Present when it stops tasks: the parameter with the token, and the operation that reports those tasks. */
  readonly cancels: { readonly parameter: string; readonly poll: string } | undefined;
}

/**
 * Serves a contract that has no implementation: it validates requests in full and returns the contract's examples. It
 * remembers only tasks: a token goes through the lifecycle of its states.
 */
export function createStub(source: StubSource, { tasks, prefix }: StubOptions): Mount {
  const { contract, fixtures } = source;
  const entries = Object.values(contract.table.operations);
  const starters = entries.flatMap(({ longRunning }) => longRunning ?? []);
  const sample = createSampler(contract.schemas);
  const validators = validatorsOf(contract.schemas);
  const handlers = Object.fromEntries(
    entries.map((entry) => {
      const { catalog } = contract;
      const operation = {
        api: contract.table.id,
        catalog,
        entry,
        fixtures,
        sample,
        findUnfit: (status: string, body: unknown) => {
          const schema = entry.responses[status]?.schema;
          const [failure] = schema === undefined ? [] : validators.checkResponse(schema, body);
          return failure && `${failure.field || 'the body'} ${failure.problem}`;
        },
        ...rolesOf(source, entry, starters),
      };
      return [
        entry.id,
        (request: StubRequest, context: HandlerContext) => answer(operation, tasks, request, context),
      ];
    }),
  );
  return {
    contract,
    handlers,
    answersErrors: true,
    validateResponses: false,
    authenticate: ({ headers }, operationId) =>
      !(contract.table.operations[operationId]?.secured === true || mayRefuse(contract, operationId)) ||
      headers.authorization !== undefined,
    ...(prefix === undefined ? {} : { prefix }),
  };
}

/** A stub requires credentials where its contract declares a response for an unknown sender. */
function mayRefuse({ table }: StubSource['contract'], operationId: string): boolean {
  return table.operations[operationId]?.errors['401'] !== undefined;
}

function rolesOf(
  { contract, lifecycles }: StubSource,
  entry: OperationEntry,
  starters: readonly LongRunningEntry[],
): Pick<StubOperation, 'starts' | 'polls' | 'cancels'> {
  const { longRunning } = entry;
  const { id: api } = contract.table;
  const lifecycle = lifecycles[longRunning?.lifecycle ?? ''];
  const polled = starters.find(({ poll }) => poll.operation === entry.id);
  const stopped = starters.find(({ cancel }) => cancel?.operation === entry.id);
  return {
    starts: longRunning && lifecycle && { lifecycle, poll: pollOf(api, longRunning) },
    polls: polled && { parameter: polled.poll.parameter, state: polled.state, success: '200' },
    cancels: stopped?.cancel && { parameter: stopped.cancel.parameter, poll: pollOf(api, stopped) },
  };
}

/** The operation that reports a task, possibly in another API. */
function pollOf(api: string, { poll }: LongRunningEntry): string {
  return `${poll.api ?? api}#${poll.operation}`;
}

/**
 * The preferred response is sent regardless of any state. A response that violates its schema, as a file's example may,
 * is sent with a note: the file is wrong or incomplete, not the request.
 */
function answer(
  operation: StubOperation,
  tasks: StubTasks,
  request: StubRequest,
  { headers, log }: HandlerContext,
) {
  const preference = readPrefer(headers['prefer']);
  const applied = describeApplied(preference);
  const chosen =
    applied === undefined ? answerByState(operation, tasks, request) : chooseAnswer(operation, preference);
  const { status, body, source } = withNewToken(operation, tasks, chosen);
  const unfit = operation.findUnfit(status, body);
  if (unfit !== undefined) {
    log.warn({ operation: operation.entry.id, status, source }, `the file allows no such answer: ${unfit}`);
  }
  return {
    status: Number(status),
    ...(body === undefined ? {} : { body }),
    headers: {
      [STUB_HEADER]: unfit === undefined ? source : `${source}; unfit`,
      ...(applied === undefined ? {} : { 'preference-applied': applied }),
    },
  };
}

function answerByState(operation: StubOperation, tasks: StubTasks, request: StubRequest): ExampleAnswer {
  const { path } = request;
  const { entry, polls, cancels } = operation;
  const token = String(path[(polls ?? cancels)?.parameter ?? ''] ?? '');
  if (cancels !== undefined && polls === undefined) {
    if (tasks.stateOf(token, cancels.poll) === undefined) {
      return answerUnknown(operation, token, cancels.parameter);
    }
    // The first request starts an action (202); later ones only report its progress (200).
    const status = tasks.stop(token, entry.id) ? '202' : '200';
    return chooseAnswer(operation, entry.responses[status] === undefined ? {} : { code: status });
  }
  if (polls === undefined) return endOfList(operation, chooseAnswer(operation, {}), request);
  const state = tasks.stateOf(token, `${operation.api}#${entry.id}`);
  if (state === undefined) return answerUnknown(operation, token, polls.parameter);
  return answerInState(operation, polls, token, state);
}

/** The example with the state, or another one with the state inserted. */
function answerInState(
  operation: StubOperation,
  { state: pointer, success, parameter }: NonNullable<StubOperation['polls']>,
  token: string,
  state: string,
): ExampleAnswer {
  const examples = Object.entries(examplesOf(operation, success));
  const fitting = examples.find(([, { value }]) => valueAt(value, pointer) === state);
  const example = (fitting ?? examples[0])?.[0];
  const chosen = chooseAnswer(operation, { code: success, ...(example === undefined ? {} : { example }) });
  const body = replaceAt(chosen.body, pointer, state);
  const named =
    isRecord(body) && typeof body[parameter] === 'string' ? { ...body, [parameter]: token } : body;
  return { ...chosen, body: named };
}

/** The contract's response for an unknown task; an example if it declares none. */
function answerUnknown(operation: StubOperation, token: string, parameter: string): ExampleAnswer {
  const { entry, catalog } = operation;
  const listed = Object.values(entry.errors).flat();
  const code = listed.find((one) => catalog[one]?.part === 'task-unknown');
  if (code !== undefined) {
    throw new CatalogError(code, { [parameter]: token }, { input: token, inputErrorField: parameter });
  }
  return chooseAnswer(operation, entry.responses['404'] === undefined ? {} : { code: '404' });
}

function withNewToken(operation: StubOperation, tasks: StubTasks, chosen: ExampleAnswer): ExampleAnswer {
  const { starts, entry } = operation;
  const { longRunning } = entry;
  if (starts === undefined || chosen.status !== longRunning?.startStatus) return chosen;
  const token = tasks.start(starts.lifecycle, starts.poll);
  return { ...chosen, body: replaceAt(chosen.body, longRunning.token, token) };
}
