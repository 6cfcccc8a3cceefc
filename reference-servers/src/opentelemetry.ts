import {
  type Attributes,
  type Context,
  context,
  metrics,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { ArrivedRequest, BegunTask, Observed, Telemetry } from './observability/telemetry.ts';

const NAME = '@tessera/reference-servers';

/** Upper bounds in seconds, from the semantic conventions for HTTP metrics. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const TASK_SECONDS = [0.1, 1, 10, 60, 300, 1_800, 7_200];

/**
 * Reports requests and tasks to OpenTelemetry: a span for each, and metrics with the names of the semantic conventions for
 * HTTP servers. The application brings the SDK, and starts it before it calls this function.
 */
export function openTelemetry(): Telemetry {
  const meter = metrics.getMeter(NAME);
  const tasks = meter.createHistogram('tessera.task.duration', {
    description: 'Time from the start of a task to its end.',
    unit: 's',
    advice: { explicitBucketBoundaries: TASK_SECONDS },
  });
  const requests = requestMeters();
  return {
    request: (request) => observeRequest(request, requests),
    task: observeTask,
    recordTask: (api, { operation, state, ms }) =>
      tasks.record(ms / 1_000, {
        'tessera.api': api,
        'tessera.operation': operation,
        'tessera.task.state': state,
      }),
  };
}

function requestMeters() {
  const meter = metrics.getMeter(NAME);
  return {
    open: meter.createUpDownCounter('http.server.active_requests', {
      description: 'Number of requests without a response.',
      unit: '{request}',
    }),
    duration: meter.createHistogram('http.server.request.duration', {
      description: 'Time from the head of a request to the end of its response.',
      unit: 's',
      advice: { explicitBucketBoundaries: REQUEST_SECONDS },
    }),
  };
}

function observeRequest(
  { method, path, route, headers }: ArrivedRequest,
  { open, duration }: ReturnType<typeof requestMeters>,
): Observed<number | undefined> {
  const begin = performance.now();
  const scheme = 'http';
  const common: Attributes = { 'http.request.method': method, 'url.scheme': scheme };
  const named: Attributes = { ...common, ...(route === undefined ? {} : { 'http.route': route }) };
  const parent = propagation.extract(context.active(), headers);
  const name = route === undefined ? method : `${method} ${route}`;
  const agent = headers['user-agent'];
  const attributes = {
    ...named,
    'url.path': path,
    ...serverOf(headers.host),
    ...(agent === undefined ? {} : { 'user_agent.original': agent }),
  };
  const span = trace.getTracer(NAME).startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  const inside = trace.setSpan(parent, span);
  open.add(1, common);
  return {
    run: (part) => context.with(inside, part),
    end(status) {
      const failed = status === undefined || status >= 500;
      const outcome: Attributes = {
        ...(status === undefined ? {} : { 'http.response.status_code': status }),
        ...(failed ? { 'error.type': status === undefined ? 'disconnected' : String(status) } : {}),
      };
      span.setAttributes(outcome);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      open.add(-1, common);
      // With its context, so that a metric can have an example of a trace.
      duration.record((performance.now() - begin) / 1_000, { ...named, ...outcome }, inside);
    },
  };
}

/** The address that the client has called. */
function serverOf(host: string | undefined): Attributes {
  const [, name, port] = /^(.*?)(?::(\d{1,5}))?$/.exec(host ?? '') ?? [];
  if (name === undefined || name === '') return {};
  return { 'server.address': name, ...(port === undefined ? {} : { 'server.port': Number(port) }) };
}

function observeTask({ api, operation, token, headers }: BegunTask): Observed<unknown> {
  const parent = parentOf(headers);
  const attributes = { 'tessera.api': api, 'tessera.operation': operation, 'tessera.task.token': token };
  const span = trace.getTracer(NAME).startSpan(`task ${operation}`, { attributes }, parent);
  const inside = trace.setSpan(parent, span);
  return {
    run: (part) => context.with(inside, part),
    end(thrown) {
      if (thrown !== undefined) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        span.recordException(error);
        span.setAttribute('error.type', error.name);
        span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
      }
      span.end();
    },
  };
}

/** The request that started a task; another process knows only its headers. */
function parentOf(headers: BegunTask['headers']): Context {
  const active = context.active();
  return trace.getSpan(active) === undefined ? propagation.extract(active, headers) : active;
}
