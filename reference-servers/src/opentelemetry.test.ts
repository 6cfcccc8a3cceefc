import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../testing/plain-handlers.ts';
import { TaskFailed } from './kit/task.ts';
import { createTechAdapter, type TechAdapterHandlers } from './kit/tech-adapter.ts';
import { openTelemetry } from './opentelemetry.ts';
import { createMemoryTaskStore, type TaskStore } from './runtime/task-store.ts';

const spans = new InMemorySpanExporter();
let numbers = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
let meters = new MeterProvider();
const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracers);
});
beforeEach(() => {
  spans.reset();
  numbers = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: numbers, exportIntervalMillis: 3_600_000 });
  meters = new MeterProvider({ readers: [reader] });
  metrics.disable();
  metrics.setGlobalMeterProvider(meters);
});
const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await meters.shutdown();
});
afterAll(() => {
  for (const one of [context, propagation, trace, metrics]) one.disable();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

function serve(handlers: Partial<TechAdapterHandlers> = {}, store: TaskStore = createMemoryTaskStore()) {
  const app = createTechAdapter(
    { ...PLAIN, ...handlers },
    { telemetry: openTelemetry(), store, drainTimeout: 0 },
  );
  servers.push(app);
  const post = (path: string) =>
    app.inject({
      method: 'POST',
      url: `/tech-adapter/v1/${path}`,
      headers: { traceparent: TRACEPARENT },
      payload: { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'a: 1' },
    });
  return { app, post };
}

/** The finished spans, in the order of their ends. */
const finished = () =>
  spans.getFinishedSpans().map((span) => ({
    name: span.name,
    kind: span.kind,
    trace: span.spanContext().traceId,
    id: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    attributes: span.attributes,
    status: span.status,
  }));

/** The metrics that have data, by name. */
async function measured() {
  await meters.forceFlush();
  const all =
    numbers
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
  return new Map(all.map(({ descriptor, dataPoints }) => [descriptor.name, { descriptor, dataPoints }]));
}

describe('a request', () => {
  it('is a span below that of its caller, named by the path of the contract', async () => {
    const { app } = serve();
    const url = '/tech-adapter/v1/provision/no-such-token/status?x=1';
    await app.inject({ url, headers: { traceparent: TRACEPARENT, host: 'localhost:8080' } });
    expect(finished()).toEqual([
      expect.objectContaining({
        name: 'GET /tech-adapter/v1/provision/{token}/status',
        kind: SpanKind.SERVER,
        trace: TRACE,
        parent: PARENT,
        attributes: expect.objectContaining({
          'http.request.method': 'GET',
          'http.route': '/tech-adapter/v1/provision/{token}/status',
          'http.response.status_code': 400,
          'url.path': '/tech-adapter/v1/provision/no-such-token/status',
          'url.scheme': 'http',
          'server.address': 'localhost',
          'server.port': 8080,
        }),
        status: { code: SpanStatusCode.UNSET },
      }),
    ]);
  });

  it('has failed when the server has', async () => {
    const { post } = serve({
      validate: () => {
        throw new Error('broken');
      },
    });
    await post('validate');
    expect(finished()).toMatchObject([
      { status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': '500' } },
    ]);
  });

  it('contains what its handler calls', async () => {
    const { post } = serve({
      validate: async () => {
        await Promise.resolve();
        trace.getTracer('test').startSpan('call the warehouse').end();
        return { valid: true };
      },
    });
    await post('validate');
    const [call, request] = finished();
    expect([call?.name, call?.parent]).toEqual(['call the warehouse', request?.id]);
  });

  it('is measured with the names of the semantic conventions, except health checks', async () => {
    const { app, post } = serve();
    await post('validate');
    await post('validate');
    for (const url of ['/health', '/ready', '/metrics']) await app.inject(url);
    const all = await measured();
    expect(all.get('http.server.request.duration')).toMatchObject({
      descriptor: { unit: 's' },
      dataPoints: [
        {
          value: { count: 2 },
          attributes: {
            'http.request.method': 'POST',
            'http.route': '/tech-adapter/v1/validate',
            'http.response.status_code': 200,
            'url.scheme': 'http',
          },
        },
      ],
    });
    expect(all.get('http.server.active_requests')?.dataPoints).toMatchObject([{ value: 0 }]);
    expect(finished()).toHaveLength(2);
  });
});

describe('a task', () => {
  it('is a span below that of its request, contains what it calls, and is measured', async () => {
    const { post } = serve({
      provision: () => async () => {
        await Promise.resolve();
        trace.getTracer('test').startSpan('create the table').end();
        return { result: 'done' };
      },
    });
    const token = (await post('provision')).json();
    await expect
      .poll(() =>
        finished()
          .map(({ name }) => name)
          .toSorted(),
      )
      .toEqual(['POST /tech-adapter/v1/provision', 'create the table', 'task provision']);
    const named = new Map(finished().map((span) => [span.name, span]));
    const task = named.get('task provision');
    expect(task).toMatchObject({
      trace: TRACE,
      parent: named.get('POST /tech-adapter/v1/provision')?.id,
      attributes: {
        'tessera.api': 'tech-adapter',
        'tessera.operation': 'provision',
        'tessera.task.token': token,
      },
    });
    expect(named.get('create the table')?.parent).toBe(task?.id);
    expect((await measured()).get('tessera.task.duration')?.dataPoints).toMatchObject([
      {
        value: { count: 1 },
        attributes: { 'tessera.operation': 'provision', 'tessera.task.state': 'COMPLETED' },
      },
    ]);
  });

  it('has failed with what its work threw', async () => {
    const { post } = serve({
      provision: () => () => {
        throw new TaskFailed('There is no space left.');
      },
    });
    await post('provision');
    const task = () => finished().find(({ name }) => name === 'task provision');
    await expect.poll(task).toMatchObject({
      status: { code: SpanStatusCode.ERROR, message: 'There is no space left.' },
      attributes: { 'error.type': 'TaskFailed' },
    });
  });

  it('stays in the trace of its request when another process continues it', async () => {
    const store = createMemoryTaskStore();
    const first = serve({ provision: () => () => new Promise(() => undefined) }, store);
    await first.post('provision');
    await first.app.close();
    spans.reset();
    const second = serve({ provision: () => () => ({ result: 'done' }) }, store);
    await second.app.ready();
    await expect.poll(finished).toMatchObject([{ name: 'task provision', trace: TRACE, parent: PARENT }]);
  });
});
