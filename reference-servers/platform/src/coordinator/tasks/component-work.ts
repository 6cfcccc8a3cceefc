import type { ProvisioningRequest } from '@tessera/contracts/types/tech-adapter';
import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { enrich, toComponentYaml, withComponent } from '../../descriptor/enrich.ts';
import { readUnit, toComponent, type UnitDescriptor } from '../../descriptor/read-unit.ts';
import type { Tables } from '../../storage/tables.ts';
import { findDeployment } from '../registry/adapters.ts';
import { isGuardian, withGuardianPolicy } from '../registry/guardian.ts';
import { type ComponentChange, readComponents, resultsOf, saveComponents } from '../units/unit-store.ts';
import { progressOfPoll, progressOfStart } from './call-progress.ts';
import { techAdapterAt } from './clients.ts';
import type { EndedTask, Outcome, TaskInPlan, TaskWork } from './task-work.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The data for a call about a component. */
interface ComponentCall {
  readonly url: string;
  readonly body: ProvisioningRequest;
}

/** Deploys or undeploys a component through its tech adapter. */
export function componentWork(context: Context, operation: 'provision' | 'unprovision'): TaskWork {
  const isDeploy = operation === 'provision';
  return {
    async start(about) {
      const call = await prepare(context, about, isDeploy);
      if ('problem' in call) return { state: 'FAILED', problem: call.problem };
      const adapter = techAdapterAt(context, call.url, about);
      return progressOfStart(() => adapter[operation]({ body: call.body }));
    },
    async poll(about, token) {
      const url = await urlOf(context, about);
      if (url === undefined) return { state: 'RETRY', problem: 'its tech adapter is no longer registered' };
      return progressOfPoll(techAdapterAt(context, url, about)[operation].resume(token));
    },
    async cancel(about, token) {
      const url = await urlOf(context, about);
      if (url !== undefined) await techAdapterAt(context, url, about)[operation].resume(token).cancel();
    },
    async record(tx, ended, now) {
      const changes: ComponentChange[] = [];
      for (const one of ended) changes.push(await changeOf(context, one, isDeploy, tx));
      await saveComponents(tx, changes, now);
    },
  };
}

/** The state of a component after its task. */
async function changeOf(
  context: Context,
  { about, outcome }: EndedTask,
  isDeploy: boolean,
  tx: Transaction<Tables>,
): Promise<ComponentChange> {
  const { task, plan } = about;
  const hasSucceeded = outcome.state === 'COMPLETED';
  const entry = await entryOf(context, about, isDeploy, tx);
  const ended = isDeploy ? 'DEPLOYED' : 'NOT_DEPLOYED';
  return {
    unitId: plan.unit_id,
    environment: plan.environment,
    componentId: task.component_id ?? '',
    status: hasSucceeded ? ended : 'CORRUPT',
    version: plan.version,
    descriptor: entry,
    info: isDeploy ? await resultOf(tx, about, entry, outcome) : undefined,
    operation: isDeploy ? 'Deploy' : 'Undeploy',
    operationStatus: hasSucceeded ? 'Successful' : 'Failed',
  };
}

async function prepare(
  context: Context,
  about: TaskInPlan,
  isDeploy: boolean,
): Promise<ComponentCall | { problem: string }> {
  const { task, plan } = about;
  const { unit, problem } = readUnit(plan.descriptor);
  if (unit === undefined) return { problem: `the descriptor cannot be read: ${problem}` };
  const entry = await entryOf(context, about, isDeploy);
  const adapterId = templateOf(entry);
  if (adapterId === undefined) return { problem: `${task.component_id} names no infrastructureTemplateId` };
  const deployment = await findDeployment(context.db, adapterId, plan.environment);
  if (deployment === undefined || deployment.enabled === false) {
    return { problem: `no tech adapter is registered and enabled for ${adapterId} in ${plan.environment}` };
  }
  const sent = isGuardian(entry)
    ? {
        ...entry,
        info: withGuardianPolicy(Object(entry['info']), entry, deployment.properties, kindOf(unit)),
      }
    : entry;
  return { url: deployment.url, body: await requestOf(context.db, unit, sent, about) };
}

/** The request to a tech adapter. Entries of the component's dependencies include their results. */
async function requestOf(
  db: Context['db'],
  unit: UnitDescriptor,
  entry: Fields,
  { task, plan }: TaskInPlan,
): Promise<ProvisioningRequest> {
  const needed = toComponent(entry).dependsOn;
  const results = resultsOf(await readComponents(db, plan.unit_id, plan.environment, needed));
  const dataProduct = enrich(withComponent(unit.fields, entry), results);
  const { removing, latestEnrichedDescriptor } = plan.request;
  return {
    descriptorKind: 'COMPONENT_DESCRIPTOR',
    descriptor: toComponentYaml(dataProduct, task.component_id ?? ''),
    removeData: removing?.includes(task.component_id ?? '') === true,
    ...(latestEnrichedDescriptor === undefined ? {} : { latestEnrichedDescriptor }),
  };
}

/** The entry of a component: from the plan's descriptor, or, to undeploy it, from its last provisioning. */
async function entryOf(
  { db }: Context,
  { task, plan }: TaskInPlan,
  isDeploy: boolean,
  tx: Pick<Context['db'], 'selectFrom'> = db,
): Promise<Fields> {
  const planned = readUnit(plan.descriptor).unit?.components.find(
    ({ id }) => id === task.component_id,
  )?.fields;
  if (isDeploy && planned !== undefined) return planned;
  const row = await tx
    .selectFrom('component_state')
    .select('descriptor')
    .where('unit_id', '=', plan.unit_id)
    .where('environment', '=', plan.environment)
    .where('component_id', '=', task.component_id ?? '')
    .executeTakeFirst();
  return row?.descriptor ?? planned ?? { id: task.component_id };
}

/** The results of the tech adapter, and the platform's additions for a guardian. */
async function resultOf(
  tx: Transaction<Tables>,
  { plan }: TaskInPlan,
  entry: Fields,
  { info }: Outcome,
): Promise<Fields | undefined> {
  const template = isGuardian(entry) ? templateOf(entry) : undefined;
  const deployment =
    template === undefined ? undefined : await findDeployment(tx, template, plan.environment);
  return withGuardianPolicy(info, entry, deployment?.properties, kindOf(readUnit(plan.descriptor).unit));
}

function kindOf(unit: UnitDescriptor | undefined): string {
  const kind = unit?.fields['kind'];
  return typeof kind === 'string' ? kind : '';
}

async function urlOf(context: Context, about: TaskInPlan): Promise<string | undefined> {
  const entry = await entryOf(context, about, about.task.action === 'PROVISION');
  const adapterId = templateOf(entry);
  if (adapterId === undefined) return undefined;
  return (await findDeployment(context.db, adapterId, about.plan.environment))?.url;
}

function templateOf(entry: Fields): string | undefined {
  const id = entry['infrastructureTemplateId'];
  return typeof id === 'string' ? id : undefined;
}
