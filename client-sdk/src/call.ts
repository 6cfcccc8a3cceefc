import type { ApiTable, OperationEntry } from '@tessera/contracts/vocabulary';
import type { Clock } from './clock.ts';
import { ContractError, type ErrorDetails } from './errors.ts';
import type { CallOptions, ClientOptions, Reliability } from './options.ts';
import { createRedact, type Redact } from './redact.ts';
import type { Transport } from './transport.ts';

/** Milliseconds, and a number of further attempts. */
export const DEFAULT_LIMITS: Limits = { timeout: 120_000, attemptTimeout: 60_000, retries: 2 };

type Limits = Readonly<Record<keyof Reliability, number>>;

/** What all calls of one client share. */
export interface Session {
  readonly table: ApiTable;
  readonly options: ClientOptions;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly transport: Transport;
}

/** The arguments of any operation; the public types say which parts an operation has. */
export interface AnyArguments extends CallOptions {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One call of one operation, with all its attempts. */
export interface Call {
  readonly session: Session;
  readonly operation: OperationEntry;
  readonly args: AnyArguments;
  readonly limits: Limits;
  /** What every error of the call starts with. */
  readonly details: ErrorDetails;
  /** Values of headers that have to stay between the two sides. */
  readonly credentials: Set<string>;
  readonly redact: Redact;
  /** Whether any attempt so far may have reached the server. */
  mayHaveHappened: boolean;
}

/** Prepares a call; sends nothing. */
export function openCall(session: Session, operation: OperationEntry, args: AnyArguments): Call {
  const requestId =
    args.requestId ?? findHeader(args.headers, 'x-request-id') ?? (session.options.newRequestId ?? newUuid)();
  const credentials = new Set<string>();
  const limit = (name: keyof Reliability) => args[name] ?? session.options[name] ?? DEFAULT_LIMITS[name];
  return {
    session,
    operation,
    args,
    limits: {
      timeout: limit('timeout'),
      attemptTimeout: limit('attemptTimeout'),
      retries: limit('retries'),
    },
    details: { operationId: operation.id, requestId },
    credentials,
    redact: (text) => createRedact(credentials, args.body)(text),
    mayHaveHappened: false,
  };
}

/** A breach of the contract by the answer to a call. */
export function breach(
  call: Call,
  status: number,
  expected: string,
  { pointer = '', cause, seen }: { pointer?: string; cause?: unknown; seen?: string } = {},
): ContractError {
  const place = pointer === '' ? 'the body' : pointer;
  const saw = seen === undefined ? '' : `, not ${seen}`;
  const message = call.redact(`answered ${status} against the contract: ${place} ${expected}${saw}`);
  return new ContractError(message, { ...call.details, status, pointer, expected, cause });
}

function findHeader(
  headers: Readonly<Record<string, string>> | undefined,
  wanted: string,
): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Browsers have `randomUUID` on secure pages only, and then it is the fast way. */
function newUuid(): string {
  if (crypto.randomUUID !== undefined) return crypto.randomUUID();
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
