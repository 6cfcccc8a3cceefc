import {
  createModelJudge,
  type Judge,
  judgeByPatterns,
  type LlmEngineHandlers,
  systemClock,
} from '@tessera/reference-servers/kit';

const { LLM_URL: url, LLM_MODEL: model, LLM_KEY: key } = process.env;

/** A model behind an OpenAI-compatible endpoint when there is one; otherwise sentence patterns, which say what they are. */
const judge: Judge =
  url === undefined || model === undefined
    ? judgeByPatterns
    : createModelJudge({ url, model, timeoutMs: 30_000, ...(key === undefined ? {} : { key }) }, systemClock);

export const handlers: LlmEngineHandlers = {
  // The content was written by somebody else: whatever stands in it must not change how it is judged.
  validate: ({ body, signal }) => judge(body, signal),
};
