import { marketplacePluginFixtures } from '@tessera/contracts/fixtures/marketplace-plugin';
import { marketplacePlugin } from '@tessera/contracts/operations/marketplace-plugin';
import { marketplacePluginSchemas } from '@tessera/contracts/schemas/marketplace-plugin';
import { contractOf } from '../suite/contract.ts';
import type { Suite } from '../suite/run.ts';
import { accessChecks } from './marketplace-plugin/access.ts';
import { descriptorChecks } from './marketplace-plugin/descriptors.ts';
import { createFacts, PRIMARY } from './marketplace-plugin/facts.ts';
import { publicationChecks } from './marketplace-plugin/publication.ts';

const ACCESS = 'UpdateAclRequest';

/** The checks of a marketplace plugin. */
export const marketplacePluginSuite: Suite = {
  contract: contractOf(marketplacePlugin, marketplacePluginSchemas, marketplacePluginFixtures),
  requirements: ['every-contract.json', 'marketplace-plugin.json'],
  frozen: 'marketplace-plugin.frozen.json',
  claims: [
    {
      requirement: 'MP-02',
      schema: 'ProvisioningResultRequest',
      member: 'descriptor',
      kinds: ['missing', 'null', 'type'],
    },
    { requirement: 'MP-08', schema: ACCESS, member: 'requestId', kinds: ['missing', 'null', 'type'] },
    { requirement: 'MP-09', schema: ACCESS, member: 'outputPortId', kinds: ['missing', 'null'] },
    { requirement: 'MP-10', schema: ACCESS, member: 'refs', kinds: ['missing', 'null', 'type'] },
  ],
  findingsMayAnswer: [],
  sampleRoles: ['other', 'invalid'],
  open(run) {
    const facts = createFacts(run);
    return {
      primary: PRIMARY,
      // It sets the same list as other requests.
      harmless: 'updateAcl',
      refusing: ['insertProvisioningResults', 'delete'],
      gate: facts.gate,
      cleanUp: facts.cleanUp,
      goodBody: (operation) => (operation === 'updateAcl' ? facts.access : { descriptor: facts.descriptor }),
      checks: [...publicationChecks(facts), ...accessChecks(facts), ...descriptorChecks(facts)],
    };
  },
};
