import { Command, countOf, readProgram, wholeNumber } from '@tessera/cli';
import { createCoordinatorV1, createCoordinatorV2 } from '@tessera/client';
import { createServer } from '@tessera/reference-servers/harness';
import { registerTemplate } from './src/coordinator/registry/register-template.ts';
import { createPlatform, type Platform } from './src/create-platform.ts';
import { preview } from './src/planning/preview.ts';
import { benchGovernance, type GovernanceNumbers } from './testing/bench-governance.ts';
import { benchSchedule, type ScheduleNumbers } from './testing/bench-schedule.ts';
import { benchStatuses, type SearchNumbers } from './testing/bench-statuses.ts';
import { fillHistory } from './testing/fill-history.ts';
import { createInstantAdapter } from './testing/instant-adapter.ts';

const TEMPLATE = 'urn:dmb:itm:instant:0';

/** How often a query is repeated; the median counts. */
const REPEATS = 9;

const program = new Command('npm run bench:platform --')
  .description(
    'Measures the platform, embedded: its start, plans of growing size against an adapter that answers at once, queries over ' +
      'a growing history, the preview of a large unit, and evaluations by many policies. On a PostgreSQL server of this ' +
      'machine it measures searches over many evaluation statuses, and when scheduled evaluations start.',
  )
  .option('--components <list>', 'sizes of plans; an empty list for none', readSizes, [100, 1_000])
  .option('--history <list>', 'numbers of stored plans; an empty list for none', readSizes, [1_000, 100_000])
  .option('--statuses <n>', 'stored evaluation statuses to search in; 0 for none', countOf, 1_000_000)
  .option('--scheduled <n>', 'policies with a schedule, for three processes; 0 for none', countOf, 10_000)
  .option('--seconds <n>', 'how long their runs are watched, at most 500', wholeNumber, 60)
  .option('--json', 'print the numbers as JSON', false);
const flags = readProgram<Flags>(
  program,
  'npm run bench:platform',
  'npm run bench:platform -- --components 100,1000,5000',
);
await measure(flags);

interface Flags {
  readonly components: readonly number[];
  readonly history: readonly number[];
  readonly statuses: number;
  readonly scheduled: number;
  readonly seconds: number;
  readonly json: boolean;
}

function readSizes(list: string): number[] {
  return list.split(',').filter(Boolean).map(wholeNumber);
}

async function measure({
  components: sizes,
  history: histories,
  statuses,
  scheduled,
  seconds,
  json,
}: Flags): Promise<void> {
  const adapter = createInstantAdapter();
  const url = await adapter.listen({ port: 0, host: '127.0.0.1' });
  const began = performance.now();
  const cpu = process.cpuUsage();
  const platform = await createPlatform({ settings: { pollMs: 5 } });
  const start = { ms: Math.round(performance.now() - began), cpuMs: cpuSince(cpu), megabytes: residentMB() };
  await registerTemplate(platform.context, {
    id: TEMPLATE,
    name: 'Instant',
    version: '0',
    url,
    environment: 'development',
  });
  const app = createServer({ mounts: platform.mounts });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `${origin}/coordinator`;
  const plans = [];
  for (const size of sizes) plans.push(await runPlan(baseUrl, size));
  const governance = await benchGovernance(origin);
  const endMB = residentMB();
  const history = [];
  let stored = 0;
  for (const total of histories) {
    await fillHistory(platform.context.db, stored, total);
    stored = total;
    history.push({ plans: total, ms: await measureQueries(baseUrl, `urn:dmb:dp:bench:size-${sizes[0]}:1`) });
  }
  const copies = await measureCopies(platform);
  await app.close();
  await platform.close();
  await adapter.close();
  const numbers = {
    start,
    endMB,
    plans,
    slope: slopeOf(plans),
    history,
    copies,
    previewMs: measurePreview(),
    governance,
    searches: statuses === 0 ? [] : await benchStatuses(statuses),
    schedules: scheduled === 0 ? [] : [await benchSchedule(scheduled, seconds)],
  };
  if (json) console.log(JSON.stringify(numbers, undefined, 2));
  else print(numbers);
}

/** CPU time of this process since a moment, in milliseconds. Other processes of the machine do not affect it. */
function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return Math.round((user + system) / 1000);
}

/** Memory of this process, with the reference adapter. */
function residentMB(): number {
  return Math.round(process.memoryUsage().rss / 1e6);
}

async function runPlan(baseUrl: string, size: number): Promise<Measured> {
  const unitId = `urn:dmb:dp:bench:size-${size}:1`;
  const components = Array.from({ length: size }, (_, index) => ({
    id: `${unitId.replace(':dp:', ':cmp:')}:c${index}`,
    kind: 'storage',
    name: `c${index}`,
    infrastructureTemplateId: TEMPLATE,
    dependsOn: [],
  }));
  const unit = {
    id: unitId,
    kind: 'dataproduct',
    name: 'Bench',
    version: '1.0.0',
    environment: 'development',
  };
  const began = performance.now();
  const cpu = process.cpuUsage();
  const plan = await createCoordinatorV2({ baseUrl }).startProvisioning({
    path: { 'deployment-unit-id': unitId },
    query: { environment: 'development' },
    body: {
      descriptor: JSON.stringify({ ...unit, components }),
      targetStatus: components.map(({ id }) => ({ componentId: id, targetStatus: 'DEPLOYED' as const })),
    },
  });
  const v1 = createCoordinatorV1({ baseUrl });
  for (let status = 'RUNNING'; status === 'RUNNING'; ) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    ({ status } = await v1.getProvisioningPlanStatus({ path: { token: plan.token ?? '' } }));
    if (status !== 'RUNNING' && status !== 'COMPLETED')
      throw new Error(`the plan of ${size} components ended ${status}`);
  }
  const cpuMs = cpuSince(cpu);
  const each = (ms: number): number => Math.round((ms / size) * 10) / 10;
  return {
    components: size,
    msPerComponent: each(performance.now() - began),
    cpuMsPerComponent: each(cpuMs),
  };
}

/** Queries of the status and the plan history, in milliseconds. */
async function measureQueries(baseUrl: string, unitId: string): Promise<Record<string, number>> {
  const v1 = createCoordinatorV1({ baseUrl });
  const v2 = createCoordinatorV2({ baseUrl });
  const unit = { path: { 'deployment-unit-id': unitId }, query: { environment: 'development' } };
  const limit = 20;
  const queries: Readonly<Record<string, () => Promise<unknown>>> = {
    'status of a unit': () => v2.getDeploymentUnitStatus(unit),
    'latest 20 plans': () => v1.listProvisioningPlans({ query: { limit } }),
    'plans of a unit': () =>
      v1.listProvisioningPlans({ query: { limit, 'data-product-id': 'urn:dmb:dp:bench:history-7:1' } }),
    'plans by version': () => v1.listProvisioningPlans({ query: { limit, version: '1.7.0' } }),
    'plans by operation': () => v1.listProvisioningPlans({ query: { limit, operations: ['PROVISION'] } }),
    'deployed products': () => v1.listDeployedDataProducts({ query: { limit } }),
  };
  const measured: Record<string, number> = {};
  for (const [name, query] of Object.entries(queries)) {
    const times = [];
    for (let count = 0; count < REPEATS; count += 1) {
      const began = performance.now();
      await query();
      times.push(performance.now() - began);
    }
    measured[name] = Math.round(medianOf(times) * 10) / 10;
  }
  return measured;
}

/** A reset of the platform, a snapshot of its state and a return to it; the median of each, in milliseconds. */
async function measureCopies(platform: Platform): Promise<Record<string, number>> {
  const times: Record<string, number[]> = { reset: [], snapshot: [], restore: [] };
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    times[name]?.push(performance.now() - began);
    return result;
  };
  for (let count = 0; count < REPEATS; count += 1) {
    await timed('reset', () => platform.reset());
    const copy = await timed('snapshot', () => platform.snapshot());
    await timed('restore', () => platform.restore(copy));
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, Math.round(medianOf(all))]));
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

interface Measured {
  readonly components: number;
  readonly msPerComponent: number;
  /** Includes the adapter, which is in the same process. */
  readonly cpuMsPerComponent: number;
}

/** How the CPU time per component grows from the smallest to the largest plan: 1 is linear. */
function slopeOf(plans: readonly Measured[]): number {
  const [first, last] = [plans.at(0)?.cpuMsPerComponent ?? 1, plans.at(-1)?.cpuMsPerComponent ?? 1];
  return Math.round((last / first) * 100) / 100;
}

/** 5,000 components with 20,000 dependencies, in milliseconds. */
function measurePreview(): number {
  const target = Array.from({ length: 5_000 }, (_, index) => ({
    id: `c${index}`,
    dependsOn: [1, 2, 3, 4]
      .map((step) => `c${Math.max(0, index - step * 7)}`)
      .filter((id) => id !== `c${index}`),
  }));
  const targetStatus = target.map(({ id }) => ({ componentId: id, targetStatus: 'DEPLOYED' as const }));
  const request = { targetStatus, removeData: false, preventRedeploy: false };
  const began = performance.now();
  preview({ target, known: [], request, autofill: false });
  return Math.round(performance.now() - began);
}

interface Numbers {
  readonly start: { readonly ms: number; readonly cpuMs: number; readonly megabytes: number };
  readonly endMB: number;
  readonly plans: readonly Measured[];
  readonly slope: number;
  readonly history: readonly { readonly plans: number; readonly ms: Readonly<Record<string, number>> }[];
  readonly copies: Readonly<Record<string, number>>;
  readonly previewMs: number;
  readonly governance: GovernanceNumbers;
  readonly searches: readonly SearchNumbers[];
  readonly schedules: readonly ScheduleNumbers[];
}

function print(numbers: Numbers): void {
  const { start, endMB, plans, slope, history, copies, previewMs, governance, searches, schedules } = numbers;
  const { remoteMs, firstCueMs, cueMs } = governance;
  console.log(
    `start to ready, embedded           ${start.ms} ms, ${start.cpuMs} ms of CPU, ${start.megabytes} MB; ${endMB} MB at the end of the plans`,
  );
  for (const { components, msPerComponent, cpuMsPerComponent } of plans) {
    console.log(
      `plan of ${String(components).padStart(5)} components           ${msPerComponent} ms a component, ${cpuMsPerComponent} ms of CPU; validation included`,
    );
  }
  console.log(`growth of the CPU of a component   ${slope} times from the smallest plan to the largest`);
  for (const name of Object.keys(history[0]?.ms ?? {})) {
    const times = history.map(({ plans: stored, ms }) => `${ms[name]} ms with ${stored} plans`);
    console.log(`${name.padEnd(34)} ${times.join(', ')}`);
  }
  for (const [name, ms] of Object.entries(copies)) console.log(`${name.padEnd(34)} ${ms} ms`);
  console.log(`preview of 5,000 with 20,000 edges ${previewMs} ms`);
  console.log(`1,000 policies of a remote engine   ${remoteMs} ms, from the request to the report`);
  console.log(`100 policies in CUE                ${cueMs} ms; the first one of all took ${firstCueMs} ms`);
  for (const { search, page, firstMs, deepMs, ratio } of searches) {
    const deep = `page ${page} ${deepMs} ms (95 of 100), ${ratio} times`;
    console.log(`search, ${search.padEnd(31)}page 1 ${firstMs} ms, ${deep}`);
  }
  for (const { entities, due, wrong, lateMs, cpuMsPerRun } of schedules) {
    const late = `${lateMs.most} ms late (95 of 100), ${lateMs.longest} ms at most`;
    console.log(
      `${entities} scheduled policies, 3 processes ${due} runs due, ${late}, ${wrong} missed or started twice, ${cpuMsPerRun} ms of CPU a run`,
    );
  }
}
