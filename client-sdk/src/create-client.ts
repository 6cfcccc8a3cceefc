import type { CallEntry, CallTable } from '@tessera/contracts/call-table';
import { checkAddress, checkNumbers } from '#checks';
import { readBody } from './answer.ts';
import type { AnyArguments, Session } from './call.ts';
import { systemClock } from './clock.ts';
import { ApiError } from './errors.ts';
import { resumeTask, startTask } from './long-running.ts';
import type { ClientOptions } from './options.ts';
import { createPager } from './paginate.ts';
import { send } from './send.ts';
import { sessions } from './session.ts';
import { createTransport } from './transport.ts';
import type { ApiClient, OperationShapes } from './types.ts';

/**
 * Builds the client of an API from its call table: one function per operation. Throws `TypeError` for an invalid
 * `baseUrl` and for invalid numbers, for example a negative `timeout`. Calls reject with one of the errors of this
 * package, and with `TypeError` for arguments that cannot be sent.
 */
export function createClient<Operations extends OperationShapes<Operations>, Kinds extends object>(
  table: CallTable<Kinds>,
  options: ClientOptions,
): ApiClient<Operations, Kinds> {
  const session: Session = {
    table,
    options,
    baseUrl: checkBaseUrl(options.baseUrl),
    clock: options.clock ?? systemClock,
    transport: options.transport ?? createTransport(options.fetch),
  };
  checkNumbers('options', options);
  const client: Record<string, object> = {};
  for (const [id, entry] of Object.entries(table.operations)) {
    if (!entry.api) client[id] = Object.assign(callOf(session, id, entry), basicsOf(session, id));
  }
  sessions.set(client, session);
  return client as ApiClient<Operations, Kinds>; // both sides are computed from the same table
}

function callOf(session: Session, id: string, { pages, task }: CallEntry) {
  if (task) {
    return Object.assign((args: AnyArguments = {}) => startTask(session, id, task, args), {
      resume: (saved: unknown) => resumeTask(session, id, task, saved),
    });
  }
  if (pages) return (args: AnyArguments = {}) => createPager(session, id, pages, args);
  return async (args: AnyArguments = {}) => readBody(await send(session, id, args));
}

function basicsOf(session: Session, operationId: string) {
  return {
    operationId,
    async withResponse(args: AnyArguments = {}) {
      const answer = await send(session, operationId, args);
      const { call, headers, status } = answer;
      return { status, body: await readBody(answer), headers, requestId: call.requestId };
    },
    isError: (error: unknown) =>
      error instanceof ApiError && error.operationId === operationId && error.isListed,
  };
}

/** An address without its trailing slashes; throws `TypeError` for an unusable one. */
export function checkBaseUrl(baseUrl: string): string {
  checkAddress(baseUrl);
  return baseUrl.replace(/\/+$/, '');
}
