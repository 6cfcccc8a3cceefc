/** What every error of a call knows. */
export interface ErrorDetails {
  readonly operationId: string;
  readonly requestId: string;
  readonly cause?: unknown;
}

/** What all errors of a call share. `message` alone tells which call failed, how, and under which request id. */
export abstract class ClientError<Own extends object = object> extends Error {
  abstract override readonly name: string;
  declare readonly operationId: string;
  /** The `X-Request-ID` that was sent. */
  declare readonly requestId: string;

  constructor(message: string, details: ErrorDetails & Own) {
    const { operationId, requestId } = details;
    super(`${operationId} ${message} (request ${requestId})`);
    const { cause, ...members } = details;
    Object.assign(this, members);
    // Like the cause that the runtime sets: told by a debugger, but not by JSON.
    if (cause !== undefined) Object.defineProperty(this, 'cause', { value: cause });
  }

  /** Everything but the cause and the stack. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** The server answered, and not with success. Its secrets are taken out of `body` and `message`. */
export class ApiError<
  Status extends number = number,
  Body = unknown,
  Code extends string = string,
> extends ClientError<{ status: Status; body: Body; code: Code | undefined; isListed: boolean }> {
  override readonly name = 'ApiError';
  declare readonly status: Status;
  /** The parsed body; text when it is not JSON, `undefined` when there is none. */
  declare readonly body: Body;
  /** Code of the error catalogue, when the answer tells it: in its body, or because its status has only one. */
  declare readonly code: Code | undefined;
  /** Whether the contract lists the status for this operation, and the body is of the kind it lists there. */
  declare readonly isListed: boolean;
}

/** No complete answer arrived. */
export class ConnectionError extends ClientError<{ code: string | undefined; mayHaveHappened: boolean }> {
  override readonly name = 'ConnectionError';
  /** Code of the runtime, such as `ECONNREFUSED`, where it has one. */
  declare readonly code: string | undefined;
  /** False when the request certainly never left, so that it can be repeated without a thought. */
  declare readonly mayHaveHappened: boolean;
}

/** The time was up: of one attempt, of the whole call, or of the wait for a task. */
export class TimeoutError extends ClientError<{
  code: 'ATTEMPT' | 'CALL' | 'WAIT';
  timeout: number;
  mayHaveHappened: boolean;
}> {
  override readonly name = 'TimeoutError';
  declare readonly code: 'ATTEMPT' | 'CALL' | 'WAIT';
  /** Milliseconds that were allowed. */
  declare readonly timeout: number;
  /** False when the request certainly never left. */
  declare readonly mayHaveHappened: boolean;
}

/** The caller's signal was aborted; `cause` is its reason. The server may go on with what it was asked to do. */
export class AbortedError extends ClientError<{ mayHaveHappened: boolean }> {
  override readonly name = 'AbortedError';
  /** False when the request certainly never left. */
  declare readonly mayHaveHappened: boolean;
}

/** The task was started and has ended, but not well. */
export class OperationFailedError<Status = unknown> extends ClientError<{
  state: string;
  token: string | undefined;
  logs: LogsOf<Status>;
}> {
  override readonly name = 'OperationFailedError';
  /** Terminal state in which the task ended, such as `FAILED`. */
  declare readonly state: string;
  /** Token of the task; absent when it ended at once. */
  declare readonly token: string | undefined;
  /** The log of the task, oldest line first; empty when the status has none. */
  declare readonly logs: LogsOf<Status>;
  /** The last status. Not part of `toJSON`, since a status may hold what only the platform may see. */
  declare readonly lastStatus: Status;

  constructor(
    message: string,
    lastStatus: Status,
    details: ErrorDetails & { state: string; token: string | undefined; logs: LogsOf<Status> },
  ) {
    super(message, details);
    Object.defineProperty(this, 'lastStatus', { value: lastStatus });
  }
}

/** The log lines that a status carries. */
export type LogsOf<Status> = Status extends { logs?: infer Logs } ? NonNullable<Logs> : readonly unknown[];

/** The server answered with success, but not with what the contract promises. */
export class ContractError extends ClientError<{ status: number; pointer: string; expected: string }> {
  override readonly name = 'ContractError';
  declare readonly status: number;
  /** JSON pointer to the place in the body; empty for the whole body. */
  declare readonly pointer: string;
  /** What the contract wants there. */
  declare readonly expected: string;
}
