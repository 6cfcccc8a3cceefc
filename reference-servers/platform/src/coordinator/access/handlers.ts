import type { CoordinatorV1Handlers } from '@tessera/contracts/handlers/coordinator-v1';
import type { HandlerContext } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { storeAccessPlan } from './store-access-plan.ts';

/** The operation that sets who has access. */
export function createAccess(context: Context): Pick<CoordinatorV1Handlers<HandlerContext>, 'updateAcl'> {
  return {
    async updateAcl({ body }, { headers: { traceparent } }) {
      const demand = { access: body, traceparent: typeof traceparent === 'string' ? traceparent : undefined };
      return { status: 202, body: await storeAccessPlan(context, demand) };
    },
  };
}
