import { assistantFixtures } from '@tessera/contracts/fixtures/assistant';
import { membersOf } from './asked.ts';

/** The suite replaces models only with a body from the caller. */
const MODEL = Object.values(assistantFixtures['setLlmConfig']?.request ?? {})[0]?.value;

/** The settings of a run with write access against the correct platform. */
export const SETTINGS = {
  readOnly: false,
  bodies: {
    'assistant.setLlmConfig': MODEL,
    'assistant.setEmbedderConfig': { ...membersOf(MODEL), model: 'embedder-1' },
  },
  pollBudget: 700,
  promptness: 500,
  ids: { hooks: 'hook-1' },
};
