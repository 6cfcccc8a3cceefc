export type { FailingOperation, FaultOptions } from './faults/fault-options.ts';
export type { Authenticate, HandlerContext } from './harness/bind.ts';
export {
  type CustomUrlPickerHandlers,
  CustomUrlPickerProblem,
  createCustomUrlPicker,
} from './kit/custom-url-picker.ts';
export {
  createDataCatalogPlugin,
  type DataCatalogPluginHandlers,
  DataCatalogPluginProblem,
} from './kit/data-catalog-plugin.ts';
export {
  type AddressRules,
  findAddressProblem,
  LOOPBACK_HOSTS,
} from './kit/decisions/decision-address.ts';
export {
  createSender,
  type Delivery,
  type SendDecision,
  type SendOptions,
} from './kit/decisions/send-decision.ts';
export type { Component, Dependency, Guardian, WatchedContract } from './kit/descriptors/component.ts';
export {
  type DataProduct,
  type ProductComponent,
  readDataProduct,
  readDataProductRemoval,
} from './kit/descriptors/data-product.ts';
export {
  readDescriptor,
  readProvisionedComponent,
  readRemoval,
  type Target,
} from './kit/descriptors/descriptor.ts';
export type { DescriptorRules, TypedRules } from './kit/descriptors/descriptor-checks.ts';
export { readYamlMapping } from './kit/descriptors/descriptor-text.ts';
export { accept, type Reading, validationResult } from './kit/descriptors/findings.ts';
export { type LatestInfo, readLatestInfo } from './kit/descriptors/latest-info.ts';
export { type ListedProduct, readListedProduct } from './kit/descriptors/listed-product.ts';
export {
  fromJsonSchema,
  type SpecificRule,
  type StandardSchema,
} from './kit/descriptors/specific.ts';
export { createModelEvaluator, type Evaluator, type ModelEndpoint } from './kit/evaluators/language-model.ts';
export { evaluateByPatterns } from './kit/evaluators/sentence-patterns.ts';
export type { Work } from './kit/handlers.ts';
export { createOrder, type InOrder } from './kit/in-order.ts';
export { createLlmEngine, type LlmEngineHandlers, LlmEngineProblem } from './kit/llm-engine.ts';
export {
  createMarketplacePlugin,
  type MarketplacePluginHandlers,
  MarketplacePluginProblem,
} from './kit/marketplace-plugin.ts';
export {
  createPerimeterResolver,
  type PerimeterResolverHandlers,
  PerimeterResolverProblem,
} from './kit/perimeter-resolver.ts';
export { createRemoteEngine, type RemoteEngineHandlers, RemoteEngineProblem } from './kit/remote-engine.ts';
export {
  createRemoteRequestHook,
  type RemoteRequestHookHandlers,
  RemoteRequestHookProblem,
} from './kit/remote-request-hook.ts';
export { type KitOptions, listen } from './kit/serve-mount.ts';
export { type StopRequest, type Task, TaskFailed } from './kit/task.ts';
export { createTechAdapter, type TechAdapterHandlers, TechAdapterProblem } from './kit/tech-adapter.ts';
export { createTestFetch } from './kit/test-fetch.ts';
export {
  createTestPlatform,
  RequestRejected,
  type TestDescriptor,
  type TestPlatform,
  type TestPlatformOptions,
} from './kit/test-platform.ts';
export { type Retries, withRetries } from './kit/with-retries.ts';
export { type Clock, createManualClock, type ManualClock, systemClock } from './runtime/clock.ts';
export { createFileStore } from './runtime/file-store.ts';
export {
  createPostgresStore,
  type PostgresPool,
  type PostgresStoreOptions,
} from './runtime/postgres-store.ts';
export { type TaskOrigin, type TaskRecord, type TaskStore, TaskTakenOver } from './runtime/task-store.ts';
