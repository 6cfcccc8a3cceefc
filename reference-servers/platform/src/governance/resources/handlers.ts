import type { GovernanceHandlers } from '@tessera/contracts/handlers/governance';
import { Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { changeStatus } from './change-status.ts';
import { followReport } from './from-report.ts';
import { findRegistered, insertRegistered, viewRegistered } from './resource-store.ts';
import { searchStatuses } from './search.ts';
import { viewStatus } from './status-store.ts';

type Resources = Pick<
  GovernanceHandlers,
  | 'registerResources'
  | 'getResource'
  | 'updateEvaluationStatus'
  | 'searchEvaluationStatus'
  | 'scheduleFromReport'
>;

/** The operations about registered resources, and about when results are expected. */
export function createResources(context: Context): Resources {
  const { db, clock } = context;
  return {
    async registerResources({ body }) {
      const registered = await db.transaction().execute((tx) => insertRegistered(tx, body));
      return { status: 200, body: { registeredResources: registered.map(viewRegistered) } };
    },
    async getResource({ path: { externalId }, query: { environment } }) {
      const found = await findRegistered(db, externalId, environment);
      if (found === undefined) throw new Problem('CGP_RESOURCE_NOT_FOUND', { externalId, environment });
      return { status: 200, body: viewRegistered(found) };
    },
    async updateEvaluationStatus({ path, query: { environment }, body }) {
      const { externalId, governanceEntityId: entityId } = path;
      const status = await changeStatus(context, { externalId, environment, entityId }, body);
      return { status: 200, body: viewStatus(status, clock.now()) };
    },
    async searchEvaluationStatus({ body }) {
      return { status: 200, body: await searchStatuses(db, body, clock.now()) };
    },
    async scheduleFromReport({ path: { reportId } }) {
      const isKnown = await db.transaction().execute((tx) => followReport(tx, reportId, clock.now()));
      if (!isKnown) throw new Problem('CGP_REPORT_NOT_FOUND', { reportId });
      return { status: 202 };
    },
  };
}
