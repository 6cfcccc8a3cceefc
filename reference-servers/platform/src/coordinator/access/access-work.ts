import type { AclRequest } from '@tessera/contracts/types/coordinator-v1';
import type { Kysely, Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { readUnit, toComponent } from '../../descriptor/read-unit.ts';
import type { Tables } from '../../storage/tables.ts';
import { findDeployment } from '../registry/adapters.ts';
import { guarded, progressOfPoll, progressOfStart } from '../tasks/call-progress.ts';
import { marketplaceAt, techAdapterAt } from '../tasks/clients.ts';
import type { EndedTask, Progress, TaskInPlan, TaskWork } from '../tasks/task-work.ts';

/** Sends the requested identities to the tech adapter of an output port. */
export function accessWork(context: Context): TaskWork {
  return {
    async start(about) {
      const request = requestOf(about);
      const url = await urlOf(context, about);
      if (url === undefined) return notDeployed(about);
      const body = {
        refs: [...request.identities],
        provisionInfo: await provisionInfoOf(context.db, about),
        ...(request.accessControlFields === undefined
          ? {}
          : { accessControlFields: request.accessControlFields }),
      };
      return progressOfStart(() => techAdapterAt(context, url, about).updateacl({ body }));
    },
    async poll(about, token) {
      const url = await urlOf(context, about);
      if (url === undefined) return { state: 'RETRY', problem: 'its tech adapter is no longer registered' };
      return progressOfPoll(techAdapterAt(context, url, about).updateacl.resume(token));
    },
    async cancel(about, token) {
      const url = await urlOf(context, about);
      if (url !== undefined) await techAdapterAt(context, url, about).updateacl.resume(token).cancel();
    },
    async record(tx, ended, now) {
      for (const one of ended) await recordAccess(tx, one, now);
    },
  };
}

async function recordAccess(
  tx: Transaction<Tables>,
  { about: { plan, task }, outcome }: EndedTask,
  now: Date,
): Promise<void> {
  const aclInfo = outcome.info?.['aclInfo'];
  if (outcome.state !== 'COMPLETED' || aclInfo === undefined) return;
  const where = {
    unit_id: plan.unit_id,
    environment: plan.environment,
    component_id: task.component_id ?? '',
  };
  const [row] = await componentQuery(tx, where).select('info').execute();
  await tx
    .updateTable('component_state')
    .set({ info: JSON.stringify({ ...row?.info, aclInfo }), updated_at: now })
    .where('unit_id', '=', where.unit_id)
    .where('environment', '=', where.environment)
    .where('component_id', '=', where.component_id)
    .execute();
}

/** Sends the requested identities to the marketplace; skipped when the request names no output port of it. */
export async function updateMarketplaceAccess(context: Context, about: TaskInPlan): Promise<Progress> {
  const { marketplace } = context.settings;
  const { outputPortId, requestId, identities } = requestOf(about);
  if (marketplace === undefined)
    return { state: 'COMPLETED', result: 'skipped: no marketplace plugin is configured' };
  if (outputPortId === undefined)
    return { state: 'COMPLETED', result: 'skipped: the request has no outputPortId' };
  return guarded(async () => {
    const body = { requestId, outputPortId, refs: [...identities] };
    await marketplaceAt(context, marketplace, about).updateAcl({ body });
    return { state: 'COMPLETED' };
  });
}

/** The request that started the plan, as the handler stored it. */
function requestOf({ plan }: TaskInPlan): AclRequest {
  const { access } = plan.request;
  if (access === undefined) throw new Error(`plan ${plan.id} sets no access`);
  return access;
}

function notDeployed({ plan, task }: TaskInPlan): Progress {
  const what = task.component_id ?? 'the output port';
  return {
    state: 'FAILED',
    problem: `${what} is not deployed in ${plan.environment}, or its tech adapter is not registered`,
  };
}

interface Key {
  readonly unit_id: string;
  readonly environment: string;
  readonly component_id: string;
}

function componentQuery(db: Pick<Kysely<Tables>, 'selectFrom'>, key: Key) {
  return db
    .selectFrom('component_state')
    .where('unit_id', '=', key.unit_id)
    .where('environment', '=', key.environment)
    .where('component_id', '=', key.component_id);
}

async function urlOf({ db }: Context, { plan, task }: TaskInPlan): Promise<string | undefined> {
  const key = { unit_id: plan.unit_id, environment: plan.environment, component_id: task.component_id ?? '' };
  const row = await componentQuery(db, key).select(['descriptor', 'status']).executeTakeFirst();
  if (row === undefined || row.status === 'NOT_DEPLOYED') return undefined;
  const { infrastructureTemplateId } = toComponent(row.descriptor);
  if (infrastructureTemplateId === undefined) return undefined;
  const deployment = await findDeployment(db, infrastructureTemplateId, plan.environment);
  return deployment?.enabled === false ? undefined : deployment?.url;
}

/** How the component was provisioned: the descriptor as JSON text, and the results. */
async function provisionInfoOf(db: Context['db'], { plan, task }: TaskInPlan) {
  const { unit } = readUnit(plan.descriptor);
  const last = await db
    .selectFrom('task')
    .innerJoin('plan', 'plan.id', 'task.plan_id')
    .select('task.result')
    .where('plan.unit_id', '=', plan.unit_id)
    .where('plan.environment', '=', plan.environment)
    .where('task.component_id', '=', task.component_id)
    .where('task.action', '=', 'PROVISION')
    .where('task.status', '=', 'COMPLETED')
    .orderBy('task.stopped_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const request = { dataProduct: unit?.fields ?? {}, componentIdToProvision: task.component_id };
  return { request: JSON.stringify(request), result: last?.result ?? '' };
}
