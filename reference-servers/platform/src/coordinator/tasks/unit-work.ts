import type { Context } from '../../context.ts';
import { enrich, toYaml } from '../../descriptor/enrich.ts';
import { readUnit } from '../../descriptor/read-unit.ts';
import { updateMarketplaceAccess } from '../access/access-work.ts';
import { findDeployment } from '../registry/adapters.ts';
import { readComponents, resultsOf } from '../units/unit-store.ts';
import { progressOfPoll, progressOfStart } from './call-progress.ts';
import { dataCatalogAt, marketplaceAt, techAdapterAt } from './clients.ts';
import type { Progress, TaskInPlan, TaskWork } from './task-work.ts';

/** Deploys or undeploys the resources of the unit itself, through the tech adapter of its template. */
export function systemWork(context: Context, operation: 'provision' | 'unprovision'): TaskWork {
  return {
    async start(about) {
      const url = await systemUrl(context, about);
      if (url === undefined) {
        return {
          state: 'FAILED',
          problem: 'no tech adapter is registered and enabled for the template of the unit',
        };
      }
      const descriptor = await describeWithResults(context, about);
      const body = { descriptorKind: 'DATAPRODUCT_DESCRIPTOR', descriptor, removeData: false } as const;
      return progressOfStart(() => techAdapterAt(context, url, about)[operation]({ body }));
    },
    async poll(about, token) {
      const url = await systemUrl(context, about);
      if (url === undefined) return { state: 'RETRY', problem: 'its tech adapter is no longer registered' };
      return progressOfPoll(techAdapterAt(context, url, about)[operation].resume(token));
    },
    async cancel(about, token) {
      const url = await systemUrl(context, about);
      if (url !== undefined) await techAdapterAt(context, url, about)[operation].resume(token).cancel();
    },
  };
}

/** Publishes the unit in the data catalog, or removes it. */
export function catalogWork(context: Context, operation: 'provision' | 'unprovision'): TaskWork {
  return {
    async start(about) {
      const plugin = catalogFor(context, about);
      const descriptor = await describeWithResults(context, about);
      const body = { descriptorKind: 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS', descriptor } as const;
      return progressOfStart(() => plugin[operation]({ body }));
    },
    poll: (about, token) => progressOfPoll(catalogFor(context, about)[operation].resume(token)),
  };
}

/** Publishes the unit in the marketplace, or removes it when no part of it is deployed any more. */
export function marketplaceWork(context: Context): TaskWork {
  return {
    async start(about): Promise<Progress> {
      if (about.plan.kind === 'ACCESS') return updateMarketplaceAccess(context, about);
      const { marketplace } = context.settings;
      if (marketplace === undefined) return skipped('marketplace');
      const plugin = marketplaceAt(context, marketplace, about);
      const { unit_id, environment } = about.plan;
      const components = await readComponents(context.db, unit_id, environment);
      const remains = components.some(({ status }) => status !== 'NOT_DEPLOYED');
      const body = { descriptor: await describeWithResults(context, about) };
      return progressOfStart(async () => {
        const answer = remains
          ? await plugin.insertProvisioningResults({ body })
          : await plugin.delete({ body });
        const result = typeof answer === 'string' ? answer : answer.status;
        return { token: undefined, last: { status: 'COMPLETED', result } };
      });
    },
  };
}

function skipped(plugin: string): Progress {
  return { state: 'COMPLETED', result: `skipped: no ${plugin} plugin is configured` };
}

function catalogFor(context: Context, about: TaskInPlan) {
  return dataCatalogAt(context, context.settings.dataCatalog ?? '', about);
}

async function systemUrl({ db }: Context, { plan }: TaskInPlan): Promise<string | undefined> {
  const id = readUnit(plan.descriptor).unit?.infrastructureTemplateId;
  const deployment = id === undefined ? undefined : await findDeployment(db, id, plan.environment);
  return deployment?.enabled === false ? undefined : deployment?.url;
}

/** The descriptor of the unit with the results of all its components. */
async function describeWithResults({ db }: Context, { plan }: TaskInPlan): Promise<string> {
  const { unit } = readUnit(plan.descriptor);
  if (unit === undefined) return plan.descriptor;
  const components = await readComponents(db, plan.unit_id, plan.environment);
  return toYaml(enrich(unit.fields, resultsOf(components)));
}
