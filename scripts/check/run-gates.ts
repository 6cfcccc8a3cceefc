import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Gate, Outcome } from './gate.ts';
import { lastPassOf } from './last-pass.ts';

/** The result of one gate. */
export interface GateResult extends Outcome {
  name: string;
  asserts: string;
  fix: string;
  /** Wall time in milliseconds. */
  ms: number;
}

/** How to run a list of gates. */
export interface RunOptions {
  root: string;
  /** Called as each gate ends, in the order of ending. */
  onResult?: (result: GateResult) => void;
  /** Start no further gate after the first that fails. */
  bail?: boolean;
}

/** Runs the gates a few at a time and returns the results in the order of `gates`. */
export async function runGates(gates: readonly Gate[], options: RunOptions): Promise<GateResult[]> {
  const started = new Map<string, Promise<GateResult>>();
  const results = new Map<Gate, GateResult>();
  const waiting = [...gates];
  let stopped = false;
  const work = async (): Promise<void> => {
    for (
      let gate = takeNext(waiting, results);
      gate !== undefined && !stopped;
      gate = takeNext(waiting, results)
    ) {
      if (gate.after !== undefined) await started.get(gate.after);
      const running = runGate(gate, options.root);
      started.set(gate.name, running);
      const result = await running;
      results.set(gate, result);
      options.onResult?.(result);
      if (options.bail === true && !isFine(result)) stopped = true;
    }
  };
  // Most gates wait for a child process, so one more than half of the cores keeps the machine busy.
  await Promise.all(Array.from({ length: Math.ceil(availableParallelism() / 2) + 1 }, work));
  return gates.flatMap((gate) => results.get(gate) ?? []);
}

/** True when the result does not stop a build. */
export function isFine(result: Outcome): boolean {
  return result.verdict === 'pass' || result.verdict === 'skip';
}

/**
 * Takes the gate to start next. Gates that belong together come first, because one waits for the other: those that can start
 * after another one that has ended, then one that another waits for, then the others, so that no worker waits for nothing.
 */
function takeNext(waiting: Gate[], ended: ReadonlyMap<Gate, GateResult>): Gate | undefined {
  const names = new Set([...ended.keys()].map(({ name }) => name));
  const isAwaited = ({ name }: Gate): boolean => waiting.some(({ after }) => after === name);
  const next =
    waiting.find(({ after }) => after !== undefined && names.has(after)) ??
    waiting.find(isAwaited) ??
    waiting.find(({ after }) => after === undefined) ??
    waiting[0];
  if (next !== undefined) waiting.splice(waiting.indexOf(next), 1);
  return next;
}

const UNCHANGED: Outcome = { verdict: 'pass', findings: [], notes: ['unchanged since it passed'] };

async function runGate(gate: Gate, root: string): Promise<GateResult> {
  const { name, asserts, fix } = gate;
  const start = performance.now();
  // Before the work: a file that changes while the gate runs is read again.
  const last = lastPassOf(gate, root);
  const outcome = last?.holds ? UNCHANGED : await gate.run(root).catch((cause: unknown) => broken(cause));
  if (outcome.verdict === 'pass') last?.remember();
  return { name, asserts, fix, ...outcome, ms: Math.round(performance.now() - start) };
}

function broken(cause: unknown): Outcome {
  const message = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return { verdict: 'error', findings: [{ message }], notes: ['the gate itself broke'] };
}
