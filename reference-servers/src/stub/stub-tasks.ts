import type { LifecycleEntry } from '@tessera/contracts/vocabulary';
import type { Clock } from '../runtime/clock.ts';
import type { Ids } from '../runtime/ids.ts';
import { advance, isTerminal } from '../runtime/lifecycle.ts';

/** How many tasks are remembered; the oldest is removed first. */
export const MOST_TASKS = 10_000;

/** Tasks of which only the state is known. */
export interface StubTasks {
  /** Begins a task whose state `poll` reports; returns its token. */
  start(lifecycle: LifecycleEntry, poll: string): string;
  /** State of a task that `poll` reports. */
  stateOf(token: string, poll: string): string | undefined;
  /** Requests that a task stop. False when its lifecycle has no such transition from its state. */
  stop(token: string, by: string): boolean;
}

interface Task {
  readonly lifecycle: LifecycleEntry;
  readonly poll: string;
  state: string;
  /** When it entered its state. */
  since: number;
}

/**
 * Moves tasks through their lifecycles: one transition of the server every `taskMs` milliseconds, toward a successful
 * terminal state if there is one. Nothing runs in between; the state is computed from the time of the request.
 */
export function createStubTasks(options: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly taskMs: number;
}): StubTasks {
  const { clock, ids, taskMs } = options;
  const tasks = new Map<string, Task>();

  function find(token: string): Task | undefined {
    const task = tasks.get(token);
    if (task === undefined) return undefined;
    const now = clock.now().getTime();
    // After the clock was set back, the state lasts at most its usual time.
    task.since = Math.min(task.since, now);
    while (!isTerminal(task.lifecycle, task.state) && now - task.since >= taskMs) {
      const to = nextOf(task.lifecycle, task.state);
      if (to === undefined) break;
      task.state = advance(task.lifecycle, task.state, { to, by: 'server' });
      task.since += taskMs;
    }
    return task;
  }

  return {
    start(lifecycle, poll) {
      const token = ids();
      const state = lifecycle.initial ?? lifecycle.states[0] ?? '';
      tasks.set(token, { lifecycle, poll, state, since: clock.now().getTime() });
      const [oldest] = tasks.keys();
      if (tasks.size > MOST_TASKS && oldest !== undefined) tasks.delete(oldest);
      return token;
    },
    stateOf(token, poll) {
      const task = find(token);
      return task?.poll === poll ? task.state : undefined;
    },
    stop(token, by) {
      const task = find(token);
      const move = task && movesOf(task.lifecycle).find((one) => one.from === task.state && one.by === by);
      if (task === undefined || move === undefined) return false;
      task.state = advance(task.lifecycle, task.state, move);
      task.since = clock.now().getTime();
      return true;
    },
  };
}

function nextOf(lifecycle: LifecycleEntry, state: string): string | undefined {
  const next = movesOf(lifecycle).filter(({ from, by }) => from === state && by === 'server');
  return (next.find(({ to }) => lifecycle.succeeded.includes(to)) ?? next[0])?.to;
}

function movesOf({ transitions }: LifecycleEntry) {
  return transitions === 'unspecified' ? [] : transitions;
}
