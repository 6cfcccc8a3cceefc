import type { Mount } from '../harness/mount.ts';
import { CatalogError } from '../harness/problem.ts';
import { createModelEvaluator, type ModelEndpoint } from '../kit/evaluators/language-model.ts';
import { evaluateByPatterns } from '../kit/evaluators/sentence-patterns.ts';
import { type LlmEngineHandlers, mountLlmEngine } from '../kit/llm-engine.ts';
import type { MountOptions } from '../kit/mount-handlers.ts';
import { systemClock } from '../runtime/clock.ts';

/** Options of an LLM engine. */
export interface LlmEngineOptions extends MountOptions {
  /** Address of the language model. Default: none; a built-in evaluator replaces it, and its verdicts say so. */
  readonly model?: ModelEndpoint;
}

/** How much longer than the model the engine may take, in milliseconds. */
const ANSWER_MARGIN = 5_000;

/** An LLM engine as a part of a server. */
export function createLlmEngine(options: LlmEngineOptions = {}): Mount {
  const { model, clock = systemClock } = options;
  const evaluate = model === undefined ? evaluateByPatterns : createModelEvaluator(model, clock);
  const handlers: LlmEngineHandlers = {
    validate: async ({ body, signal }, { log }) => {
      try {
        return await evaluate(body, signal);
      } catch (thrown) {
        if (thrown instanceof CatalogError) log.warn({ err: thrown, ...thrown.values }, 'no verdict');
        throw thrown;
      }
    },
  };
  // The model has a separate time limit, and the engine must not time out before it.
  const patience = model === undefined ? {} : { answerTimeout: model.timeoutMs + ANSWER_MARGIN };
  return mountLlmEngine(handlers, { ...patience, ...options });
}
