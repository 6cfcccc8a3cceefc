/** What every error of a call knows. */
export interface ErrorDetails {
  operationId: string;
  requestId: string;
  cause?: unknown;
}

/** What all errors of a call share. `message` alone tells which call failed, how, and under which request id. */
export abstract class ClientError extends Error {
  abstract override readonly name: string;
  readonly operationId: string;
  /** The `X-Request-ID` that was sent. */
  readonly requestId: string;

  constructor(message: string, { operationId, requestId, cause }: ErrorDetails) {
    super(`${operationId} ${message} (request ${requestId})`, cause === undefined ? undefined : { cause });
    this.operationId = operationId;
    this.requestId = requestId;
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
> extends ClientError {
  override readonly name = 'ApiError';
  readonly status: Status;
  /** The parsed body; text when it is not JSON, `undefined` when there is none. */
  readonly body: Body;
  /** Code of the error catalogue, when the answer tells it: in its body, or because its status has only one. */
  readonly code: Code | undefined;
  /** Whether the contract lists the status for this operation, and the body is of the kind it lists there. */
  readonly isListed: boolean;

  constructor(
    message: string,
    details: ErrorDetails & { status: Status; body: Body; code: Code | undefined; isListed: boolean },
  ) {
    super(message, details);
    this.status = details.status;
    this.body = details.body;
    this.code = details.code;
    this.isListed = details.isListed;
  }
}

/** No complete answer arrived. */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError';
  /** Code of the runtime, such as `ECONNREFUSED`, where it has one. */
  readonly code: string | undefined;
  /** False when the request certainly never left, so that it can be repeated without a thought. */
  readonly mayHaveHappened: boolean;

  constructor(
    message: string,
    details: ErrorDetails & { code: string | undefined; mayHaveHappened: boolean },
  ) {
    super(message, details);
    this.code = details.code;
    this.mayHaveHappened = details.mayHaveHappened;
  }
}

/** The time was up: of one attempt, of the whole call, or of the wait for a task. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError';
  readonly code: 'ATTEMPT' | 'CALL' | 'WAIT';
  /** Milliseconds that were allowed. */
  readonly timeout: number;
  /** False when the request certainly never left. */
  readonly mayHaveHappened: boolean;

  constructor(
    message: string,
    details: ErrorDetails & { code: TimeoutError['code']; timeout: number; mayHaveHappened: boolean },
  ) {
    super(message, details);
    this.code = details.code;
    this.timeout = details.timeout;
    this.mayHaveHappened = details.mayHaveHappened;
  }
}

/** The caller's signal was aborted; `cause` is its reason. The server may go on with what it was asked to do. */
export class AbortedError extends ClientError {
  override readonly name = 'AbortedError';
  /** False when the request certainly never left. */
  readonly mayHaveHappened: boolean;

  constructor(message: string, details: ErrorDetails & { mayHaveHappened: boolean }) {
    super(message, details);
    this.mayHaveHappened = details.mayHaveHappened;
  }
}

/** The task was started and has ended, but not well. */
export class OperationFailedError<Status = unknown> extends ClientError {
  override readonly name = 'OperationFailedError';
  /** Terminal state in which the task ended, such as `FAILED`. */
  readonly state: string;
  /** Token of the task; absent when it ended at once. */
  readonly token: string | undefined;
  /** The log of the task, oldest line first; empty when the status has none. */
  readonly logs: LogsOf<Status>;
  /** The last status. Not part of `toJSON`, since a status may hold what only the platform may see. */
  declare readonly lastStatus: Status;

  constructor(
    message: string,
    details: ErrorDetails & {
      state: string;
      token: string | undefined;
      lastStatus: Status;
      logs: LogsOf<Status>;
    },
  ) {
    super(message, details);
    this.state = details.state;
    this.token = details.token;
    this.logs = details.logs;
    Object.defineProperty(this, 'lastStatus', { value: details.lastStatus });
  }
}

/** The log lines that a status carries. */
export type LogsOf<Status> = Status extends { logs?: infer Logs } ? NonNullable<Logs> : readonly unknown[];

/** The server answered with success, but not with what the contract promises. */
export class ContractError extends ClientError {
  override readonly name = 'ContractError';
  readonly status: number;
  /** JSON pointer to the place in the body; empty for the whole body. */
  readonly pointer: string;
  /** What the contract wants there. */
  readonly expected: string;

  constructor(
    message: string,
    details: ErrorDetails & { status: number; pointer: string; expected: string },
  ) {
    super(message, details);
    this.status = details.status;
    this.pointer = details.pointer;
    this.expected = details.expected;
  }
}
