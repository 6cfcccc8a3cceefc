import { errors } from '@tessera/contracts/errors';
import type { Log, LogLevel } from '@tessera/contracts/types/tech-adapter';
import type { ErrorCatalogEntry } from '@tessera/contracts/vocabulary';
import type { FastifyBaseLogger } from 'fastify';
import { CatalogError, fillTemplate } from '../harness/problem.ts';

/** A task as its work sees it. */
export interface Task<Output> {
  readonly token: string;
  /** Aborted when the task must stop: on request, on timeout, or on shutdown. */
  readonly signal: AbortSignal;
  /** Shows intermediate output to callers. Members that were shown before stay. */
  report(output: Partial<Output>): void;
  /** Adds a line to the log that callers see, if their contract has one. */
  say(level: LogLevel, message: string, phase?: string): void;
  /** The log of the server, for its operator. */
  readonly log: FastifyBaseLogger;
}

/** A task that a caller wants to stop. */
export interface StopRequest {
  readonly token: string;
  /** The operation that started it. */
  readonly operation: string;
}

/** Thrown by work to end its task as failed, with a sentence for the caller. Any other error is a defect. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  /** The part of the work it belongs to, for the log that callers see. */
  readonly phase: string | undefined;

  constructor(message: string, details: { readonly phase?: string; readonly cause?: unknown } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.phase = details.phase;
  }
}

/** The message for callers after an unexpected error. */
export const BROKEN = 'The work failed unexpectedly.';

/** The message for callers about a stopped task. */
export const STOPPED = 'The task was stopped on request.';

/** Maximum length of a message, in characters: some contain texts of a descriptor, and tasks are kept for a while. */
const LONGEST_MESSAGE = 500;

/** Makes a line of the log that callers see. */
export function logLine(at: Date, level: LogLevel, text: string, phase: string | undefined): Log {
  const message = text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE)}...`;
  const line = { timestamp: at.toISOString(), level, message };
  return phase === undefined ? line : { ...line, phase };
}

/** The message of a thrown value for the caller; `undefined` for a defect, which belongs in the server's log only. */
export function sentenceOf(thrown: unknown): string | undefined {
  if (thrown instanceof TaskFailed) return thrown.message;
  if (!(thrown instanceof CatalogError)) return undefined;
  const catalog: Readonly<Record<string, ErrorCatalogEntry>> = errors;
  const entry = catalog[thrown.code];
  return entry === undefined ? undefined : fillTemplate(entry.message, thrown.values);
}
