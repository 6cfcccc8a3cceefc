import type { LifecycleEntry } from '@tessera/contracts/vocabulary';
import type { Clock } from '../runtime/clock.ts';
import type { Ids } from '../runtime/ids.ts';
import { advance, isTerminal } from '../runtime/lifecycle.ts';

/** How many tasks are remembered; the first that began is the first to be forgotten. */
export const MOST_TASKS = 10_000;

/** Tasks of which nothing is known but how far they are. */
export interface StubTasks {
  /** Begins a task of which `poll` tells the state; answers with its token. */
  start(lifecycle: LifecycleEntry, poll: string): string;
  /** State of a task that `poll` tells of. */
  stateOf(token: string, poll: string): string | undefined;
  /** Asks a task to stop. False when its lifecycle has no such move from where it is. */
  stop(token: string, by: string): boolean;
}

interface Task {
  readonly lifecycle: LifecycleEntry;
  readonly poll: string;
  state: string;
  /** When it came into its state. */
  since: number;
}

/**
 * Lets tasks go through their lifecycles: one move of the server each `taskMs` milliseconds, towards a good end where
 * there is one. Nothing runs in between; where a task is follows from the time at which somebody asks.
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
