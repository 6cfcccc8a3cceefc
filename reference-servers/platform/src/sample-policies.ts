import type { PolicyCreate } from '@tessera/contracts/types/governance';
import type { Context } from './context.ts';
import { insertEntity } from './governance/entities/entity-store.ts';

const COMMON = {
  context: 'global',
  interactionType: 'user2platform',
  trigger: 'active',
  timing: 'deployment',
  strategy: 'default',
  engine: 'cue',
  resourceType: 'dataproduct',
  additionalMetadata: {},
} as const;

/** The sample data product satisfies the first policy. It violates the second one, which does not block. */
const POLICIES: readonly Omit<PolicyCreate, 'environment'>[] = [
  {
    ...COMMON,
    selectors: [],
    tags: ['sample'],
    name: 'Data products name an owner and an email address',
    description: 'Consumers have to know whom to ask.',
    severity: 'error',
    cueScript: 'dataProductOwner: =~"^user:"\nemail: =~"^[^@]+@[^@]+$"',
  },
  {
    ...COMMON,
    selectors: [],
    tags: ['sample'],
    name: 'Data products in use are strategic',
    description: 'A data product that others read has to be maintained as a strategic one.',
    severity: 'warning',
    cueScript: 'maturity: =~"^Strategic$"',
  },
];

/**
 * Creates sample policies, enabled in the first environment, on a platform without policies and metrics. Their scripts
 * are known to be valid, so that the start need not load CUE.
 */
export async function createSamplePolicies({ db, ids, clock, settings }: Context): Promise<void> {
  const [environment] = settings.environments;
  const known = await db.selectFrom('governance_entity').select('id').limit(1).executeTakeFirst();
  if (environment === undefined || known !== undefined) return;
  for (const policy of POLICIES) {
    const entity = { id: ids(), group_id: ids(), version: 1, type: 'policy', status: 'enabled' } as const;
    await insertEntity(db, { ...entity, definition: { ...policy, environment } }, clock.now());
  }
}
