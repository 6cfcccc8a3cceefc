export { type CustomUrlPickerOptions, createCustomUrlPicker } from './extension-points/custom-url-picker.ts';
export {
  createDataCatalogPlugin,
  type DataCatalogPluginOptions,
} from './extension-points/data-catalog-plugin.ts';
export { createLlmEngine, type LlmEngineOptions } from './extension-points/llm-engine.ts';
export {
  createMarketplacePlugin,
  type MarketplacePluginOptions,
} from './extension-points/marketplace-plugin.ts';
export {
  createPerimeterResolver,
  type PerimeterResolverOptions,
} from './extension-points/perimeter-resolver.ts';
export { createRemoteEngine, type RemoteEngineOptions } from './extension-points/remote-engine.ts';
export {
  createRemoteRequestHook,
  type RemoteRequestHookOptions,
} from './extension-points/remote-request-hook.ts';
export {
  createTechAdapter,
  createTechAdapterServer,
  type TechAdapterOptions,
} from './extension-points/tech-adapter.ts';
export type { HandlerContext } from './harness/bind.ts';
export { type Contract, readContract } from './harness/contract.ts';
export { createServer, type ServerOptions } from './harness/create-server.ts';
export type { Mount } from './harness/mount.ts';
export { createManualClock, type ManualClock } from './runtime/clock.ts';
export { createSequentialIds } from './runtime/ids.ts';
