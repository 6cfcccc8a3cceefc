import type { ApiTable, OperationEntry } from '@tessera/contracts/vocabulary';
import { readBody } from './answer.ts';
import type { AnyArguments, Session } from './call.ts';
import { systemClock } from './clock.ts';
import { ApiError } from './errors.ts';
import { resumeTask, startTask } from './long-running.ts';
import type { ClientOptions } from './options.ts';
import { createPager } from './paginate.ts';
import { send } from './send.ts';
import { createTransport } from './transport.ts';
import type { ApiClient, OperationShapes } from './types.ts';

/**
 * Builds the client of an API from its operation table: one function per operation. Throws `TypeError` for a
 * `baseUrl` that no request could be sent to. Calls reject with one of the errors of this package, and with
 * `TypeError` for arguments that cannot be sent.
 */
export function createClient<Operations extends OperationShapes<Operations>, Table extends ApiTable>(
  table: Table,
  options: ClientOptions,
): ApiClient<Operations, Table> {
  const baseUrl = checkBaseUrl(options.baseUrl);
  const transport = createTransport(baseUrl, options.fetch);
  const session: Session = { table, options, baseUrl, clock: options.clock ?? systemClock, transport };
  const operations = Object.values(session.table.operations).map((operation) => [
    operation.id,
    Object.assign(callOf(session, operation), basicsOf(session, operation)),
  ]);
  const client = { ...Object.fromEntries(operations), raw: transport.raw };
  return client as ApiClient<Operations, Table>; // both sides are computed from the same table
}

function callOf(session: Session, operation: OperationEntry) {
  const { longRunning, pagination } = operation;
  if (longRunning !== undefined) {
    return Object.assign((args: AnyArguments = {}) => startTask(session, operation, longRunning, args), {
      resume: (saved: unknown) => resumeTask(session, operation, longRunning, saved),
    });
  }
  if (pagination !== undefined) {
    return (args: AnyArguments = {}) => createPager(session, operation, pagination, args);
  }
  return async (args: AnyArguments = {}) => readBody(await send(session, operation, args));
}

function basicsOf(session: Session, operation: OperationEntry) {
  return {
    operationId: operation.id,
    async withResponse(args: AnyArguments = {}) {
      const answer = await send(session, operation, args);
      const { call, headers, status } = answer;
      return { status, body: readBody(answer), headers, requestId: call.details.requestId };
    },
    isError: (error: unknown) =>
      error instanceof ApiError && error.operationId === operation.id && error.isListed,
  };
}

/** Without its trailing slashes. What is wrong is told without the address, which may hold a password. */
function checkBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be an absolute http or https address');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must have no user, password, query or fragment: use token or headers');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}
