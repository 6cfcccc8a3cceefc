import type { CoordinatorV2Handlers } from '@tessera/contracts/handlers/coordinator-v2';
import { type HandlerContext, Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { findActivePlan } from '../plans/plan-store.ts';
import { terminatePlan } from '../plans/terminate.ts';
import { readUnit } from '../units/unit-store.ts';
import { previewDemand, startProvisioning } from './start-provisioning.ts';

type Provisioning = Pick<
  CoordinatorV2Handlers<HandlerContext>,
  'previewProvisioning' | 'startProvisioning' | 'abortProvisioning'
>;

/** The operations that preview, start and stop a provisioning. */
export function createProvisioning(context: Context): Provisioning {
  return {
    async previewProvisioning({ path, query, body }) {
      const demand = {
        unitId: path['deployment-unit-id'],
        environment: query.environment,
        request: body,
        autofill: query['autofill-target-status'],
      };
      return { status: 200, body: await previewDemand(context, demand) };
    },
    async startProvisioning({ path, query, body }, { headers }) {
      const { traceparent } = headers;
      const token = await startProvisioning(context, {
        unitId: path['deployment-unit-id'],
        environment: query.environment,
        request: body,
        autofill: query.unsafe,
        traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      });
      return { status: 202, body: token };
    },
    async abortProvisioning({ path, query: { environment, mode } }) {
      const unitId = path['deployment-unit-id'];
      const unit = await readUnit(context.db, unitId, environment);
      if (unit === undefined) throw new Problem('COR_UNIT_NOT_FOUND', { unitId, environment });
      const plan = await findActivePlan(context.db, unitId, environment);
      if (plan !== undefined) await terminatePlan(context, plan.id, mode);
      return { status: 202 };
    },
  };
}
