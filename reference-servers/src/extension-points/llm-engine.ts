import type { LlmEngineHandlers } from '@tessera/contracts/handlers/llm-engine';
import { llmEngine } from '@tessera/contracts/operations/llm-engine';
import { llmEngineSchemas } from '@tessera/contracts/schemas/llm-engine';
import type { HandlerContext } from '../harness/bind.ts';
import { readContract } from '../harness/contract.ts';
import type { Mount } from '../harness/mount.ts';
import { CatalogueError } from '../harness/problem.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { judgeByPatterns } from './embedded-judge.ts';
import { createModelJudge, type ModelEndpoint } from './language-model.ts';

/** How an LLM engine behaves. */
export interface LlmEngineOptions {
  /** Path under which it is served. Default: that of the contract. */
  readonly prefix?: string;
  /** Where the language model is. Default: none; an embedded judge stands in, and says so in its verdicts. */
  readonly model?: ModelEndpoint;
  readonly clock?: Clock;
}

/** An LLM engine as a part of a server. */
export function createLlmEngine(options: LlmEngineOptions = {}): Mount {
  const { prefix, model, clock = systemClock } = options;
  const judge = model === undefined ? judgeByPatterns : createModelJudge(model, clock);
  const handlers: LlmEngineHandlers<HandlerContext> = {
    validate: async ({ body, signal }, { log }) => {
      try {
        return { status: 200, body: await judge(body, signal) };
      } catch (thrown) {
        if (thrown instanceof CatalogueError) log.warn({ err: thrown, ...thrown.values }, 'no verdict');
        throw thrown;
      }
    },
  };
  return {
    contract: readContract(llmEngine, llmEngineSchemas),
    handlers,
    ...(prefix === undefined ? {} : { prefix }),
  };
}
