import type { CoordinatorReverseProvisioningRequest } from '@tessera/contracts/types/coordinator-v1';
import type { ReverseProvisioningStatus } from '@tessera/contracts/types/tech-adapter';
import type { Context } from '../../context.ts';
import { findDeployment } from '../registry/adapters.ts';
import { guarded } from '../tasks/call-progress.ts';
import { techAdapterAt } from '../tasks/clients.ts';
import type { Progress, TaskInPlan, TaskWork } from '../tasks/task-work.ts';

/** Asks one tech adapter what exists. The component id of the task is the infrastructure template. */
export function reverseWork(context: Context): TaskWork {
  return {
    async start(about) {
      const url = await urlOf(context, about);
      if (url === undefined) return { state: 'FAILED', problem: notRegistered(about) };
      const { useCaseTemplateId, environment, params, catalogInfo } = requestOf(about);
      const body = {
        useCaseTemplateId,
        environment,
        ...(params === undefined ? {} : { params }),
        ...(catalogInfo === undefined ? {} : { catalogInfo }),
      };
      return guarded(async () => {
        const { token, last } = await techAdapterAt(context, url, about).runReverseProvisioning({ body });
        if (token !== undefined) return { state: 'RUNNING', token };
        return last === undefined ? { state: 'FAILED', problem: 'the answer has no status' } : judge(last);
      });
    },
    async poll(about, token) {
      const url = await urlOf(context, about);
      if (url === undefined) return { state: 'RETRY', problem: notRegistered(about) };
      return guarded(async () => {
        const status = await techAdapterAt(context, url, about).runReverseProvisioning.resume(token).status();
        return status.status === 'RUNNING' ? { state: 'RUNNING', token } : judge(status);
      });
    },
  };
}

function judge({ status, updates, logs }: ReverseProvisioningStatus): Progress {
  const lines = logs ?? undefined;
  if (status === 'COMPLETED')
    return { state: 'COMPLETED', result: JSON.stringify(updates ?? {}), logs: lines };
  const problem =
    lines?.findLast(({ level }) => level === 'ERROR')?.message ?? `the adapter reports ${status}`;
  return { state: 'FAILED', problem, logs: lines };
}

function requestOf({ plan }: TaskInPlan): CoordinatorReverseProvisioningRequest {
  const { reverse } = plan.request;
  if (reverse === undefined) throw new Error(`plan ${plan.id} reads nothing back`);
  return reverse;
}

function notRegistered({ plan, task }: TaskInPlan): string {
  return `no tech adapter is registered and enabled for ${task.component_id} in ${plan.environment}`;
}

async function urlOf({ db }: Context, { plan, task }: TaskInPlan): Promise<string | undefined> {
  const deployment = await findDeployment(db, task.component_id ?? '', plan.environment);
  return deployment?.enabled === false ? undefined : deployment?.url;
}
