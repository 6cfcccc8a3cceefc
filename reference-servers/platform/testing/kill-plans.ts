import { createCoordinatorV1, createCoordinatorV2 } from '@tessera/client';
import { createCountingAdapter } from './counting-adapter.ts';
import { type KillOptions, type KillReport, killRounds } from './kill-rounds.ts';
import { HANGS_AFTER_MS } from './limits.ts';
import { component, idOf, register, targets } from './open-platform.ts';

/** The results of killing plans. */
export interface PlanKillReport extends KillReport {
  /** Requests to the adapter that were sent again, with the same body. */
  readonly repeated: number;
}

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const CHAIN = NAMES.map((name, index) =>
  component(name, index % 2 === 1 ? [NAMES[index - 1] ?? ''] : [], {
    infrastructureTemplateId: 'urn:dmb:itm:counted:0',
  }),
);

/**
 * Kills a process of the platform at random moments of a plan, restarts it, and checks that the plan continues:
 * acknowledged plans end, none hangs, and no adapter gets a request that differs from an earlier one.
 */
export async function killPlans(options: KillOptions): Promise<PlanKillReport> {
  const adapter = createCountingAdapter(40);
  const adapterUrl = await adapter.app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const report = await killRounds<string>(options, {
      longestMs: 900,
      prepare: (origin) =>
        register(
          createCoordinatorV2({ baseUrl: coordinatorOf(origin) }),
          'urn:dmb:itm:counted:0',
          adapterUrl,
        ),
      start: (origin, round) => startPlan(coordinatorOf(origin), unitOf(round)),
      followUp: (origin, round, token) => followUp(coordinatorOf(origin), unitOf(round), token),
      inspect: async () => findDifferent(adapter.requests),
    });
    const repeated = [...adapter.requests.values()].reduce((sum, bodies) => sum + bodies.length - 1, 0);
    return { ...report, repeated };
  } finally {
    await adapter.app.close();
  }
}

function unitOf(round: number): string {
  return `urn:dmb:dp:logistics:round-${round}:1`;
}

function coordinatorOf(origin: string): string {
  return `${origin}/coordinator`;
}

async function startPlan(baseUrl: string, unitId: string): Promise<string> {
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
  if (task.token === undefined) throw new Error('the plan has no token');
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
