import type { GovernanceHandlers } from '@tessera/contracts/handlers/governance';
import { Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { withDefaults } from './defaults.ts';
import { findResourceType, listResourceTypes, saveResourceType } from './resource-type-store.ts';

type ResourceTypes = Pick<GovernanceHandlers, 'listResourceTypes' | 'upsertResourceType' | 'getResourceType'>;

/** The operations about the kinds of resource that can be judged. */
export function createResourceTypes({ db }: Context): ResourceTypes {
  return {
    async listResourceTypes() {
      return { status: 200, body: (await listResourceTypes(db)).map(withDefaults) };
    },
    async upsertResourceType({ body }) {
      await saveResourceType(db, body);
      return { status: 200, body: withDefaults(body) };
    },
    async getResourceType({ path: { resourceType } }) {
      const found = await findResourceType(db, resourceType);
      if (found === undefined) throw new Problem('CGP_RESOURCE_TYPE_NOT_FOUND', { resourceType });
      return { status: 200, body: withDefaults(found) };
    },
  };
}
