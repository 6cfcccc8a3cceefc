import { type LlmEngineKinds, llmEngine } from '@tessera/contracts/calls/llm-engine';
import type { Operations } from '@tessera/contracts/types/llm-engine';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of an LLM engine; its functions are the operations of the LLM Engine API. */
export type LlmEngine = ApiClient<Operations, LlmEngineKinds>;

/** Creates the client of an LLM engine. Throws `TypeError` for an invalid `baseUrl`. */
export function createLlmEngine(options: ClientOptions): LlmEngine {
  return createClient<Operations, LlmEngineKinds>(llmEngine, options);
}
