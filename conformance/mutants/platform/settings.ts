import { assistantFixtures } from '@tessera/contracts/fixtures/assistant';
import { membersOf } from './asked.ts';

/** Models are replaced only with a body of the caller. */
const MODEL = Object.values(assistantFixtures['setLlmConfig']?.request ?? {})[0]?.value;

/** What a run that may write needs to know of the correct platform. */
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
