import type { EvaluationResult } from '@tessera/contracts/types/remote-engine';
import type { Log, ValidationResult } from '@tessera/contracts/types/tech-adapter';
import { describe, expectTypeOf, it } from 'vitest';
import type { DataCatalogPluginHandlers } from './data-catalog-plugin.ts';
import type { LlmEngineHandlers } from './llm-engine.ts';
import type { MarketplacePluginHandlers } from './marketplace-plugin.ts';
import type { RemoteEngineHandlers } from './remote-engine.ts';
import { createTechAdapter, type TechAdapterHandlers } from './tech-adapter.ts';

type Names<T> = keyof T;
type Optional<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

describe('the handlers of a contract', () => {
  it('are its operations, without those that the kit answers', () => {
    expectTypeOf<Names<TechAdapterHandlers>>().toEqualTypeOf<
      | 'asyncValidate'
      | 'validate'
      | 'provision'
      | 'unprovision'
      | 'updateAcl'
      | 'reverseProvision'
      | 'terminate'
    >();
    expectTypeOf<Names<DataCatalogPluginHandlers>>().toEqualTypeOf<
      'asyncValidate' | 'validate' | 'provision' | 'unprovision' | 'getEntityReference'
    >();
    expectTypeOf<Names<LlmEngineHandlers>>().toEqualTypeOf<'validate'>();
  });

  it('are optional where a server may do without', () => {
    expectTypeOf<Optional<TechAdapterHandlers>>().toEqualTypeOf<'asyncValidate' | 'terminate'>();
    expectTypeOf<Optional<MarketplacePluginHandlers>>().toEqualTypeOf<never>();
  });

  it('answer with the body, or with work where the contract has tasks', () => {
    type Validated = Awaited<ReturnType<TechAdapterHandlers['validate']>>;
    expectTypeOf<Validated>().toEqualTypeOf<ValidationResult>();
    type Evaluated = Awaited<ReturnType<RemoteEngineHandlers['evaluateResource']>>;
    expectTypeOf<Evaluated>().toEqualTypeOf<EvaluationResult>();
    expectTypeOf<ReturnType<MarketplacePluginHandlers['updateAcl']>>().toEqualTypeOf<unknown>();
  });

  it('are checked by the compiler', () => {
    const plain = { validate: () => ({ valid: true }), unprovision: () => ({}), updateAcl: () => ({}) };
    const reverseProvision = () => ({ updates: {} });
    // @ts-expect-error: provision is missing
    createTechAdapter({ ...plain, reverseProvision });
    // @ts-expect-error: validation has no work that goes on
    createTechAdapter({ ...plain, reverseProvision, provision: () => ({}), validate: () => () => ({}) });
    createTechAdapter({
      ...plain,
      reverseProvision,
      provision: () => (task) => {
        expectTypeOf(task.say).parameter(0).toEqualTypeOf<Log['level']>();
        // @ts-expect-error: the kit keeps the state
        task.report({ status: 'COMPLETED' });
        return { result: 'done' };
      },
    });
  });
});
