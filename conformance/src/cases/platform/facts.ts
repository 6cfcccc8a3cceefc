import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { Blocked, NEEDS_WRITING, NotApplicable, NotTestable } from '../../suite/check.ts';
import { changesState, isOurChoice, operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { atPointer, isObject, type JsonObject } from '../../suite/json.ts';
import type { Call } from '../../suite/request.ts';
import type { Run } from '../../suite/run.ts';
import type { Started } from '../../suite/tasks.ts';
import { memoByKey } from '../../suite/work.ts';
import { castOf } from './cast.ts';
import { asksForNobody, isChosenIn, replacesSecrets, withoutSecrets } from './knowledge.ts';
import { earlierThan, takenOverBy, type UnitWork, unitWork } from './lives.ts';
import { createNaming, type Named, type Naming } from './naming.ts';
import { createSamples, type Samples } from './samples.ts';

/** Facts that the platform checks share. Each request is sent when a check first needs it. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const { contract, session, settings } = run;
  const operations = Object.values(contract.table.operations);
  /** Every created thing has a name of this run. */
  const own = run.invent('word');
  const samples = createSamples(run, own);
  const work = unitWork(operations, session.schemas);
  const cast = castOf(operations, session.schemas);
  const mayCall = (operation: OperationEntry): boolean => !(settings.readOnly && changesState(operation));

  const naming = createNaming(run, {
    ...samples,
    own,
    start: cast.start,
    mayCall,
    good: (id) => asking.good(id),
  });
  const asking = createGoodRequests(run, { ...samples, ...naming, operations, work, mayCall });

  return {
    run,
    operations,
    work,
    cast,
    own,
    ...samples,
    mayCall,
    ...naming,
    ...asking,
    inTurn: createTurns(),
  };
}

/** The parts of valid requests. */
interface Parts extends Samples, Naming {
  readonly operations: readonly OperationEntry[];
  readonly work: UnitWork;
  mayCall(operation: OperationEntry): boolean;
}

/** The valid request of each operation, sent once and after its prerequisites. */
function createGoodRequests(run: Run, parts: Parts) {
  const { contract, session, settings } = run;
  const { operations, work, goodBody, goodQuery, mayCall, nameAll, nameNobody } = parts;
  /** Tasks that a valid request has started, each polled to its end immediately. */
  const followed: { readonly begun: Started; readonly ended: Promise<unknown> }[] = [];

  /** The valid request of an operation, with the changes of a check. */
  const compose = (operation: OperationEntry, named: Named, more: Partial<Call> = {}): Call => {
    const body = operation.body === undefined ? undefined : goodBody(operation.id);
    return {
      operation: operation.id,
      label: 'valid request',
      intent: 'valid',
      ...(body === undefined ? {} : { value: body }),
      patient: true,
      ...more,
      parameters: { path: named.path, query: goodQuery(operation), ...more.parameters },
    };
  };

  /** Members that the valid body of an operation must copy from the thing that it is about. */
  const takenOver = memoByKey(async (id: string): Promise<JsonObject> => {
    const source = takenOverBy(operations, operationOf(contract, id));
    if (source === undefined || settings.bodies?.[id] !== undefined) return {};
    const made = await good(source.from);
    if (!succeeded(made)) throw new NotTestable(`${source.from} returned ${describeAnswer(made)}`);
    const body = bodyOf(made);
    return Object.fromEntries(source.members.map(([name, pointer]) => [name, atPointer(body, pointer)]));
  });

  const waitForEarlier = async (operation: OperationEntry): Promise<void> => {
    const earlier = earlierThan(operations, work, operation);
    if (earlier === undefined || !mayCall(operationOf(contract, earlier))) return;
    await good(earlier).catch(() => undefined);
    await Promise.all(
      followed.filter(({ begun }) => begun.exchange.operation === earlier).map(({ ended }) => ended),
    );
  };

  const startTask = async (operation: OperationEntry, named: Named): Promise<Exchange> => {
    const call = compose(operation, named);
    const begun = await run.tasks.start(operation.id, call.value, 'valid request', call.parameters);
    // The poll operations report how it ended.
    const ended = run.tasks.finish(begun).catch(() => undefined);
    followed.push({ begun, ended });
    return begun.exchange;
  };

  /**
   * The one cheap valid request that shows whether an operation exists. An operation that removes things gets an
   * unknown name.
   */
  const good = memoByKey(async (id: string): Promise<Exchange> => {
    const operation = operationOf(contract, id);
    if (!mayCall(operation)) throw new NotApplicable(NEEDS_WRITING);
    refuseToReplace(run, operation, goodBody(id));
    await waitForEarlier(operation);
    const named = asksForNobody(operation) ? await nameNobody(operation) : await nameAll(operation);
    if (operation.longRunning !== undefined) return startTask(operation, named);
    const call = compose(operation, named);
    const more = await takenOver(id);
    const value = isObject(call.value) ? { ...call.value, ...more } : call.value;
    refuseUntrue(run, operation, named.path, Object.keys(more).length > 0 ? value : undefined);
    return session.call(value === undefined ? call : { ...call, value });
  });

  return { compose, takenOver, good, gate: createGate(run, good), followed };
}

/** Rejects when no valid request to an operation is possible. */
function createGate(run: Run, good: (id: string) => Promise<Exchange>) {
  return memoByKey(async (id: string): Promise<void> => {
    const exchange = await good(id);
    const status = String(statusOf(exchange));
    const operation = operationOf(run.contract, id);
    const listed = Object.hasOwn(operation.responses, status);
    if (succeeded(exchange) || (listed && status.startsWith('4') && isInShape(run, exchange))) return;
    if (isUnknownByChoice(run, operation, exchange)) return;
    throw new Blocked('P-01', `${id} returned ${describeAnswer(exchange)}`);
  });
}

/** Serializes requests that set the same thing, so that checks do not see one another's values. */
function createTurns() {
  const turns = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = (turns.get(key) ?? Promise.resolve()).then(work);
    turns.set(
      key,
      mine.catch(() => undefined),
    );
    return mine;
  };
}

/** Values that violate the contract cannot be sent back. Another check reports that the platform returned them. */
function refuseUntrue({ session }: Run, { id, body }: OperationEntry, path: object, value: unknown): void {
  const { schemas } = session;
  const isPath = Object.keys(path).length === 0 || schemas.isValid(`${id}.path`, path);
  const isBody = body === undefined || value === undefined || schemas.isValid(body.schema, value);
  if (!isPath || !isBody) throw new NotTestable(`no value from the platform matches a request to ${id}`);
}

/** An overwritten secret cannot be read and restored. */
function refuseToReplace({ session, settings }: Run, operation: OperationEntry, body: unknown): void {
  const { id } = operation;
  if (!replacesSecrets(operation, session.schemas) || settings.bodies?.[id] !== undefined) return;
  const example = JSON.stringify(withoutSecrets(operation, session.schemas, body));
  throw new NotTestable(
    `${id} replaces a key that cannot be read back; allow it with --body ${id}=FILE, the current settings as JSON: ${example}`,
  );
}

/** Nothing of a kind is known. In a read-only run that is not a missing fixture. */
export function nobodyKnown({ run }: Facts, kind: string): NotApplicable | NotTestable {
  const why = `no ${kind} is known; name one with --id ${kind}=...`;
  return run.settings.readOnly ? new NotApplicable(why) : new NotTestable(why);
}

/**
 * Whether a refusal of an unknown name has the shape of the errors of the operation, where this project chose the
 * response to such a name: a 404, or another refusal for what the suite knows to be unknown.
 */
export function isUnknownByChoice({ session }: Run, operation: OperationEntry, exchange: Exchange): boolean {
  const status = statusOf(exchange);
  const isUnknown = status === 404 || (asksForNobody(operation) && status >= 400);
  const { schema } = operation.responses['400'] ?? operation.responses['404'] ?? {};
  return (
    isUnknown &&
    isOurChoice(operation, status) &&
    schema !== undefined &&
    session.schemas.isValid(schema, bodyOf(exchange))
  );
}

/** Whether an error answer has the shape that the contract gives it. */
export function isInShape(run: Run, exchange: Exchange): boolean {
  const entry = operationOf(run.contract, exchange.operation).responses[String(statusOf(exchange))];
  if (entry?.schema === undefined) return entry !== undefined;
  const json = exchange.received?.json;
  if (json === undefined) return false;
  const { departures } = run.session.schemas.read(entry.schema, json.value);
  return departures.every((one) => isChosenIn(run, exchange, one));
}
