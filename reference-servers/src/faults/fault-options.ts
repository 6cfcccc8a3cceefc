/** The faults to inject. Operations are named `validate`, or `tech-adapter#validate` for that of one API. */
export interface FaultOptions {
  /** Every response is delayed by a time between the two, in milliseconds. */
  readonly latencyMs?: readonly [least: number, most: number];
  /** Share of the requests that get a 500, from 0 to 1. */
  readonly failRate?: number;
  /** Operations that always return a status. */
  readonly fail?: readonly FailingOperation[];
  /** Operations that never respond. */
  readonly hang?: readonly string[];
  /** Operations whose responses end in the middle. */
  readonly malformed?: readonly string[];
  /** The same seed injects the same faults into the same requests. Default 1. */
  readonly seed?: number;
}

/** An operation that returns a status from 400 to 599. */
export interface FailingOperation {
  readonly operation: string;
  readonly status: number;
}
