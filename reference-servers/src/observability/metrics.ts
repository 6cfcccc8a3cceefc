import type { FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { TaskEnd } from '../harness/mount.ts';

/** Counts what a server does, by the names of its contracts. */
export interface Metrics {
  readonly contentType: string;
  /** Text in the Prometheus exposition format, version 0.0.4. */
  print(): Promise<string>;
  recordStart(): void;
  recordAnswer(request: FastifyRequest, status: number, ms: number): void;
  /** The client has disconnected. */
  recordLoss(): void;
  /** A task of this API has ended. */
  recordTask(api: string, end: TaskEnd): void;
}

/** What is measured beside the requests. */
export interface MetricsOptions {
  /** The number of tasks that continue after their start was answered. */
  readonly running: () => number;
  /** Also measure the process: memory, CPU, event loop. Enable it once per process. */
  readonly process?: boolean;
}

/** Upper bounds in seconds: from a response out of memory to one that waits for a model. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30];

/** The same for tasks: from one that only calls another system to one that runs for hours. */
const TASK_BUCKETS = [0.1, 1, 10, 60, 300, 1_800, 7_200];

/** Durations by their size. */
interface Durations {
  readonly labels: string;
  /** Upper bounds in seconds. */
  readonly bounds: readonly number[];
  /** Their number by the first bucket that they fit in; the last element counts those longer than every bucket. */
  readonly buckets: number[];
  seconds: number;
}

/** Counts of the responses of one operation. */
interface Tally extends Durations {
  readonly statuses: Map<number, number>;
}

/**
 * Makes the metrics of one server. Labels are the names of the contracts and response statuses, never values that a
 * caller can choose, so their number is bounded; requests that reach no operation count under `none`. Counting is a few
 * additions; the text is made on request.
 */
export function createMetrics({ running, process = false }: MetricsOptions): Metrics {
  const tallies = new Map<unknown, Tally>();
  const tasks = new Map<string, Durations>();
  let open = 0;
  let registry: Promise<Registry> | undefined;

  function tallyOf(request: FastifyRequest): Tally {
    // A request that was stopped early has a route, but did not reach it.
    const operation = request.operation ?? request.routeOptions.config.operation;
    const known = tallies.get(operation);
    if (known !== undefined) return known;
    const { contract, entry } = operation ?? {};
    const labels = `api="${contract?.table.id ?? 'none'}",operation="${entry?.id ?? 'none'}"`;
    const tally = { ...createDurations(labels, BUCKETS), statuses: new Map() };
    tallies.set(operation, tally);
    return tally;
  }

  async function print(): Promise<string> {
    const own = [
      ...metric(
        'tessera_requests_total',
        'counter',
        'Answered requests',
        [...tallies.values()].flatMap(printCounts),
      ),
      ...metric(
        'tessera_request_duration_seconds',
        'histogram',
        'Time from the head of a request to the end of its answer',
        [...tallies.values()].flatMap(printTimes),
      ),
      ...metric('tessera_requests_open', 'gauge', 'Requests without an answer', [` ${open}`]),
      ...metric('tessera_tasks_running', 'gauge', 'Tasks that go on after their start was answered', [
        ` ${running()}`,
      ]),
      ...metric(
        'tessera_task_duration_seconds',
        'histogram',
        'Time from the start of a task to its end, by its final state',
        [...tasks.values()].flatMap(printTimes),
      ),
    ].join('\n');
    if (!process) return `${own}\n`;
    registry ??= openRegistry();
    return `${own}\n${await (await registry).metrics()}`;
  }

  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    print,
    recordStart: () => {
      open += 1;
    },
    recordLoss: () => {
      open -= 1;
    },
    recordAnswer(request, status, ms) {
      open -= 1;
      const tally = tallyOf(request);
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      add(tally, ms);
    },
    recordTask(api, { operation, state, ms }) {
      const labels = `api="${api}",operation="${operation}",state="${state}"`;
      const durations = tasks.get(labels) ?? createDurations(labels, TASK_BUCKETS);
      tasks.set(labels, durations);
      add(durations, ms);
    },
  };
}

function createDurations(labels: string, bounds: readonly number[]): Durations {
  return { labels, bounds, buckets: [...bounds, 0].map(() => 0), seconds: 0 };
}

function add(durations: Durations, ms: number): void {
  const { bounds, buckets } = durations;
  const seconds = ms / 1000;
  durations.seconds += seconds;
  let bucket = 0;
  while (seconds > (bounds[bucket] ?? Infinity)) bucket += 1;
  buckets[bucket] = (buckets[bucket] ?? 0) + 1;
}

/** Loaded on first use: the server starts faster without it. */
async function openRegistry(): Promise<Registry> {
  // By its default: in a bundle, a library of the older format has no other name.
  const { collectDefaultMetrics, Registry } = (await import('prom-client')).default;
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

function metric(name: string, type: string, help: string, samples: readonly string[]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => name + sample)];
}

function printCounts({ labels, statuses }: Tally): string[] {
  return [...statuses].map(([status, count]) => `{${labels},status="${status}"} ${count}`);
}

function printTimes({ labels, bounds, buckets, seconds }: Durations): string[] {
  let count = 0;
  const lines = buckets.map((more, index) => {
    count += more;
    return `_bucket{${labels},le="${bounds[index] ?? '+Inf'}"} ${count}`;
  });
  return [...lines, `_sum{${labels}} ${seconds}`, `_count{${labels}} ${count}`];
}
