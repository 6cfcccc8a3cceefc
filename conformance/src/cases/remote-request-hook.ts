import { remoteRequestHookFixtures } from '@tessera/contracts/fixtures/remote-request-hook';
import { remoteRequestHook } from '@tessera/contracts/operations/remote-request-hook';
import { remoteRequestHookSchemas } from '@tessera/contracts/schemas/remote-request-hook';
import { contractOf } from '../suite/contract.ts';
import type { Suite } from '../suite/run.ts';
import { acceptanceChecks } from './remote-request-hook/acceptance.ts';
import { decisionChecks } from './remote-request-hook/decisions.ts';
import { OPERATION } from './remote-request-hook/facts/requests.ts';
import { createFacts, PRIMARY } from './remote-request-hook/facts.ts';

/** The checks of a service behind the remote request hook: it receives a request and sends a decision back. */
export const remoteRequestHookSuite: Suite = {
  contract: contractOf(remoteRequestHook, remoteRequestHookSchemas, remoteRequestHookFixtures),
  requirements: ['every-contract.json', 'remote-request-hook.json'],
  frozen: 'remote-request-hook.frozen.json',
  claims: [
    {
      requirement: 'HK-04',
      schema: 'ApprovalRequest',
      member: 'respondToUrl',
      kinds: ['missing', 'null', 'type'],
    },
  ],
  findingsMayAnswer: [],
  open(run) {
    const facts = createFacts(run);
    return {
      primary: PRIMARY,
      // It opens one more case, of a platform that is not reachable.
      harmless: OPERATION,
      gate: facts.gate,
      cleanUp: facts.cleanUp,
      goodBody: () => ({ respondToUrl: facts.nowhere, fields: facts.fields }),
      goodParameters: () => ({ header: { 'x-request-id': run.invent('uuid') } }),
      checks: [...acceptanceChecks(facts), ...decisionChecks(facts)],
    };
  },
};
