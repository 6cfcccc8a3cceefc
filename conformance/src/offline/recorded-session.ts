import { NotTestable } from '../suite/check.ts';
import type { Contract } from '../suite/contract.ts';
import { bodyOf, type Exchange, type Intent } from '../suite/exchange.ts';
import { type Match, matchOperation } from '../suite/match.ts';
import { NOTHING_IS_SENT } from '../suite/read-only.ts';
import { parameterVerdicts } from '../suite/request.ts';
import { type Schemas, schemasOf } from '../suite/schemas.ts';
import type { Session } from '../suite/session.ts';
import { readStart, stateOf, type Task, type Tasks } from '../suite/tasks.ts';
import { readParameters } from './recorded-parameters.ts';
import type { Recorded } from './recording.ts';

/** The part of a recording that belongs to one contract. */
export interface RecordedSession {
  readonly session: Session;
  /** Requests that do not belong to the contract. */
  readonly strangers: number;
  /** The base address of most requests; undefined without any. */
  readonly base: URL | undefined;
}

/** A session with a recorded journal. A check that needs to send a request is not testable. */
export function openRecording(
  contract: Contract,
  recorded: readonly Recorded[],
  base: URL | undefined,
): RecordedSession {
  const schemas = schemasOf(contract.schemas);
  const began = recorded[0]?.startedAt ?? 0;
  const fitting = recorded.flatMap((one) => {
    const found = findOperation(contract, one, base);
    return found === undefined ? [] : [{ one, found }];
  });
  const own = base ?? mostFrequent(fitting.map(({ found }) => found.base));
  const journal: Exchange[] = [];
  for (const { one, found } of fitting) {
    journal.push({
      id: journal.length + 1,
      label: 'recorded',
      operation: found.operation.id,
      intent: intentOf(found, schemas, one),
      sent: {
        ...one.sent,
        path: pathBelow(own, one.url),
        ...(found.token === undefined ? {} : { token: found.token }),
      },
      ...(one.received === undefined ? { failure: 'no response was recorded' } : { received: one.received }),
      at: one.startedAt - began,
      took: one.took,
      lag: 0,
    });
  }
  const last = journal.at(-1);
  const refuse = (): Promise<never> => Promise.reject(new NotTestable(NOTHING_IS_SENT));
  const session: Session = {
    contract,
    schemas,
    journal,
    isRecorded: true,
    now: () => (last === undefined ? 0 : last.at + last.took),
    call: refuse,
    repeat: refuse,
    pause: refuse,
    cleanUp: () => undefined,
    close: () => undefined,
  };
  return { session, strangers: recorded.length - journal.length, base: own };
}

function mostFrequent(bases: readonly string[]): URL | undefined {
  const counts = new Map<string, number>();
  for (const one of bases) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [first] = [...counts].sort(([, left], [, right]) => right - left);
  return first === undefined ? undefined : new URL(first[0]);
}

/** The path of a request below the base, as in a run; the whole address of any other request. */
function pathBelow(base: URL | undefined, { href, origin, pathname, search }: URL): string {
  const prefix = base?.pathname.replace(/\/+$/, '') ?? '';
  if (origin !== base?.origin || !pathname.startsWith(prefix)) return href;
  return `${pathname.slice(prefix.length)}${search}`;
}

interface Found extends Match {
  /** The part of its address before the path of the contract. */
  readonly base: string;
  readonly token?: string;
}

/** Below the address if there is one, else by the end of a path. */
function findOperation(
  contract: Contract,
  { url, sent }: Recorded,
  base: URL | undefined,
): Found | undefined {
  if (base !== undefined && url.origin !== base.origin) return undefined;
  const below = base?.pathname.replace(/\/+$/, '');
  if (below !== undefined && !url.pathname.startsWith(below)) return undefined;
  const path = url.pathname.slice(below?.length ?? 0);
  const match = matchOperation(contract, sent.method, path, below !== undefined);
  if (match === undefined) return undefined;
  const [token] = Object.values(match.named);
  return {
    ...match,
    base: `${url.origin}${below ?? ''}${match.prefix}`,
    ...(token === undefined ? {} : { token }),
  };
}

function intentOf({ operation, named }: Match, schemas: Schemas, recorded: Recorded): Intent {
  const { sent } = recorded;
  const { body } = operation;
  const parameters = readParameters(operation, recorded, named);
  const isGood = parameterVerdicts(operation, schemas, { parameters }).every((verdict) => verdict);
  if (body === undefined) return isGood ? 'valid' : 'invalid';
  if (sent.text === undefined) return body.required || !isGood ? 'invalid' : 'valid';
  const mediaType = sent.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== undefined && mediaType !== body.mediaType) return 'stray';
  return isGood && 'value' in sent && schemas.isValid(body.schema, sent.value) ? 'valid' : 'invalid';
}

/** The tasks of a recording, with all recorded polls. */
export function findTasks(session: Session): Tasks {
  const all: Task[] = [];
  for (const exchange of session.journal) {
    const operation = session.contract.table.operations[exchange.operation];
    if (operation?.longRunning !== undefined) {
      const started = readStart(session, operation.id, exchange);
      if (started.kind === 'task') all.push(started.task);
    }
    const task = all.findLast(({ token }) => token === exchange.sent.token);
    if (task === undefined) continue;
    if (exchange.operation === task.longRunning.cancel?.operation) task.terminations.push(exchange);
    if (exchange.operation !== task.longRunning.poll.operation) continue;
    const state = stateOf(exchange, task.longRunning);
    task.observations.push({ exchange, state, body: bodyOf(exchange) });
    if (state !== undefined && task.lifecycle.terminal.includes(state)) task.end = 'terminal';
  }
  const refuse = (): Promise<never> => Promise.reject(new NotTestable(NOTHING_IS_SENT));
  return { all, start: refuse, finish: refuse, read: refuse, terminate: refuse, due: () => 0 };
}
