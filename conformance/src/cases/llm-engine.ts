import { llmEngineFixtures } from '@tessera/contracts/fixtures/llm-engine';
import { llmEngine } from '@tessera/contracts/operations/llm-engine';
import { llmEngineSchemas } from '@tessera/contracts/schemas/llm-engine';
import { unknownMemberChecks } from '../checks/unknown-members.ts';
import { contractOf, withoutChosen } from '../suite/contract.ts';
import type { Suite } from '../suite/run.ts';
import { resultChecks } from './evaluation/result.ts';
import { createFacts, OPERATION, PRIMARY } from './llm-engine/facts.ts';
import { modelChecks, verdictChecks } from './llm-engine/verdicts.ts';

/** The checks of an LLM engine. */
export const llmEngineSuite: Suite = {
  contract: contractOf(
    llmEngine,
    withoutChosen(llmEngineSchemas, { PolicyResult: ['errors'] }),
    llmEngineFixtures,
  ),
  requirements: ['every-contract.json', 'llm-engine.json'],
  frozen: 'llm-engine.frozen.json',
  claims: [{ requirement: 'LE-01', schema: 'InputResource', member: 'policy', kinds: ['missing'] }],
  findingsMayAnswer: [],
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
        ...verdictChecks(facts),
        ...modelChecks(facts),
        ...resultChecks(run, OPERATION, {
          lists: 'LE-11',
          explains: 'LE-05',
          agrees: 'LE-12',
          present: 'LE-13',
          apart: 'LE-09',
          prompt: 'LE-07',
        }),
        ...unknownMemberChecks(run, subject, [OPERATION]),
      ],
    };
  },
};
