import type { IncomingHttpHeaders } from 'node:http';
import type { TaskEnd } from '../harness/mount.ts';

/** A request, as it arrives. */
export interface ArrivedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The pattern of the path; absent when no route fits. */
  readonly route: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** A task whose work begins. */
export interface BegunTask {
  readonly api: string;
  readonly operation: string;
  readonly token: string;
  /** The headers of the request that started it. */
  readonly headers: IncomingHttpHeaders;
}

/** Something that takes time. */
export interface Observed<Outcome> {
  /** Runs a function as a part of it, so that calls of other systems belong to it. */
  run<T>(part: () => T): T;
  end(outcome: Outcome): void;
}

/** Reports requests and tasks to a system for traces and metrics. */
export interface Telemetry {
  /** Its outcome is the status of the response; `undefined` when the client has disconnected. */
  request(request: ArrivedRequest): Observed<number | undefined>;
  /** Its outcome is what the work threw; `undefined` when it succeeded. */
  task(task: BegunTask): Observed<unknown>;
  recordTask(api: string, end: TaskEnd): void;
}
