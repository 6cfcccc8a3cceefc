import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { NotTestable } from '../suite/check.ts';
import type { Contract } from '../suite/contract.ts';
import { bodyOf, type Exchange, type Intent } from '../suite/exchange.ts';
import { createSchemas, type Schemas } from '../suite/schemas.ts';
import type { Session } from '../suite/session.ts';
import { readStart, stateOf, type Task, type Tasks } from '../suite/tasks.ts';
import type { Recorded } from './recording.ts';

const NOTHING_IS_SENT = 'a recording is judged: nothing is sent';

/** A session whose journal was written by others. Whatever wants to send is not testable. */
export function openRecording(
  contract: Contract,
  recorded: readonly Recorded[],
  base: URL | undefined,
): { readonly session: Session; readonly strangers: number } {
  const schemas = createSchemas(contract.schemas);
  const began = recorded[0]?.startedAt ?? 0;
  const journal: Exchange[] = [];
  for (const one of recorded) {
    const found = findOperation(contract, one, base);
    if (found === undefined) continue;
    journal.push({
      id: journal.length + 1,
      label: 'recorded',
      operation: found.operation.id,
      intent: intentOf(found.operation, schemas, one),
      sent: { ...one.sent, ...(found.token === undefined ? {} : { token: found.token }) },
      ...(one.received === undefined ? { failure: 'no answer was recorded' } : { received: one.received }),
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
    now: () => (last === undefined ? 0 : last.at + last.took),
    call: refuse,
    pause: refuse,
    cleanUp: () => undefined,
    close: () => undefined,
  };
  return { session, strangers: recorded.length - journal.length };
}

interface Found {
  readonly operation: OperationEntry;
  readonly token?: string;
}

/** Below the address when there is one, else wherever a path ends like one of the contract. The longest fits best. */
function findOperation(
  { table }: Contract,
  { url, sent }: Recorded,
  base: URL | undefined,
): Found | undefined {
  if (base !== undefined && url.origin !== base.origin) return undefined;
  const prefix = base?.pathname.replace(/\/+$/, '');
  if (prefix !== undefined && !url.pathname.startsWith(prefix)) return undefined;
  const path = prefix === undefined ? url.pathname : url.pathname.slice(prefix.length);
  const fitting = Object.values(table.operations)
    .filter(({ method }) => method === sent.method)
    .flatMap((operation) => {
      const pattern = operation.path.replaceAll(/\{[^}]+\}/g, '([^/]+)');
      const match = new RegExp(`${prefix === undefined ? '' : '^'}${pattern}$`).exec(path);
      return match === null ? [] : [{ operation, match }];
    })
    .sort((left, right) => right.operation.path.length - left.operation.path.length);
  const [best] = fitting;
  if (best === undefined) return undefined;
  const [, token] = best.match;
  return { operation: best.operation, ...(token === undefined ? {} : { token: decode(token) }) };
}

function intentOf(operation: OperationEntry, schemas: Schemas, { sent }: Recorded): Intent {
  const { body } = operation;
  if (body === undefined) return 'valid';
  if (sent.text === undefined) return body.required ? 'invalid' : 'valid';
  const mediaType = sent.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== undefined && mediaType !== body.mediaType) return 'stray';
  return 'value' in sent && schemas.isValid(body.schema, sent.value) ? 'valid' : 'invalid';
}

/** The tasks that a recording shows, with every look that somebody took at them. */
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
  return { all, start: refuse, finish: refuse, read: refuse, terminate: refuse };
}

/** Broken percent-encoding stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
