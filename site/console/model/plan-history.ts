import type { PlatformApi } from '../api/platform.ts';
import { type PlanSummary, type PlanUnit, planIdOf, readUnit, summarize, withoutParts } from './plan.ts';

/** A plan with the unit that it is about, where its descriptor can be read. */
export interface KnownPlan extends PlanSummary {
  readonly unit: PlanUnit | undefined;
}

/** More new plans than this are asked for in one request. */
const ONE_BY_ONE = 2;

/** The history of plans. What plans are about never changes, so it is read one time. */
export interface PlanHistory {
  /** The latest plans, and whether there are earlier ones. */
  latest(count: number, signal: AbortSignal): Promise<{ plans: KnownPlan[]; hasMore: boolean }>;
  unitOf(planId: string, signal: AbortSignal): Promise<PlanUnit | undefined>;
}

/** Makes the reader of the history. */
export function createPlanHistory({ v1 }: Pick<PlatformApi, 'v1'>): PlanHistory {
  const units = new Map<string, PlanUnit | undefined>();
  const unitOf = async (planId: string, signal: AbortSignal): Promise<PlanUnit | undefined> => {
    if (!units.has(planId)) {
      const query = { 'include-descriptors': true };
      const { dag } = await v1.getProvisioningPlan({ path: { token: planId }, query, signal });
      units.set(planId, readUnit(dag.descriptor));
    }
    return units.get(planId);
  };
  return {
    unitOf,
    async latest(count, signal) {
      // One more than is shown tells whether there are more.
      const limit = count + 1;
      const query = { limit, 'include-descriptors': false };
      const { items } = await v1.listProvisioningPlans({ query, signal });
      const all = items.map(summarize);
      const plans = withoutParts(all.slice(0, count));
      const unknown = plans.filter(({ id }) => !units.has(id));
      if (unknown.length > ONE_BY_ONE) {
        const whole = await v1.listProvisioningPlans({
          query: { limit, 'include-descriptors': true },
          signal,
        });
        for (const { dag } of whole.items) units.set(planIdOf(dag.id), readUnit(dag.descriptor));
      } else await Promise.all(unknown.map(({ id }) => unitOf(id, signal)));
      return {
        plans: plans.map((plan) => ({ ...plan, unit: units.get(plan.id) })),
        hasMore: all.length > count,
      };
    },
  };
}
