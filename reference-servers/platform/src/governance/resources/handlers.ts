import type { GovernanceHandlers } from '@tessera/contracts/handlers/governance';
import { Problem } from '@tessera/reference-servers/harness';

type Resources = Pick<
  GovernanceHandlers,
  | 'registerResources'
  | 'getResource'
  | 'updateEvaluationStatus'
  | 'searchEvaluationStatus'
  | 'scheduleFromReport'
>;

/** The operations about resources that are watched; none can be registered yet. */
export function createResources(): Resources {
  return {
    async registerResources() {
      throw new Error('the platform does not watch resources yet');
    },
    async getResource({ path: { externalId }, query: { environment } }) {
      throw new Problem('CGP_RESOURCE_NOT_FOUND', { externalId, environment });
    },
    async updateEvaluationStatus() {
      throw new Error('the platform does not watch resources yet');
    },
    async searchEvaluationStatus() {
      throw new Error('the platform does not watch resources yet');
    },
    async scheduleFromReport({ path: { reportId } }) {
      throw new Problem('CGP_REPORT_NOT_FOUND', { reportId });
    },
  };
}
