import type { GovernanceHandlers } from '@tessera/contracts/handlers/governance';
import type { Context } from '../../context.ts';
import { planAllRuns } from './schedule-store.ts';

type Schedules = Pick<GovernanceHandlers, 'reloadCronPolicies'>;

/** The operation that reads the schedules anew. */
export function createSchedules({ db, clock }: Context): Schedules {
  return {
    async reloadCronPolicies() {
      await db.transaction().execute((tx) => planAllRuns(tx, clock.now()));
      return { status: 204 };
    },
  };
}
