/** What an error takes from the call it ends. */
export interface Origin {
  readonly operationId: string;
  readonly requestId: string;
  readonly mayHaveHappened: boolean;
}

/** What all errors of a call share. `message` alone tells which call failed, how, and under which request id. */
export abstract class ClientError<Own extends object = object> extends Error {
  abstract override readonly name: string;
  /** The operation that was called. */
  declare readonly operationId: string;
  /** The `X-Request-ID` that was sent. */
  declare readonly requestId: string;
  /** False when no request has left, so that the call can be repeated without a thought. */
  declare readonly mayHaveHappened: boolean;

  constructor(origin: Origin, message: string, own: Own, options?: ErrorOptions) {
    const { mayHaveHappened, operationId, requestId } = origin;
    super(`${operationId} ${message} (request ${requestId})`, options);
    Object.assign(this, { operationId, requestId, mayHaveHappened }, own);
  }

  /** Everything but the cause and the stack. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** The server returned an error. `body` and `message` contain no secrets. */
export class ApiError<
  Status extends number = number,
  Body = unknown,
  Code extends string = string,
> extends ClientError<{ status: Status; body: Body; code: Code | undefined; isListed: boolean }> {
  /** Types what `instanceof` finds; without it the compiler takes status and body for `any`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is ApiError;
  override readonly name = 'ApiError';
  /** Of HTTP; 0 for a redirect that a browser hides. */
  declare readonly status: Status;
  /** The parsed body; text when it is not JSON, `undefined` without a body. */
  declare readonly body: Body;
  /** Code of the error catalog, when the answer tells it: in its body, or because its status has only one. */
  declare readonly code: Code | undefined;
  /** Whether the contract lists the status for this operation, and the body is of the kind it lists there. */
  declare readonly isListed: boolean;
}

/** No complete answer arrived. */
export class ConnectionError extends ClientError<{ code: string | undefined }> {
  override readonly name = 'ConnectionError';
  /** Code of the runtime, such as `ECONNREFUSED`, where it has one; `TOKEN`: there was no token; `TOO_LARGE`: see `maxResponseBytes`. */
  declare readonly code: string | undefined;
}

/** The time was up: of one attempt, of the whole call, or of the wait for a task. */
export class TimeoutError extends ClientError<{
  code: 'ATTEMPT' | 'CALL' | 'WAIT';
  timeout: number;
}> {
  override readonly name = 'TimeoutError';
  /** Whose time it was: of one attempt, of the call with all its attempts, or of the wait for a task. */
  declare readonly code: 'ATTEMPT' | 'CALL' | 'WAIT';
  /** Milliseconds that were allowed. */
  declare readonly timeout: number;
}

/** The caller's signal was aborted; `cause` is its reason. The server may go on with what it was asked to do. */
export class AbortedError extends ClientError {
  override readonly name = 'AbortedError';
}

/** The task was started and has ended, but not well. */
export class OperationFailedError<Status = unknown> extends ClientError<{
  state: string;
  token: string | undefined;
  logs: LogsOf<Status>;
}> {
  /** Types what `instanceof` finds; without it the compiler takes status and logs for `any`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is OperationFailedError;
  override readonly name = 'OperationFailedError';
  /** Terminal state in which the task ended, such as `FAILED`. */
  declare readonly state: string;
  /** Token of the task; absent when it ended at once. */
  declare readonly token: string | undefined;
  /** The log of the task, oldest line first; empty when the status has none. */
  declare readonly logs: LogsOf<Status>;
  /** The last status. Not part of `toJSON`, since a status may hold what only the platform may see. */
  declare readonly lastStatus: Status;
}

/** The log lines that a status carries. */
export type LogsOf<Status> = Status extends { logs?: infer Logs } ? NonNullable<Logs> : readonly unknown[];

/** The server answered with success, but not with what the contract promises. */
export class ContractError extends ClientError<{ status: number; pointer: string; expected: string }> {
  override readonly name = 'ContractError';
  /** Of HTTP; a success. */
  declare readonly status: number;
  /** JSON pointer to the place in the body; empty for the whole body. */
  declare readonly pointer: string;
  /** What the contract wants there. */
  declare readonly expected: string;
}
