import { ApiError, createCoordinatorV1, createCoordinatorV2 } from '@tessera/client';
import { createInstantAdapter } from './instant-adapter.ts';
import { HANGS_AFTER_MS } from './limits.ts';
import { component, describeUnit, register, TEMPLATE, UNIT } from './open-platform.ts';
import { startPostgres } from './postgres.ts';
import { kill, startProcess } from './process.ts';

/** How long and how fast to send. */
export interface SoakOptions {
  readonly minutes: number;
  /** Actions that begin each second; each is one request, or a plan with its polls. */
  readonly rate: number;
  readonly onSample?: (sample: Sample) => void;
}

/** The state of the process at a moment. */
export interface Sample {
  readonly minute: number;
  readonly actions: number;
  readonly errors: number;
  /** Memory that the system has given to the process, and memory of its live and dead objects; in megabytes. */
  readonly residentMB: number;
  readonly heapMB: number;
}

/** What a run found. */
export interface SoakReport {
  readonly samples: readonly Sample[];
  /** Actions that did not end as they should, each with its reason. */
  readonly errors: readonly string[];
  /** How fast memory grows after the warm-up, in megabytes for each minute. */
  readonly growthMB: { readonly resident: number; readonly heap: number };
  readonly overload: Overload;
}

/** What became of more requests at once than the platform handles. */
export interface Overload {
  readonly answered: number;
  readonly shed: number;
  /** Everything that was neither answered nor shed. */
  readonly others: number;
  /** Time from the last of these responses until a single request was answered again, in milliseconds. */
  readonly recoveredMs: number;
}

/** Units that are deployed again and again, in turn. */
const UNITS = 50;

/** Requests that the platform handles at the same time in these runs; the traffic stays far below. */
const MAX_REQUESTS = 100;

const BURST = 5 * MAX_REQUESTS;

const SAMPLE_MS = 10_000;

/** The part of a run in which caches fill. */
const WARM_UP = 0.4;

/**
 * Sends mixed traffic to a platform on PostgreSQL for some time, then more requests at once than it handles.
 * @throws Error when PostgreSQL is not installed
 */
export async function soak({ minutes, rate, onSample = () => {} }: SoakOptions): Promise<SoakReport> {
  const database = await startPostgres();
  const adapter = createInstantAdapter();
  const limits = ['--max-requests', String(MAX_REQUESTS), '--validate-ms', String(HANGS_AFTER_MS)];
  const flags = ['--database-url', database.url, ...limits];
  const platform = await startProcess(flags);
  try {
    const { origin } = platform;
    const actions = trafficOf(origin);
    const url = await adapter.listen({ port: 0, host: '127.0.0.1' });
    await register(createCoordinatorV2({ baseUrl: `${origin}/coordinator` }), TEMPLATE, url);
    const samples: Sample[] = [];
    const errors: string[] = [];
    const running = new Set<Promise<void>>();
    const began = performance.now();
    const elapsed = (): number => performance.now() - began;
    let begun = 0;
    const sampleNow = async (): Promise<void> => {
      const counts = { minute: elapsed() / 60_000, actions: begun, errors: errors.length };
      const sample = { ...counts, ...(await readMemory(origin)) };
      samples.push(sample);
      onSample(sample);
    };
    while (elapsed() < minutes * 60_000) {
      const action = actions[begun % actions.length];
      const run = action?.(begun).catch((cause: unknown) => {
        errors.push(cause instanceof Error ? cause.message : String(cause));
      });
      if (run !== undefined) running.add(run.finally(() => running.delete(run)));
      begun += 1;
      if (elapsed() >= samples.length * SAMPLE_MS) await sampleNow();
      await pause((begun * 1000) / rate - elapsed());
    }
    await Promise.all(running);
    await sampleNow();
    const settled = samples.slice(Math.floor(samples.length * WARM_UP));
    return {
      samples,
      errors,
      growthMB: {
        resident: slopeOf(settled.map(({ minute, residentMB }) => [minute, residentMB])),
        heap: slopeOf(settled.map(({ minute, heapMB }) => [minute, heapMB])),
      },
      overload: await overload(origin),
    };
  } finally {
    await kill(platform);
    await adapter.close();
    await database.stop();
  }
}

type Action = (index: number) => Promise<void>;

/** What is sent in turn: reads, validations in both versions, deployments, and wrong requests. */
function trafficOf(origin: string): readonly Action[] {
  const options = {
    baseUrl: `${origin}/coordinator`,
    retries: 0,
    timeout: HANGS_AFTER_MS,
    attemptTimeout: HANGS_AFTER_MS,
  };
  const v1 = createCoordinatorV1(options);
  const v2 = createCoordinatorV2(options);
  const place = (index: number) => {
    const id = UNIT.replace('shipments', `unit-${Math.floor(index / 10) % UNITS}`);
    const descriptor = describeUnit(component('table'), component('port', ['table'])).replaceAll(
      'shipments',
      id.split(':')[4] ?? '',
    );
    const at = { path: { 'deployment-unit-id': id }, query: { environment: 'development' } };
    return { id, descriptor, at };
  };
  const list: Action = async () => {
    await v2.listTechAdapters({});
  };
  const status: Action = async (index) => {
    await v2.getDeploymentUnitStatus(place(index).at);
  };
  const history: Action = async () => {
    await v1.listProvisioningPlans({ query: { limit: 20 } });
  };
  const validate: Action = async (index) => {
    const plan = await v2.startValidation({ body: { descriptor: place(index).descriptor } });
    expectState((await plan.wait({ timeout: HANGS_AFTER_MS })).status, 'COMPLETED');
  };
  const validateNow: Action = async (index) => {
    await v1.validateDescriptor({ body: { descriptor: place(index).descriptor } });
  };
  const deploy: Action = async (index) => {
    const { at, descriptor, id } = place(index);
    const targetStatus = ['table', 'port'].map((name) => ({
      componentId: `${id.replace(':dp:', ':cmp:')}:${name}`,
      targetStatus: 'DEPLOYED' as const,
    }));
    const plan = await v2.startProvisioning({ ...at, body: { descriptor, targetStatus } });
    expectState((await plan.wait({ timeout: HANGS_AFTER_MS })).status, 'COMPLETED');
  };
  const wrong: Action = async () => {
    const thrown = await v2
      .startValidation({ body: { descriptor: 'a: [' } })
      .catch((cause: unknown) => cause);
    if (!(thrown instanceof ApiError) || thrown.status !== 400)
      throw new Error(`a wrong request got ${thrown}`);
  };
  return [deploy, list, status, history, validate, list, status, validateNow, wrong, validate];
}

function expectState(state: string, expected: string): void {
  if (state !== expected) throw new Error(`a plan ended ${state}`);
}

/** Memory of a process, from its metrics. */
async function readMemory(origin: string): Promise<Pick<Sample, 'residentMB' | 'heapMB'>> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const megabytes = (name: string): number => {
    const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics) ?? [];
    if (value === undefined) throw new Error(`the platform has no metric ${name}`);
    return Number(value) / 1e6;
  };
  return {
    residentMB: megabytes('process_resident_memory_bytes'),
    heapMB: megabytes('nodejs_heap_size_used_bytes'),
  };
}

/** The slope of points by the median of the slopes of all pairs (Theil and Sen): single peaks do not change it. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const slopes = points.flatMap(([x, y], index) =>
    points.slice(index + 1).map(([otherX, otherY]) => (otherY - y) / (otherX - x)),
  );
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0;
}

async function overload(origin: string): Promise<Overload> {
  const ask = (): Promise<number> =>
    fetch(`${origin}/coordinator/v1/provisioningplan?limit=20`, {
      signal: AbortSignal.timeout(HANGS_AFTER_MS),
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
  const statuses = await Promise.all(Array.from({ length: BURST }, ask));
  const began = performance.now();
  while ((await ask()) !== 200) {
    if (performance.now() - began > HANGS_AFTER_MS)
      throw new Error('the platform did not recover from the overload');
    await pause(10);
  }
  const recoveredMs = Math.round(performance.now() - began);
  const count = (status: number): number => statuses.filter((one) => one === status).length;
  return { answered: count(200), shed: count(503), others: BURST - count(200) - count(503), recoveredMs };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
