import { didYouMean } from './nearest.ts';
import type { Suite } from './suite/run.ts';

/** Contracts that the suite can test, each loaded on first use. */
const SUITES: Readonly<Record<string, () => Promise<Suite>>> = {
  'data-catalog-plugin': async () => (await import('./cases/data-catalog-plugin.ts')).dataCatalogPluginSuite,
  'remote-request-hook': async () => (await import('./cases/remote-request-hook.ts')).remoteRequestHookSuite,
  'marketplace-plugin': async () => (await import('./cases/marketplace-plugin.ts')).marketplacePluginSuite,
  notifications: async () => (await import('./cases/notifications.ts')).notificationsSuite,
  integrator: async () => (await import('./cases/integrator.ts')).integratorSuite,
  'tech-adapter': async () => (await import('./cases/tech-adapter.ts')).techAdapterSuite,
  'custom-url-picker': async () => (await import('./cases/custom-url-picker.ts')).customUrlPickerSuite,
  'perimeter-resolver': async () => (await import('./cases/perimeter-resolver.ts')).perimeterResolverSuite,
  'remote-engine': async () => (await import('./cases/remote-engine.ts')).remoteEngineSuite,
  'llm-engine': async () => (await import('./cases/llm-engine.ts')).llmEngineSuite,
  platform: async () => (await import('./cases/platform.ts')).platformSuite,
};

export const CONTRACTS: readonly string[] = Object.keys(SUITES);

/** The named contract or check is unknown. */
export class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError';
}

/**
 * Returns a function that loads the suite of a contract.
 * @throws UnknownNameError for a name that is no contract
 */
export function requireContract(contract: string): () => Promise<Suite> {
  // A command line may contain the name of a built-in property, such as `constructor`.
  const load = Object.hasOwn(SUITES, contract) ? SUITES[contract] : undefined;
  if (load !== undefined) return load;
  const hint = didYouMean(contract, CONTRACTS) || `; known: ${CONTRACTS.join(', ')}`;
  throw new UnknownNameError(`there is no contract '${contract}'${hint}`);
}

/** The suite of a contract. */
export async function findSuite(contract: string): Promise<Suite> {
  return requireContract(contract)();
}
