import type { Context } from '../../context.ts';
import { readUnit } from '../../descriptor/read-unit.ts';
import { findPlan, hasEnded, readTasks } from '../plans/plan-store.ts';
import type { TaskWork } from '../tasks/task-work.ts';
import { readProblems, storeValidation } from './start-validation.ts';

/** Maximum number of problems in the log of a plan. */
const MOST_LISTED = 5;

/**
 * The first task of a provisioning: validates the components to deploy, in a separate plan. Components to undeploy are
 * not validated, so that a broken descriptor does not prevent clean-up.
 */
export function gatewayWork(context: Context): TaskWork {
  return {
    waits: true,
    async start({ plan, task }) {
      const tasks = await readTasks(context.db, plan.id);
      const deployed = tasks
        .filter(({ action }) => action === 'PROVISION')
        .flatMap(({ component_id }) => component_id ?? []);
      const { unit } = readUnit(plan.descriptor);
      if (deployed.length === 0 || unit === undefined) {
        return { state: 'COMPLETED', result: 'nothing is deployed, so nothing is validated' };
      }
      const id = `${plan.id}-validation`;
      if ((await findPlan(context.db, id)) === undefined) {
        const { descriptor, environment, traceparent } = plan;
        const componentIds = new Set(deployed);
        await storeValidation(context, id, {
          unit,
          descriptor,
          environment,
          componentIds,
          traceparent: traceparent ?? undefined,
        });
      }
      await context.db.updateTable('task').set({ sub_plan_id: id }).where('id', '=', task.id).execute();
      return { state: 'RUNNING', token: id, subPlan: id };
    },
    async poll(_about, id) {
      const plan = await findPlan(context.db, id);
      if (plan === undefined || !hasEnded(plan)) return { state: 'RUNNING', token: id };
      const { findings, failures } = await readProblems(context, id);
      if (findings.length > 0)
        return { state: 'FAILED', problem: `the validation did not pass: ${listProblems(findings)}` };
      if (plan.status !== 'COMPLETED') {
        const reason = failures.length > 0 ? listProblems(failures) : `it ended ${plan.status}`;
        return { state: 'FAILED', problem: `the descriptor could not be validated: ${reason}` };
      }
      return { state: 'COMPLETED', result: 'the descriptor is valid' };
    },
  };
}

function listProblems(problems: readonly string[]): string {
  const more = problems.length > MOST_LISTED ? `; and ${problems.length - MOST_LISTED} more` : '';
  return problems.slice(0, MOST_LISTED).join('; ') + more;
}
