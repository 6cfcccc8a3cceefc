import { perimeterResolverFixtures } from '@tessera/contracts/fixtures/perimeter-resolver';
import { perimeterResolver } from '@tessera/contracts/operations/perimeter-resolver';
import { perimeterResolverSchemas } from '@tessera/contracts/schemas/perimeter-resolver';
import type { ApiTable } from '@tessera/contracts/vocabulary';
import { contractOf } from '../suite/contract.ts';
import type { Suite } from '../suite/run.ts';
import { createFacts, OPERATION, PAGE, PRIMARY } from './perimeter-resolver/facts.ts';
import { idChecks } from './perimeter-resolver/ids.ts';
import { pageChecks } from './perimeter-resolver/pages.ts';
import { stabilityChecks } from './perimeter-resolver/stability.ts';
import { typeChecks } from './perimeter-resolver/types.ts';

const QUERY = `${OPERATION}.query`;

/** The checks of a perimeter resolver. */
export const perimeterResolverSuite: Suite = {
  contract: contractOf(
    withoutNotFoundBody(perimeterResolver),
    perimeterResolverSchemas,
    perimeterResolverFixtures,
  ),
  requirements: ['every-contract.json', 'perimeter-resolver.json'],
  frozen: 'perimeter-resolver.frozen.json',
  claims: [
    { requirement: 'PR-02', schema: QUERY, member: 'environment', kinds: ['missing'] },
    { requirement: 'PR-13', schema: QUERY, member: 'offset', kinds: ['below', 'negative', 'type'] },
    { requirement: 'PR-13', schema: QUERY, member: 'limit', kinds: ['negative', 'type'] },
    { requirement: 'PR-15', schema: QUERY, member: 'limit', kinds: ['below'] },
  ],
  findingsMayAnswer: [],
  idKinds: ['environment', 'resource', 'resource-type'],
  open(run) {
    const facts = createFacts(run);
    const environment = run.settings.ids?.['environment'] ?? 'development';
    const subject = {
      goodBody: () => undefined,
      goodParameters: () => ({ query: { environment } }),
      company: (_operation: string, parameter: string) => ({
        query: {
          'resource-types': [facts.typeName],
          offset: 0,
          limit: PAGE,
          // A lookup of one resource may not need pages.
          ...(parameter === 'environment' ? { id: run.invent('word') } : {}),
        },
      }),
    };
    return {
      ...subject,
      primary: PRIMARY,
      gate: facts.gate,
      cleanUp: async () => [],
      checks: [...pageChecks(facts), ...typeChecks(facts), ...idChecks(facts), ...stabilityChecks(facts)],
    };
  },
};

/** This project chose the body of a 404, so no check fails for another body. */
function withoutNotFoundBody(table: ApiTable): ApiTable {
  const operations = Object.entries(table.operations).map(([id, operation]) => {
    const responses = { ...operation.responses, 404: {} };
    return [id, { ...operation, responses }] as const;
  });
  return { ...table, operations: Object.fromEntries(operations) };
}
