import { type DocsAgentKinds, docsAgent } from '@tessera/contracts/calls/docs-agent';
import type { Operations } from '@tessera/contracts/types/docs-agent';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of the documentation agent; its functions are the operations of the Documentation Agent API. */
export type DocsAgent = ApiClient<Operations, DocsAgentKinds>;

/** Creates the client of the documentation agent. Throws `TypeError` for an invalid `baseUrl`. */
export function createDocsAgent(options: ClientOptions): DocsAgent {
  return createClient<Operations, DocsAgentKinds>(docsAgent, options);
}
