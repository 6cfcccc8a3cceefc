import { apis } from '@tessera/contracts/apis';
import { createCustomUrlPicker } from './extension-points/custom-url-picker.ts';
import { createDataCatalogPlugin } from './extension-points/data-catalog-plugin.ts';
import { createLlmEngine } from './extension-points/llm-engine.ts';
import { createMarketplacePlugin } from './extension-points/marketplace-plugin.ts';
import type { MetricName } from './extension-points/measurements.ts';
import { createPerimeterResolver } from './extension-points/perimeter-resolver.ts';
import { createRemoteEngine } from './extension-points/remote-engine.ts';
import { createRemoteRequestHook, type DecisionRule } from './extension-points/remote-request-hook.ts';
import { createTechAdapter } from './extension-points/tech-adapter.ts';
import type { Mount } from './harness/mount.ts';
import type { ModelEndpoint } from './kit/judges/language-model.ts';
import type { Modes } from './kit/mount-handlers.ts';

/** What the command line can say about a server; each server takes what concerns it. */
export interface ServerSettings {
  readonly mode: Modes;
  /** How long a task takes, in milliseconds. */
  readonly taskMs: number;
  /** How long running tasks may take to end when the server stops, in milliseconds. */
  readonly stopMs?: number;
  /** False for a server that cannot stop a running task. */
  readonly termination: boolean;
  /** Path under which it is served; that of the contract when absent. */
  readonly prefix?: string;
  /** True for a data catalog plugin that keeps no tasks. */
  readonly withoutStatus?: boolean;
  /** Types that a perimeter resolver knows. */
  readonly types?: readonly string[];
  /** What becomes of requests for approval. */
  readonly decision?: DecisionRule;
  /** What senders of requests for approval have to know. */
  readonly secret?: string;
  /** Where decisions may be sent. */
  readonly allowedHosts?: readonly string[];
  /** True when decisions may be sent into private networks. */
  readonly allowPrivate?: boolean;
  /** Where people find the requests for approval. */
  readonly publicUrl?: string;
  /** What a remote engine measures instead of judging. */
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
  readonly create: (settings: ServerSettings) => Mount;
}

const CREATE: Readonly<Record<string, { port: number; create: ServerEntry['create'] }>> = {
  'tech-adapter': {
    port: 4401,
    create: ({ termination, ...settings }) =>
      createTechAdapter({
        ...pick(settings, 'mode', 'taskMs', 'prefix'),
        ...drainOf(settings),
        ...(termination ? {} : { without: ['termination'] }),
      }),
  },
  'data-catalog-plugin': {
    port: 4402,
    create: (settings) =>
      createDataCatalogPlugin({
        ...pick(settings, 'mode', 'taskMs', 'withoutStatus', 'prefix'),
        ...drainOf(settings),
      }),
  },
  'marketplace-plugin': {
    port: 4403,
    create: (settings) => createMarketplacePlugin(pick(settings, 'prefix')),
  },
  'custom-url-picker': { port: 4404, create: (settings) => createCustomUrlPicker(pick(settings, 'prefix')) },
  'remote-request-hook': {
    port: 4405,
    create: ({ taskMs: decisionMs, ...settings }) =>
      createRemoteRequestHook({
        decisionMs,
        ...pick(settings, 'decision', 'secret', 'allowedHosts', 'allowPrivate', 'publicUrl', 'prefix'),
      }),
  },
  'perimeter-resolver': {
    port: 4406,
    create: (settings) => createPerimeterResolver(pick(settings, 'types', 'prefix')),
  },
  'remote-engine': {
    port: 4407,
    create: (settings) => createRemoteEngine(pick(settings, 'metric', 'prefix')),
  },
  'llm-engine': { port: 4408, create: (settings) => createLlmEngine(pick(settings, 'model', 'prefix')) },
};

/** Every reference server, in the order of the contracts. */
export const servers: readonly ServerEntry[] = apis.flatMap(({ id, title }) => {
  const entry = CREATE[id];
  return entry === undefined ? [] : [{ id, title, ...entry }];
});

function drainOf({ stopMs }: Pick<ServerSettings, 'stopMs'>): { drainTimeout?: number } {
  return stopMs === undefined ? {} : { drainTimeout: stopMs };
}

/** The named settings; one that is absent stays absent. */
function pick<T extends object, K extends keyof T>(settings: T, ...names: readonly K[]): Pick<T, K> {
  const found = names.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name]]);
  return Object.fromEntries(found) as Pick<T, K>; // fromEntries forgets the names
}
