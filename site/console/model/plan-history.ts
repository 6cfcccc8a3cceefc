import type { PlatformApi } from '../api/platform.ts';
import { type PlanSummary, type PlanUnit, planIdOf, readUnit, summarize, withoutParts } from './plan.ts';

/** A plan with the unit that it is about, where its descriptor can be read. */
export interface KnownPlan extends PlanSummary {
  readonly unit: PlanUnit | undefined;
}

/** The maximum number of new plans that are fetched one by one; more are fetched in one request. */
const ONE_BY_ONE = 2;

/** Which plans to read. */
export interface PlanQuery {
  readonly count: number;
  /** Only plans of this unit. */
  readonly unitId?: string | undefined;
}

/** The history of plans. The unit of a plan never changes, so it is read once. */
export interface PlanHistory {
  /** The latest plans, and whether there are earlier ones. */
  latest(query: PlanQuery, signal: AbortSignal): Promise<{ plans: KnownPlan[]; hasMore: boolean }>;
  /** Whether a plan is about a unit; undefined for a plan that has not been read. */
  isAbout(planId: string, unitId: string): boolean | undefined;
}

/** Makes the reader of the history. */
export function createPlanHistory({ v1 }: Pick<PlatformApi, 'v1'>): PlanHistory {
  const units = new Map<string, PlanUnit | undefined>();
  const readOne = async (planId: string, signal: AbortSignal): Promise<void> => {
    const query = { 'include-descriptors': true };
    const { dag } = await v1.getProvisioningPlan({ path: { token: planId }, query, signal });
    units.set(planId, readUnit(dag.descriptor));
  };
  return {
    isAbout: (planId, unitId) => (units.has(planId) ? units.get(planId)?.id === unitId : undefined),
    async latest({ count, unitId }, signal) {
      // The validation of a plan is listed as a plan, too. The request asks for one more plan than is shown, to know
      // whether there are more.
      const wanted = { limit: 2 * count + 1, ...(unitId === undefined ? {} : { 'data-product-id': unitId }) };
      const query = { ...wanted, 'include-descriptors': false };
      const { items } = await v1.listProvisioningPlans({ query, signal });
      const all = withoutParts(items.map(summarize));
      const plans = all.slice(0, count);
      const unknown = plans.filter(({ id }) => !units.has(id));
      if (unknown.length > ONE_BY_ONE) {
        const whole = await v1.listProvisioningPlans({
          query: { ...wanted, 'include-descriptors': true },
          signal,
        });
        for (const { dag } of whole.items) units.set(planIdOf(dag.id), readUnit(dag.descriptor));
      } else await Promise.all(unknown.map(({ id }) => readOne(id, signal)));
      const known = plans.map((plan) => ({ ...plan, unit: units.get(plan.id) }));
      for (const { tasks, unit } of known) {
        for (const { subPlanId } of tasks) if (subPlanId !== undefined) units.set(subPlanId, unit);
      }
      return { plans: known, hasMore: all.length > count };
    },
  };
}
