import type { ApiTable, SchemaDocument } from '@tessera/contracts/vocabulary';

/** What the answers of an API have to look like; loaded when the first answer of that API is checked. */
export const CONTRACTS: Readonly<Record<string, () => Promise<[ApiTable, SchemaDocument]>>> = {
  assistant: async () => [
    (await import('@tessera/contracts/operations/assistant')).assistant,
    (await import('@tessera/contracts/schemas/assistant')).assistantSchemas,
  ],
  builder: async () => [
    (await import('@tessera/contracts/operations/builder')).builder,
    (await import('@tessera/contracts/schemas/builder')).builderSchemas,
  ],
  'coordinator-v1': async () => [
    (await import('@tessera/contracts/operations/coordinator-v1')).coordinatorV1,
    (await import('@tessera/contracts/schemas/coordinator-v1')).coordinatorV1Schemas,
  ],
  'coordinator-v2': async () => [
    (await import('@tessera/contracts/operations/coordinator-v2')).coordinatorV2,
    (await import('@tessera/contracts/schemas/coordinator-v2')).coordinatorV2Schemas,
  ],
  'custom-url-picker': async () => [
    (await import('@tessera/contracts/operations/custom-url-picker')).customUrlPicker,
    (await import('@tessera/contracts/schemas/custom-url-picker')).customUrlPickerSchemas,
  ],
  'data-catalog-plugin': async () => [
    (await import('@tessera/contracts/operations/data-catalog-plugin')).dataCatalogPlugin,
    (await import('@tessera/contracts/schemas/data-catalog-plugin')).dataCatalogPluginSchemas,
  ],
  'docs-agent': async () => [
    (await import('@tessera/contracts/operations/docs-agent')).docsAgent,
    (await import('@tessera/contracts/schemas/docs-agent')).docsAgentSchemas,
  ],
  governance: async () => [
    (await import('@tessera/contracts/operations/governance')).governance,
    (await import('@tessera/contracts/schemas/governance')).governanceSchemas,
  ],
  'llm-engine': async () => [
    (await import('@tessera/contracts/operations/llm-engine')).llmEngine,
    (await import('@tessera/contracts/schemas/llm-engine')).llmEngineSchemas,
  ],
  'marketplace-plugin': async () => [
    (await import('@tessera/contracts/operations/marketplace-plugin')).marketplacePlugin,
    (await import('@tessera/contracts/schemas/marketplace-plugin')).marketplacePluginSchemas,
  ],
  'perimeter-resolver': async () => [
    (await import('@tessera/contracts/operations/perimeter-resolver')).perimeterResolver,
    (await import('@tessera/contracts/schemas/perimeter-resolver')).perimeterResolverSchemas,
  ],
  'remote-engine': async () => [
    (await import('@tessera/contracts/operations/remote-engine')).remoteEngine,
    (await import('@tessera/contracts/schemas/remote-engine')).remoteEngineSchemas,
  ],
  'remote-request-hook': async () => [
    (await import('@tessera/contracts/operations/remote-request-hook')).remoteRequestHook,
    (await import('@tessera/contracts/schemas/remote-request-hook')).remoteRequestHookSchemas,
  ],
  'tech-adapter': async () => [
    (await import('@tessera/contracts/operations/tech-adapter')).techAdapter,
    (await import('@tessera/contracts/schemas/tech-adapter')).techAdapterSchemas,
  ],
};
