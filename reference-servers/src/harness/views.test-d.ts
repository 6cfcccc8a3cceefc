import type { AssistantHandlers } from '@tessera/contracts/handlers/assistant';
import type { CoordinatorV2Handlers } from '@tessera/contracts/handlers/coordinator-v2';
import type { TechAdapterHandlers } from '@tessera/contracts/handlers/tech-adapter';
import type { ModelConfiguration, StoredModelConfiguration } from '@tessera/contracts/types/assistant';
import type { Operations, TechAdapter, TechAdapterDeployment } from '@tessera/contracts/types/coordinator-v2';
import type { Operations as AdapterOperations } from '@tessera/contracts/types/tech-adapter';
import { expectTypeOf } from 'vitest';

type Sent<Id extends keyof Operations> = Operations[Id]['body'];
type Received<Handlers, Id extends keyof Handlers> = Handlers[Id] extends (
  request: infer R,
  context: never,
) => unknown
  ? R
  : never;

// Requests omit response-only members.
expectTypeOf<Sent<'upsertTechAdapter'>>().not.toHaveProperty('deployments');
expectTypeOf<TechAdapter>().toHaveProperty('deployments');
expectTypeOf<Operations['upsertTechAdapter']['responses'][200]>().toEqualTypeOf<TechAdapter>();
expectTypeOf<Sent<'putTechAdapterDeployment'>>().not.toHaveProperty('createdAt');
expectTypeOf<TechAdapterDeployment['createdAt']>().toEqualTypeOf<string | undefined>();

// Responses omit request-only members: there the key is a mask, which only responses contain.
expectTypeOf<ModelConfiguration['api_key']>().toEqualTypeOf<string>();
expectTypeOf<StoredModelConfiguration['api_key']>().toEqualTypeOf<string | undefined>();

// Members with a default are optional in requests, and present for the handler.
expectTypeOf<AdapterOperations['provision']['body']['removeData']>().toEqualTypeOf<boolean | undefined>();
expectTypeOf<Received<TechAdapterHandlers, 'provision'>['body']['removeData']>().toEqualTypeOf<boolean>();
expectTypeOf<Sent<'putTechAdapterDeployment'>['enabled']>().toEqualTypeOf<boolean | undefined>();
type Deployment = Received<CoordinatorV2Handlers, 'putTechAdapterDeployment'>['body'];
expectTypeOf<Deployment['enabled']>().toEqualTypeOf<boolean>();
expectTypeOf<Deployment>().not.toHaveProperty('createdAt');
type Search = Received<CoordinatorV2Handlers, 'listTechAdapters'>['query'];
expectTypeOf<Search['limit']>().toEqualTypeOf<number>();
expectTypeOf<Search['search']>().toEqualTypeOf<string | undefined>();
expectTypeOf<Operations['listTechAdapters']['query']['limit']>().toEqualTypeOf<number | undefined>();
expectTypeOf<Received<AssistantHandlers, 'createAgent'>['body']['active']>().toEqualTypeOf<boolean>();

// Members without a default stay unchanged.
expectTypeOf<Received<CoordinatorV2Handlers, 'startValidation'>['body']>().toEqualTypeOf<
  Sent<'startValidation'>
>();
