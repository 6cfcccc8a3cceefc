/** The call that an error belongs to. */
export interface Origin {
  readonly operationId: string;
  readonly requestId: string;
  readonly mayHaveHappened: boolean;
}

/** Base class of the errors of a call. `message` states the operation, the failure and the request id. */
export abstract class ClientError<Own extends object = object> extends Error {
  abstract override readonly name: string;
  /** The operation that was called. */
  declare readonly operationId: string;
  /** The `X-Request-ID` that was sent. */
  declare readonly requestId: string;
  /** False if no request was sent, so that repeating the call is safe. */
  declare readonly mayHaveHappened: boolean;

  constructor(origin: Origin, message: string, own: Own, options?: ErrorOptions) {
    const { mayHaveHappened, operationId, requestId } = origin;
    super(`${operationId} ${message} (request ${requestId})`, options);
    Object.assign(this, { operationId, requestId, mayHaveHappened }, own);
  }

  /** All fields except the cause and the stack. */
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
  /** HTTP status; 0 for a redirect that a browser hides. */
  declare readonly status: Status;
  /** The parsed body; text if it is not JSON, `undefined` without a body. */
  declare readonly body: Body;
  /** Code of the error catalog, if the body contains it or the status has only one code. */
  declare readonly code: Code | undefined;
  /** Whether the contract lists the status for this operation and the body matches its schema. */
  declare readonly isListed: boolean;
}

/** No complete response was received. */
export class ConnectionError extends ClientError<{ code: string | undefined }> {
  override readonly name = 'ConnectionError';
  /**
   * Code of the runtime, such as `ECONNREFUSED`, if any; `TOKEN` if there was no token; `TOO_LARGE` if the response
   * exceeds `maxResponseBytes`.
   */
  declare readonly code: string | undefined;
}

/** A timeout: of one attempt, of the whole call, or of waiting for a task. */
export class TimeoutError extends ClientError<{
  code: 'ATTEMPT' | 'CALL' | 'WAIT';
  timeout: number;
}> {
  override readonly name = 'TimeoutError';
  /** What timed out: one attempt, the call with all its attempts, or waiting for a task. */
  declare readonly code: 'ATTEMPT' | 'CALL' | 'WAIT';
  /** The timeout in milliseconds. */
  declare readonly timeout: number;
}

/** The caller's signal was aborted; `cause` is its reason. The server may continue to process the request. */
export class AbortedError extends ClientError {
  override readonly name = 'AbortedError';
}

/** The task was started and failed or was terminated. */
export class OperationFailedError<Status = unknown> extends ClientError<{
  state: string;
  token: string | undefined;
  logs: LogsOf<Status>;
}> {
  /** Types what `instanceof` finds; without it the compiler takes status and logs for `any`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is OperationFailedError;
  override readonly name = 'OperationFailedError';
  /** Terminal state of the task, such as `FAILED`. */
  declare readonly state: string;
  /** Token of the task; absent if the server completed the task in the response. */
  declare readonly token: string | undefined;
  /** The log of the task, oldest line first; empty if the status contains none. */
  declare readonly logs: LogsOf<Status>;
  /** The last status. Not part of `toJSON`, because a status may contain data for the platform only. */
  declare readonly lastStatus: Status;
}

/** The log lines in a status. */
export type LogsOf<Status> = Status extends { logs?: infer Logs } ? NonNullable<Logs> : readonly unknown[];

/** The server returned a successful response that violates the contract. */
export class ContractError extends ClientError<{ status: number; pointer: string; expected: string }> {
  override readonly name = 'ContractError';
  /** HTTP status of the successful response. */
  declare readonly status: number;
  /** JSON pointer to the violation in the body; empty for the whole body. */
  declare readonly pointer: string;
  /** Expectation of the contract. */
  declare readonly expected: string;
}
