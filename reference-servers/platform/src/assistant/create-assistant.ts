import { assistant } from '@tessera/contracts/operations/assistant';
import { assistantSchemas } from '@tessera/contracts/schemas/assistant';
import { type Mount, readContract } from '@tessera/reference-servers/harness';
import type { Context } from '../context.ts';
import { createAssistantHandlers } from './handlers.ts';

/** The assistant's API. */
export function createAssistant(context: Context): Mount {
  return {
    contract: readContract(assistant, assistantSchemas),
    handlers: createAssistantHandlers(context),
  };
}
