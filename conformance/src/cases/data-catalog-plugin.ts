import { dataCatalogPluginFixtures } from '@tessera/contracts/fixtures/data-catalog-plugin';
import { dataCatalogPlugin } from '@tessera/contracts/operations/data-catalog-plugin';
import { dataCatalogPluginSchemas } from '@tessera/contracts/schemas/data-catalog-plugin';
import { givenInvalidChecks } from '../checks/given-invalid.ts';
import { expectRejection, invalidCheck } from '../checks/invalid-check.ts';
import { workFormChecks } from '../checks/other-hands.ts';
import { unknownMemberChecks } from '../checks/unknown-members.ts';
import { contractOf } from '../suite/contract.ts';
import type { Suite } from '../suite/run.ts';
import { createFacts, PRIMARY } from './data-catalog-plugin/facts.ts';
import { informationChecks } from './data-catalog-plugin/information.ts';
import { otherProductChecks } from './data-catalog-plugin/other-product.ts';
import { publicationChecks } from './data-catalog-plugin/publication.ts';
import { referenceChecks } from './data-catalog-plugin/references.ts';
import { pluginValidationChecks } from './data-catalog-plugin/validation.ts';

const REQUEST = 'ProvisioningRequest';

/** The synchronous validation. */
const FINDINGS_MAY_ANSWER = ['validate'];

/** The checks of a data catalog plugin. */
export const dataCatalogPluginSuite: Suite = {
  contract: contractOf(dataCatalogPlugin, dataCatalogPluginSchemas, dataCatalogPluginFixtures),
  requirements: ['every-contract.json', 'tasks.json', 'data-catalog-plugin.json'],
  frozen: 'data-catalog-plugin.frozen.json',
  claims: [
    { requirement: 'DC-12', schema: REQUEST, member: 'descriptor', kinds: ['missing', 'type', 'null'] },
    {
      requirement: 'DC-10',
      schema: 'getEntityReference.query',
      member: 'componentId',
      kinds: ['missing'],
      alsoStatuses: [404, 500],
    },
  ],
  findingsMayAnswer: FINDINGS_MAY_ANSWER,
  alsoReads: ['validate', 'asyncValidate'],
  sampleRoles: ['results', 'other', 'invalid'],
  open(run) {
    const facts = createFacts(run);
    const parts = {
      goodBody: (operation: string) =>
        run.contract.table.operations[operation]?.body === undefined ? undefined : facts.samples.plain,
      goodParameters: (operation: string) =>
        operation === 'getEntityReference' ? { query: { componentId: facts.component } } : {},
    };
    return {
      ...parts,
      primary: PRIMARY,
      harmless: 'validate',
      refusing: ['asyncValidate', 'provision', 'unprovision'],
      gate: facts.gate,
      cleanUp: facts.cleanUp,
      checks: [
        ...pluginValidationChecks(facts),
        ...publicationChecks(facts),
        ...informationChecks(facts),
        ...referenceChecks(facts),
        ...otherProductChecks(facts),
        ...givenInvalidChecks(run, 'DC-14', facts.samples.invalid),
        ...workFormChecks(run, 'DC-31', {
          provision: facts.publishRemoved.read,
          unprovision: facts.removeRemoved.read,
        }),
        ...componentKindChecks(),
        ...unknownMemberChecks(run, parts, ['asyncValidate', 'validate']),
      ],
    };

    /** The third descriptor kind of the tech adapter: the platform never sends a single component here. */
    function componentKindChecks() {
      const operations = ['asyncValidate', 'validate', 'provision', 'unprovision'];
      return operations.map((operation) =>
        invalidCheck(run, {
          requirement: 'DC-04',
          of: operation,
          operation,
          label: 'a component descriptor',
          call: () => ({ value: { ...facts.samples.plain, descriptorKind: 'COMPONENT_DESCRIPTOR' } }),
          judge: (trial, exchange) =>
            expectRejection(
              trial,
              { findingsMayAnswer: FINDINGS_MAY_ANSWER },
              exchange,
              'component descriptor',
            ),
        }),
      );
    }
  },
};
