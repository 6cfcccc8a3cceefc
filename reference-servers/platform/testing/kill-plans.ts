import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCoordinatorV1, createCoordinatorV2 } from '@tessera/client';
import { createCountingAdapter } from './counting-adapter.ts';
import { HANGS_AFTER_MS } from './limits.ts';
import { component, idOf, register, targets } from './open-platform.ts';
import { startPostgres } from './postgres.ts';
import { kill, type Process, startProcess as startWith } from './process.ts';

/** How often and where to kill. */
export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Processes on one PostgreSQL server; an embedded database on disk when absent. */
  readonly processes?: number;
  readonly onRound?: (line: string) => void;
}

/** The results; `problems` is empty when every invariant held. */
export interface KillReport {
  readonly rounds: number;
  /** Plans whose start was acknowledged before the kill. */
  readonly acknowledged: number;
  /** Requests to the adapter that were sent again, with the same body. */
  readonly repeated: number;
  readonly problems: readonly string[];
}

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const CHAIN = NAMES.map((name, index) =>
  component(name, index % 2 === 1 ? [NAMES[index - 1] ?? ''] : [], {
    infrastructureTemplateId: 'urn:dmb:itm:counted:0',
  }),
);

/** Starts a process whose work others soon take over. */
function startProcess(storage: readonly string[]): Promise<Process> {
  return startWith(['--silent-ms', String(SILENT_MS), '--call-ms', String(HANGS_AFTER_MS), ...storage]);
}

/** Longest time between the start of a plan and the kill, in milliseconds: about as long as a plan takes. */
const LONGEST_MS = 900;

/** How long a process goes without a heartbeat before others take over, in milliseconds. */
const SILENT_MS = 1_500;

/**
 * Kills a process of the platform at random moments of a plan, restarts it, and checks that the plan continues:
 * acknowledged plans end, none hangs, and no adapter gets a request that differs from an earlier one.
 */
export async function killPlans({
  kills,
  seed,
  processes,
  onRound = () => {},
}: KillOptions): Promise<KillReport> {
  const random = createRandom(seed);
  const adapter = createCountingAdapter(40);
  const adapterUrl = await adapter.app.listen({ port: 0, host: '127.0.0.1' });
  const postgres = processes === undefined ? undefined : await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'tessera-kill-'));
  const storage =
    postgres === undefined ? ['--data', join(folder, 'data')] : ['--database-url', postgres.url];
  const problems: string[] = [];
  let acknowledged = 0;
  let running: Process[] = [];
  try {
    running = await Promise.all(Array.from({ length: processes ?? 1 }, () => startProcess(storage)));
    await register(
      createCoordinatorV2({ baseUrl: coordinatorOf(running[0]) }),
      'urn:dmb:itm:counted:0',
      adapterUrl,
    );
    for (let round = 0; round < kills; round += 1) {
      const victim = Math.floor(random() * running.length);
      const wait = Math.floor(random() * LONGEST_MS);
      const unitId = `urn:dmb:dp:logistics:round-${round}:1`;
      const target = running[Math.floor(random() * running.length)];
      const started = startPlan(coordinatorOf(target), unitId).catch(() => undefined);
      // Every other round tests acknowledged plans; the others can kill while a plan is being stored.
      if (round % 2 === 0) await started;
      await new Promise((resolve) => setTimeout(resolve, wait));
      await kill(running[victim]);
      const token = await started;
      running = await Promise.all(
        running.map((one, index) => (index === victim ? startProcess(storage) : one)),
      );
      if (token !== undefined) acknowledged += 1;
      const found = await followUp(coordinatorOf(running[victim]), unitId, token);
      problems.push(...found.map((problem) => `round ${round} (killed after ${wait} ms): ${problem}`));
      onRound(
        `${round + 1}/${kills} killed after ${String(wait).padStart(3)} ms: ${found.join('; ') || 'ok'}`,
      );
    }
    problems.push(...findDifferent(adapter.requests));
  } finally {
    for (const one of running) await kill(one);
    await adapter.app.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const repeated = [...adapter.requests.values()].reduce((sum, bodies) => sum + bodies.length - 1, 0);
  return { rounds: kills, acknowledged, repeated, problems };
}

function coordinatorOf(one: Process | undefined): string {
  return `${one?.origin}/coordinator`;
}

async function startPlan(baseUrl: string, unitId: string): Promise<string | undefined> {
  const descriptor = JSON.stringify({
    id: unitId,
    kind: 'dataproduct',
    name: 'Round',
    version: '1.0.0',
    environment: 'development',
    components: renamed(unitId),
  });
  const targetStatus = targets('DEPLOYED', ...NAMES).map(({ componentId }) => ({
    componentId: renameId(componentId, unitId),
    targetStatus: 'DEPLOYED' as const,
  }));
  const task = await createCoordinatorV2({ baseUrl, retries: 0 }).startProvisioning({
    path: { 'deployment-unit-id': unitId },
    query: { environment: 'development' },
    body: { descriptor, targetStatus },
  });
  return task.token;
}

/** Every round has separate components, so that the adapter can tell them apart. */
function renamed(unitId: string): unknown {
  return JSON.parse(JSON.stringify(CHAIN).replaceAll(idOf(''), `${unitId}:`));
}

function renameId(id: string, unitId: string): string {
  return id.replace(idOf(''), `${unitId}:`);
}

/** The violated invariants after the restart. A plan that was not acknowledged may exist or not, but may not hang. */
async function followUp(baseUrl: string, unitId: string, token: string | undefined): Promise<string[]> {
  const v2 = createCoordinatorV2({ baseUrl });
  const at = { path: { 'deployment-unit-id': unitId }, query: { environment: 'development' } };
  if (token !== undefined) {
    const plan = createCoordinatorV2({ baseUrl }).startProvisioning.resume(token);
    try {
      await plan.wait({ timeout: HANGS_AFTER_MS });
    } catch (cause) {
      const logs = await createCoordinatorV1({ baseUrl }).getPlanLogs({
        path: { provisioning_plan_id: token },
        query: { level: 'ERROR' },
      });
      return [
        `the plan did not succeed: ${cause instanceof Error ? cause.message : cause}; ${logs.map(({ message }) => message).join('; ')}`,
      ];
    }
    const { status } = await v2.getDeploymentUnitStatus(at);
    return status === 'DEPLOYED' ? [] : [`the unit is ${status} although its plan succeeded`];
  }
  for (const end = Date.now() + HANGS_AFTER_MS; Date.now() < end; ) {
    const { status } = await v2.getDeploymentUnitStatus(at);
    if (status === 'DEPLOYED' || status === 'NOT_DEPLOYED') return [];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return ['a plan that was not acknowledged hangs'];
}

/** Requests about one component that differ. */
function findDifferent(requests: ReadonlyMap<string, readonly string[]>): string[] {
  return [...requests]
    .filter(([, bodies]) => new Set(bodies).size > 1)
    .map(([id, bodies]) => `${id} was asked for in ${new Set(bodies).size} different ways`);
}

/** A small random generator (mulberry32): the same seed kills at the same moments. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
