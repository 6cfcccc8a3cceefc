import {
  createModelEvaluator,
  type Evaluator,
  evaluateByPatterns,
  type LlmEngineHandlers,
  systemClock,
} from '@tessera/reference-servers/kit';

const { LLM_URL: url, LLM_MODEL: model, LLM_KEY: key } = process.env;

/** A model behind an OpenAI-compatible endpoint if one is set; otherwise sentence patterns, whose verdicts say so. */
const evaluate: Evaluator =
  url === undefined || model === undefined
    ? evaluateByPatterns
    : createModelEvaluator(
        { url, model, timeoutMs: 30_000, ...(key === undefined ? {} : { key }) },
        systemClock,
      );

export const handlers: LlmEngineHandlers = {
  // The content comes from another author: no text in it may change how it is evaluated.
  validate: ({ body, signal }) => evaluate(body, signal),
};
