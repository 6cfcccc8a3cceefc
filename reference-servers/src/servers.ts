import { apis } from '@tessera/contracts/apis';
import type { MetricName } from './extension-points/metric-names.ts';
import type { DecisionRule } from './extension-points/remote-request-hook.ts';
import type { Mount } from './harness/mount.ts';
import type { ModelEndpoint } from './kit/evaluators/language-model.ts';
import type { Modes } from './kit/mount-handlers.ts';

/** The settings of the command line for servers; each server uses its own. */
export interface ServerSettings {
  readonly mode: Modes;
  /** How long a task takes, in milliseconds. */
  readonly taskMs: number;
  /** How long running tasks may take to end when the server stops, in milliseconds. */
  readonly stopMs?: number;
  /** False for a server that cannot stop a running task. */
  readonly termination: boolean;
  /** Path under which it is served; the contract's path when absent. */
  readonly prefix?: string;
  /** True for a data catalog plugin that keeps no tasks. */
  readonly withoutStatus?: boolean;
  /** Types that a perimeter resolver knows. */
  readonly types?: readonly string[];
  /** The decision mode for requests for approval. */
  readonly decision?: DecisionRule;
  /** The shared secret of senders of requests for approval. */
  readonly secret?: string;
  /** Where decisions may be sent. */
  readonly allowedHosts?: readonly string[];
  /** True when decisions may be sent into private networks. */
  readonly allowPrivate?: boolean;
  /** Where people find the requests for approval. */
  readonly publicUrl?: string;
  /** The metric of a remote engine, instead of policies. */
  readonly metric?: MetricName;
  /** The language model of an LLM engine. */
  readonly model?: ModelEndpoint;
}

/** A server that can be started by its name. */
export interface ServerEntry {
  readonly id: string;
  readonly title: string;
  /** Port when it runs alone. */
  readonly port: number;
  /** Loads the server and its contract on demand: loading takes most of the start time. */
  readonly open: (settings: ServerSettings) => Promise<Mount>;
}

const SERVERS: Readonly<Record<string, Pick<ServerEntry, 'port' | 'open'>>> = {
  'tech-adapter': {
    port: 4401,
    open: async ({ termination, ...settings }) => {
      const { createTechAdapter } = await import('./extension-points/tech-adapter.ts');
      return createTechAdapter({
        ...pick(settings, 'mode', 'taskMs', 'prefix'),
        ...drainOf(settings),
        ...(termination ? {} : { without: ['termination'] }),
      });
    },
  },
  'data-catalog-plugin': {
    port: 4402,
    open: async (settings) => {
      const { createDataCatalogPlugin } = await import('./extension-points/data-catalog-plugin.ts');
      return createDataCatalogPlugin({
        ...pick(settings, 'mode', 'taskMs', 'withoutStatus', 'prefix'),
        ...drainOf(settings),
      });
    },
  },
  'marketplace-plugin': {
    port: 4403,
    open: async (settings) => {
      const { createMarketplacePlugin } = await import('./extension-points/marketplace-plugin.ts');
      return createMarketplacePlugin(pick(settings, 'prefix'));
    },
  },
  'custom-url-picker': {
    port: 4404,
    open: async (settings) => {
      const { createCustomUrlPicker } = await import('./extension-points/custom-url-picker.ts');
      return createCustomUrlPicker(pick(settings, 'prefix'));
    },
  },
  'remote-request-hook': {
    port: 4405,
    open: async ({ taskMs: decisionMs, ...settings }) => {
      const { createRemoteRequestHook } = await import('./extension-points/remote-request-hook.ts');
      return createRemoteRequestHook({
        decisionMs,
        ...drainOf(settings),
        ...pick(settings, 'decision', 'secret', 'allowedHosts', 'allowPrivate', 'publicUrl', 'prefix'),
      });
    },
  },
  'perimeter-resolver': {
    port: 4406,
    open: async (settings) => {
      const { createPerimeterResolver } = await import('./extension-points/perimeter-resolver.ts');
      return createPerimeterResolver(pick(settings, 'types', 'prefix'));
    },
  },
  'remote-engine': {
    port: 4407,
    open: async (settings) => {
      const { createRemoteEngine } = await import('./extension-points/remote-engine.ts');
      return createRemoteEngine(pick(settings, 'metric', 'prefix'));
    },
  },
  'llm-engine': {
    port: 4408,
    open: async (settings) => {
      const { createLlmEngine } = await import('./extension-points/llm-engine.ts');
      return createLlmEngine(pick(settings, 'model', 'prefix'));
    },
  },
};

/** Every reference server, in the order of the contracts. */
export const servers: readonly ServerEntry[] = apis.flatMap(({ id, title }) => {
  const entry = SERVERS[id];
  return entry === undefined ? [] : [{ id, title, ...entry }];
});

function drainOf({ stopMs }: Pick<ServerSettings, 'stopMs'>): { drainTimeout?: number } {
  return stopMs === undefined ? {} : { drainTimeout: stopMs };
}

/** The named settings; absent ones stay absent. */
function pick<T extends object, K extends keyof T>(settings: T, ...names: readonly K[]): Pick<T, K> {
  const found = names.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name]]);
  return Object.fromEntries(found) as Pick<T, K>; // the type of fromEntries loses the names
}
