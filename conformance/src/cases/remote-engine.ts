import { remoteEngineFixtures } from '@tessera/contracts/fixtures/remote-engine';
import { remoteEngine } from '@tessera/contracts/operations/remote-engine';
import { remoteEngineSchemas } from '@tessera/contracts/schemas/remote-engine';
import { unknownMemberChecks } from '../checks/unknown-members.ts';
import { contractOf, withoutChosen } from '../suite/contract.ts';
import type { Claim, Suite } from '../suite/run.ts';
import { unreadableContent } from './evaluation/refusals.ts';
import { resultChecks } from './evaluation/result.ts';
import { createFacts, OPERATION, PRIMARY } from './remote-engine/facts.ts';
import { kindChecks } from './remote-engine/kinds.ts';
import { sameResultChecks } from './remote-engine/same-result.ts';

const SCHEMA = 'InputResource';

/** The checks of a remote engine. */
export const remoteEngineSuite: Suite = {
  contract: contractOf(
    remoteEngine,
    withoutChosen(remoteEngineSchemas, { PolicyResult: ['errors'], MetricResult: ['errors'] }),
    remoteEngineFixtures,
  ),
  requirements: ['every-contract.json', 'remote-engine.json'],
  frozen: 'remote-engine.frozen.json',
  claims: [
    ...['content', 'resourceType', 'resourceId'].map(
      (member): Claim => ({ requirement: 'RE-07', schema: SCHEMA, member, kinds: ['missing'] }),
    ),
    // The resource id in the published example is a number.
    { requirement: 'X-12', schema: SCHEMA, member: 'resourceId', kinds: ['type'], tolerates: 'number' },
  ],
  findingsMayAnswer: [],
  idKinds: ['kind'],
  sampleRoles: ['violating'],
  open(run) {
    const facts = createFacts(run);
    const subject = { goodBody: () => facts.main };
    return {
      ...subject,
      primary: PRIMARY,
      gate: facts.gate,
      harmless: OPERATION,
      cleanUp: async () => [],
      checks: [
        ...kindChecks(facts),
        ...resultChecks(run, OPERATION, {
          lists: 'RE-05',
          explains: 'RE-06',
          agrees: 'RE-11',
          present: 'RE-14',
          apart: 'RE-10',
          prompt: 'RE-13',
        }),
        ...sameResultChecks(facts),
        unreadableContent(
          run,
          OPERATION,
          'RE-12',
          async (content, label) => facts.evaluate({ ...(await facts.resource()), content }, label),
          facts.lacking,
        ),
        ...unknownMemberChecks(run, { goodBody: facts.resource }, [OPERATION]),
      ],
    };
  },
};
