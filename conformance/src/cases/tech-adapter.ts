import { techAdapterFixtures } from '@tessera/contracts/fixtures/tech-adapter';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { techAdapterSchemas } from '@tessera/contracts/schemas/tech-adapter';
import { unknownMemberChecks } from '../checks/unknown-members.ts';
import { contractOf } from '../suite/contract.ts';
import type { Suite } from '../suite/run.ts';
import { accessChecks } from './tech-adapter/access.ts';
import { consistencyChecks } from './tech-adapter/consistency.ts';
import { createFacts, PRIMARY } from './tech-adapter/facts.ts';
import { givenSampleChecks } from './tech-adapter/given-samples.ts';
import { informationChecks } from './tech-adapter/information.ts';
import { nothingThereChecks } from './tech-adapter/nothing-there.ts';
import { provisioningChecks } from './tech-adapter/provisioning.ts';
import { repetitionChecks } from './tech-adapter/repetition.ts';
import { returningChecks } from './tech-adapter/returning.ts';
import { reverseChecks } from './tech-adapter/reverse.ts';
import { terminationChecks } from './tech-adapter/termination.ts';
import { toldAccessCheck } from './tech-adapter/told-access.ts';
import { adapterValidationChecks } from './tech-adapter/validation.ts';

/** The checks of a tech adapter. */
export const techAdapterSuite: Suite = {
  contract: contractOf(techAdapter, techAdapterSchemas, techAdapterFixtures),
  requirements: ['every-contract.json', 'tasks.json', 'tech-adapter.json'],
  frozen: 'tech-adapter.frozen.json',
  claims: [
    {
      requirement: 'TA-07',
      schema: 'ProvisioningRequest',
      member: 'descriptor',
      kinds: ['missing'],
      named: 'CO-12',
    },
    { requirement: 'TA-08', schema: 'ProvisioningRequest', member: 'descriptor', kinds: ['type', 'null'] },
    { requirement: 'TA-09', schema: 'ProvisioningRequest', member: 'descriptorKind', kinds: ['enum'] },
    { requirement: 'TA-22', schema: 'ProvisioningRequest', member: 'removeData', kinds: ['type'] },
    { requirement: 'TA-31', schema: 'UpdateAclRequest', member: 'refs', kinds: ['missing'] },
    { requirement: 'TA-31', schema: 'UpdateAclRequest', member: 'provisionInfo', kinds: ['missing'] },
    {
      requirement: 'TA-35',
      schema: 'ReverseProvisioningRequest',
      member: 'useCaseTemplateId',
      kinds: ['missing'],
    },
    { requirement: 'TA-35', schema: 'ReverseProvisioningRequest', member: 'environment', kinds: ['missing'] },
    { requirement: 'CO-11', schema: 'ReverseProvisioningRequest', member: 'params', kinds: ['type'] },
    { requirement: 'CO-11', schema: 'ReverseProvisioningRequest', member: 'catalogInfo', kinds: ['type'] },
    { requirement: 'CO-11', schema: 'UpdateAclRequest', member: 'accessControlFields', kinds: ['type'] },
    {
      requirement: 'CO-11',
      schema: 'ProvisioningRequest',
      member: 'latestEnrichedDescriptor',
      operations: ['provision', 'unprovision'],
      kinds: ['type'],
    },
  ],
  findingsMayAnswer: ['validate'],
  alsoReads: ['validate', 'asyncValidate', 'runReverseProvisioning'],
  sampleRoles: ['invalid', 'other', 'enriched', 'forbidden'],
  open(run) {
    const facts = createFacts(run);
    const subject = {
      goodBody(operation: string): unknown {
        if (operation === 'updateacl') return facts.acl({});
        if (operation === 'runReverseProvisioning') return facts.reverse;
        return facts.request(facts.samples.main);
      },
    };
    return {
      ...subject,
      primary: PRIMARY,
      harmless: 'validate',
      changeNothing: ['runReverseProvisioning'],
      gate: facts.gate,
      cleanUp: facts.cleanUp,
      checks: [
        ...adapterValidationChecks(facts),
        ...provisioningChecks(facts),
        ...nothingThereChecks(facts),
        ...repetitionChecks(facts),
        ...returningChecks(facts),
        ...terminationChecks(facts),
        ...accessChecks(facts),
        toldAccessCheck(facts),
        ...reverseChecks(facts),
        ...informationChecks(facts),
        ...consistencyChecks(facts),
        ...givenSampleChecks(facts),
        ...unknownMemberChecks(run, subject, ['asyncValidate', 'validate']),
      ],
    };
  },
};
