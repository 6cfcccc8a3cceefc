import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Counts what a server does, in the words of its contracts. */
export interface Metrics {
  readonly contentType: string;
  /** Text in the Prometheus exposition format. */
  print(): Promise<string>;
  recordStart(): void;
  recordEnd(request: FastifyRequest, reply: FastifyReply): void;
}

/** What is measured beside the requests. */
export interface MetricsOptions {
  /** How many tasks go on after their start was answered. */
  readonly running: () => number;
  /** Also measure the process: memory, CPU, event loop. Once in a process is enough. */
  readonly process?: boolean;
}

/** Upper bounds in seconds: from an answer out of memory to one that waits for a model. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30];

const LABELS = ['api', 'operation', 'status'] as const;

/**
 * Makes the metrics of one server. Labels are the names of the contracts and the statuses of answers, never anything that
 * a caller can choose, so their number is bounded; requests that reach no operation count under `none`.
 */
export function createMetrics({ running, process = false }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (process) collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'tessera_requests_total',
    help: 'Answered requests',
    labelNames: LABELS,
    registers,
  });
  const seconds = new Histogram({
    name: 'tessera_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['api', 'operation'] as const,
    buckets: BUCKETS,
    registers,
  });
  const open = new Gauge({ name: 'tessera_requests_open', help: 'Requests without an answer', registers });
  new Gauge({
    name: 'tessera_tasks_running',
    help: 'Tasks that go on after their start was answered',
    registers,
    collect() {
      this.set(running());
    },
  });

  return {
    contentType: registry.contentType,
    print: () => registry.metrics(),
    recordStart: () => open.inc(),
    recordEnd(request, reply) {
      const { operation: bound } = request.routeOptions.config;
      const names = { api: bound?.contract.table.id ?? 'none', operation: bound?.entry.id ?? 'none' };
      open.dec();
      requests.inc({ ...names, status: String(reply.statusCode) });
      seconds.observe(names, reply.elapsedTime / 1000);
    },
  };
}
