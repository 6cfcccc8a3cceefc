import type { CallTable } from '@tessera/contracts/call-table';
import { assistant } from '@tessera/contracts/calls/assistant';
import { builder } from '@tessera/contracts/calls/builder';
import { coordinatorV1 } from '@tessera/contracts/calls/coordinator-v1';
import { coordinatorV2 } from '@tessera/contracts/calls/coordinator-v2';
import { docsAgent } from '@tessera/contracts/calls/docs-agent';
import { governance } from '@tessera/contracts/calls/governance';
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
  /** Second generation of the coordinator. */
  readonly coordinator: CoordinatorV2;
  readonly coordinatorV1: CoordinatorV1;
  readonly assistant: Assistant;
  readonly docsAgent: DocsAgent;
}

/** Where the APIs stand under `baseUrl`, for those that do not stand where their contract puts them. */
export type PlatformPrefixes = { readonly [Name in keyof Platform]?: string | undefined };

/**
 * Makes the clients of a platform whose APIs stand under one address. Throws `TypeError` for an unusable `baseUrl`.
 * To bundle one API alone, use its own factory.
 */
export function createPlatform(
  options: ClientOptions & { readonly prefixes?: PlatformPrefixes | undefined },
): Platform {
  const { prefixes = {}, ...shared } = options;
  const origin = checkBaseUrl(shared.baseUrl);
  const urlOf = (name: keyof Platform, { prefix }: CallTable) => origin + (prefixes[name] ?? prefix);
  const coordinatorV1Url = urlOf('coordinatorV1', coordinatorV1);
  // What the second generation starts is followed in the first one.
  const otherUrls = shared.otherUrls ?? { [coordinatorV1.id]: coordinatorV1Url };
  return {
    builder: createBuilder({ ...shared, baseUrl: urlOf('builder', builder) }),
    governance: createGovernance({ ...shared, baseUrl: urlOf('governance', governance) }),
    coordinator: createCoordinatorV2({
      ...shared,
      otherUrls,
      baseUrl: urlOf('coordinator', coordinatorV2),
    }),
    coordinatorV1: createCoordinatorV1({ ...shared, baseUrl: coordinatorV1Url }),
    assistant: createAssistant({ ...shared, baseUrl: urlOf('assistant', assistant) }),
    docsAgent: createDocsAgent({ ...shared, baseUrl: urlOf('docsAgent', docsAgent) }),
  };
}
