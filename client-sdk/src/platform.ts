import { assistantPrefix } from '@tessera/contracts/calls/assistant';
import { builderPrefix } from '@tessera/contracts/calls/builder';
import { coordinatorV1, coordinatorV1Prefix } from '@tessera/contracts/calls/coordinator-v1';
import { coordinatorV2Prefix } from '@tessera/contracts/calls/coordinator-v2';
import { docsAgentPrefix } from '@tessera/contracts/calls/docs-agent';
import { governancePrefix } from '@tessera/contracts/calls/governance';
import { type Assistant, createAssistant } from './assistant.ts';
import { type Builder, createBuilder } from './builder.ts';
import { type CoordinatorV1, createCoordinatorV1 } from './coordinator-v1.ts';
import { type CoordinatorV2, createCoordinatorV2 } from './coordinator-v2.ts';
import { checkBaseUrl } from './create-client.ts';
import { createDocsAgent, type DocsAgent } from './docs-agent.ts';
import { createGovernance, type Governance } from './governance.ts';
import type { ClientOptions } from './options.ts';

/** The clients of all APIs of one platform. */
export interface Platform {
  readonly builder: Builder;
  readonly governance: Governance;
  /** Coordinator, API version 2. */
  readonly coordinator: CoordinatorV2;
  readonly coordinatorV1: CoordinatorV1;
  readonly assistant: Assistant;
  readonly docsAgent: DocsAgent;
}

/** Locations of the APIs that differ from their contract: a path under `baseUrl`, or a separate URL. */
export type PlatformPrefixes = { readonly [Name in keyof Platform]?: string | undefined };

/**
 * Creates the clients of a platform. All APIs share one base URL, token and headers; `prefixes` overrides the location
 * of single APIs. Throws `TypeError` for an invalid URL. To bundle only one API, use its own factory.
 */
export function createPlatform(
  options: ClientOptions & { readonly prefixes?: PlatformPrefixes | undefined },
): Platform {
  const { prefixes = {}, ...shared } = options;
  const baseUrl = checkBaseUrl(shared.baseUrl);
  const urlOf = (name: keyof Platform, prefix: string) =>
    checkBaseUrl(placeAt(baseUrl, prefixes[name] ?? prefix));
  const coordinatorV1Url = urlOf('coordinatorV1', coordinatorV1Prefix);
  // Tasks of API version 2 are polled in version 1.
  const otherUrls = shared.otherUrls ?? { [coordinatorV1.id]: coordinatorV1Url };
  return {
    builder: createBuilder({ ...shared, baseUrl: urlOf('builder', builderPrefix) }),
    governance: createGovernance({ ...shared, baseUrl: urlOf('governance', governancePrefix) }),
    coordinator: createCoordinatorV2({
      ...shared,
      otherUrls,
      baseUrl: urlOf('coordinator', coordinatorV2Prefix),
    }),
    coordinatorV1: createCoordinatorV1({ ...shared, baseUrl: coordinatorV1Url }),
    assistant: createAssistant({ ...shared, baseUrl: urlOf('assistant', assistantPrefix) }),
    docsAgent: createDocsAgent({ ...shared, baseUrl: urlOf('docsAgent', docsAgentPrefix) }),
  };
}

/** Without a slash between them, `http://host` and `api` would be another host. */
function placeAt(baseUrl: string, place: string): string {
  return /^\w+:\/\//.test(place) ? place : `${baseUrl}/${place.replace(/^\/+/, '')}`;
}
