import type { FastifyBaseLogger } from 'fastify';
import { ContractBreach, type HandlerContext } from '../harness/bind.ts';
import { isRecord } from '../harness/json-schema.ts';
import { logThrown } from '../harness/log-thrown.ts';
import type { Telemetry } from '../observability/telemetry.ts';
import type { Clock } from '../runtime/clock.ts';
import type { RunningTask, Work } from '../runtime/long-running.ts';
import type { Turns } from '../runtime/task-queue.ts';
import type { TaskOutput } from '../runtime/task-store.ts';
import { TimeLimitExceeded, withTimeLimit } from '../runtime/time-limit.ts';
import type { StatusBody } from './status-body.ts';
import { BROKEN, logLine, STOPPED, sentenceOf, type Task, TaskFailed } from './task.ts';

/** Work of any kind; its result is validated against the contract. */
export type AnyWork = (task: Task<TaskOutput>) => unknown;

/** Turns the work of a handler into that of a registry. */
export type Runner = (
  operation: string,
  work: AnyWork,
  context: Pick<HandlerContext, 'log' | 'headers'>,
) => Work;

/** The shared settings of the tasks of one kind. */
export interface RunnerOptions {
  readonly status: StatusBody;
  /** The state in which a task's output is validated against the contract. */
  readonly completed: string;
  readonly clock: Clock;
  /** Says when a task may start its work. */
  readonly turns: Turns;
  /** Time limit of the work, in milliseconds; no limit when absent. */
  readonly taskTimeout: number | undefined;
  /** Logs the expectation where a task breaks its contract. */
  readonly development: boolean | undefined;
  readonly api: string;
  /** Reports tasks; nothing when absent. */
  readonly telemetry: Telemetry | undefined;
}

/** Makes the runner of one kind of task. */
export function createRunner(options: RunnerOptions): Runner {
  const { clock, taskTimeout, turns, api, telemetry } = options;
  return (operation, work, { log, headers }) =>
    async (running) => {
      const { token, output, signal: stop, goesOn } = running;
      const { report, say } = tellerOf(running, options);
      const observed = telemetry?.task({ api, operation, token, headers });
      const attempt = async (signal: AbortSignal) => {
        const task = { token, signal, report, say, log };
        return observed === undefined ? work(task) : observed.run(() => work(task));
      };
      const conclude = (level: 'WARNING' | 'ERROR', text: string, phase?: string): void => {
        // It may have set other messages before; these are final.
        if (options.status.has('result')) output['result'] = text;
        say(level, text, phase);
      };
      let hasTurn = false;
      let failure: unknown;
      try {
        const turn = turns.enter(stop);
        // Most tasks need not wait, and start before their token is sent.
        if (turn !== undefined) await turn;
        hasTurn = true;
        report(
          taskTimeout === undefined
            ? await attempt(stop)
            : await withTimeLimit(clock, taskTimeout, stop, attempt),
        );
        if (stop.aborted && goesOn()) conclude('WARNING', STOPPED);
      } catch (thrown) {
        if (!stop.aborted) failure = thrown;
        if (!goesOn()) throw thrown;
        if (stop.aborted) conclude('WARNING', STOPPED);
        else {
          const sentence = sentenceFor(thrown);
          conclude('ERROR', sentence ?? BROKEN, thrown instanceof TaskFailed ? thrown.phase : undefined);
          if (sentence === undefined) logMistake(log.child({ token }), thrown, options);
        }
        throw thrown;
      } finally {
        if (hasTurn) turns.leave();
        observed?.end(failure);
      }
    };
}

/** Functions with which work publishes intermediate output; both do nothing once the task has ended. */
function tellerOf(
  { output, goesOn, save }: RunningTask,
  { status, completed, clock }: RunnerOptions,
): { report(shown: unknown): void; say: Task<TaskOutput>['say'] } {
  return {
    report(shown) {
      if (!goesOn()) return;
      const plain = asWritten(shown);
      status.check(completed, { ...output, ...plain });
      Object.assign(output, plain);
      save();
    },
    say(level, message, phase) {
      const { logs } = output;
      if (!goesOn() || !Array.isArray(logs)) return;
      const line = logLine(clock.now(), level, message, phase);
      // Only the line: a task may log thousands of them.
      status.check(completed, { ...status.blank(), logs: [line] });
      logs.push(line);
      save();
    },
  };
}

/**
 * The output as callers will read it, detached from later changes: a store may persist it, and it must be serializable
 * before a poll reads it.
 * @throws ContractBreach when the output does not fit a status
 */
function asWritten(shown: unknown): TaskOutput {
  let plain: unknown;
  try {
    plain = JSON.parse(JSON.stringify(shown) ?? 'null');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'it resists';
    throw new ContractBreach(`the task shows what cannot be written as JSON: ${why}`);
  }
  if (isRecord(plain)) return plain;
  throw new ContractBreach('the task has nothing to show: its work answers with an object');
}

function sentenceFor(thrown: unknown): string | undefined {
  const late = thrown instanceof TimeLimitExceeded ? `The work was ${thrown.message}.` : undefined;
  return sentenceOf(thrown) ?? late;
}

function logMistake(log: FastifyBaseLogger, thrown: unknown, { development = false }: RunnerOptions): void {
  if (thrown instanceof ContractBreach) {
    const { pointer, difference } = thrown;
    log.error({ pointer, ...(development ? { difference } : {}) }, thrown.message);
  } else logThrown(log, {}, thrown, 'a task broke off');
}
