import type { CallEntry, CallTable } from '@tessera/contracts/call-table';
import type { Clock } from './clock.ts';
import { ContractError, type Origin } from './errors.ts';
import type { CallOptions, ClientOptions, HeaderValues, Reliability } from './options.ts';
import { redact, type Secrets } from './redact.ts';
import type { Transport } from './transport.ts';
import type { UrlValues } from './url.ts';
import { newUuid } from './uuid.ts';

/** What all calls of one client share. */
export interface Session {
  readonly table: CallTable;
  readonly options: ClientOptions;
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Replaced when middleware wants to see the requests. */
  transport: Transport;
}

/** The arguments of any operation; the public types say which parts an operation has. */
export interface AnyArguments extends CallOptions, UrlValues {
  readonly headers?: HeaderValues;
  readonly body?: unknown;
}

/** One call of one operation, with all its attempts. */
export interface Call extends Origin, Secrets {
  readonly session: Session;
  readonly operation: CallEntry;
  readonly args: AnyArguments;
  /** That of the header which was sent last. */
  requestId: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** Whether any attempt so far may have reached the server. */
  mayHaveHappened: boolean;
}

/** Milliseconds, a number of further attempts, and bytes. */
const DEFAULT_LIMITS: Readonly<Record<keyof Reliability, number>> = {
  timeout: 120_000,
  attemptTimeout: 60_000,
  retries: 2,
  maxResponseBytes: 2 ** 25,
};

/** Prepares a call; sends nothing. */
export function openCall(session: Session, operationId: string, args: AnyArguments): Call {
  const operation = session.table.operations[operationId];
  if (!operation) throw new TypeError(`no ${operationId}`);
  const requestId = args.requestId ?? (session.options.newRequestId ?? newUuid)();
  return { session, operation, args, operationId, requestId, headers: {}, mayHaveHappened: false };
}

/** A limit of a call: its own, that of its client, or the usual one. */
export function limitOf(session: Session, name: keyof Reliability, args: Reliability = {}): number {
  return args[name] ?? session.options[name] ?? DEFAULT_LIMITS[name];
}

/** A breach of the contract by the answer to a call. */
export function breach(
  { call, status }: { readonly call: Call; readonly status: number },
  expected: string,
  pointer = '',
  seen?: string,
): ContractError {
  const saw = seen ? `, not ${seen}` : '';
  const message = `answered ${status} against the contract: ${pointer || 'the body'} ${expected}${saw}`;
  return new ContractError(call, redact(call, message), { status, pointer, expected });
}
