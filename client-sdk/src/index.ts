export { type Assistant, createAssistant } from './assistant.ts';
export { type Builder, createBuilder } from './builder.ts';
export type { Clock } from './clock.ts';
export { type CoordinatorV1, createCoordinatorV1 } from './coordinator-v1.ts';
export { type CoordinatorV2, createCoordinatorV2 } from './coordinator-v2.ts';
export { createClient } from './create-client.ts';
export { type CustomUrlPicker, createCustomUrlPicker } from './custom-url-picker.ts';
export { createDataCatalogPlugin, type DataCatalogPlugin } from './data-catalog-plugin.ts';
export { createDocsAgent, type DocsAgent } from './docs-agent.ts';
export {
  AbortedError,
  ApiError,
  ClientError,
  ConnectionError,
  ContractError,
  type LogsOf,
  OperationFailedError,
  TimeoutError,
} from './errors.ts';
export { createGovernance, type Governance } from './governance.ts';
export { InvalidInputError } from './invalid-input.ts';
export { createLlmEngine, type LlmEngine } from './llm-engine.ts';
export type {
  CancellableTaskHandle,
  CancelResult,
  SavedTask,
  TaskHandle,
  WaitOptions,
} from './long-running.ts';
export { createMarketplacePlugin, type MarketplacePlugin } from './marketplace-plugin.ts';
export type {
  BodyPlace,
  CallOptions,
  ClientOptions,
  HeaderValues,
  PollPace,
  Reliability,
  RequestEvent,
  ResponseEvent,
  ValidateBody,
  Violation,
  ViolationEvent,
} from './options.ts';
export type { Page, Pager } from './paginate.ts';
export { createPerimeterResolver, type PerimeterResolver } from './perimeter-resolver.ts';
export { createPlatform, type Platform, type PlatformPrefixes } from './platform.ts';
export { createRemoteEngine, type RemoteEngine } from './remote-engine.ts';
export { createRemoteRequestHook, type RemoteRequestHook } from './remote-request-hook.ts';
export type { BodyStream, ResponseBody } from './response-body.ts';
export { createTechAdapter, type TechAdapter } from './tech-adapter.ts';
export type {
  FetchAnswer,
  FetchLike,
  FetchOptions,
  Transport,
  WireAnswer,
  WireRequest,
} from './transport.ts';
export type {
  ApiClient,
  ApiErrorOf,
  CallArguments,
  CallParameters,
  LongRunningOperation,
  OperationBasics,
  OperationShapes,
  PagedOperation,
  PlainOperation,
  SuccessBody,
  SuccessResponse,
} from './types.ts';
