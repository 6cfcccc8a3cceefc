import { type AssistantKinds, assistant } from '@tessera/contracts/calls/assistant';
import type { Operations } from '@tessera/contracts/types/assistant';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of the assistant; its functions are the operations of the Assistant API. */
export type Assistant = ApiClient<Operations, AssistantKinds>;

/** Creates the client of the assistant. Throws `TypeError` for an invalid `baseUrl`. */
export function createAssistant(options: ClientOptions): Assistant {
  return createClient<Operations, AssistantKinds>(assistant, options);
}
