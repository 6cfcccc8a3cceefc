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
export type PlatformPrefixes = { readonly [Name in keyof Platform]?: string };

/**
 * Makes the clients of a platform whose APIs stand under one address. Throws `TypeError` for an unusable `baseUrl`.
 * To bundle one API alone, use its own factory.
 */
export function createPlatform(options: ClientOptions & { readonly prefixes?: PlatformPrefixes }): Platform {
  const { prefixes = {}, ...shared } = options;
  const under = (prefix: string): ClientOptions => ({
    ...shared,
    baseUrl: shared.baseUrl.replace(/\/+$/, '') + prefix,
  });
  return {
    builder: createBuilder(under(prefixes.builder ?? builder.prefix)),
    governance: createGovernance(under(prefixes.governance ?? governance.prefix)),
    coordinator: createCoordinatorV2(under(prefixes.coordinator ?? coordinatorV2.prefix)),
    coordinatorV1: createCoordinatorV1(under(prefixes.coordinatorV1 ?? coordinatorV1.prefix)),
    assistant: createAssistant(under(prefixes.assistant ?? assistant.prefix)),
    docsAgent: createDocsAgent(under(prefixes.docsAgent ?? docsAgent.prefix)),
  };
}
