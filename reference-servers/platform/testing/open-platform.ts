import {
  type CoordinatorV1,
  type CoordinatorV2,
  createCoordinatorV1,
  createCoordinatorV2,
} from '@tessera/client';
import {
  createDataCatalogPlugin,
  createMarketplacePlugin,
  createRemoteRequestHook,
  createTechAdapter,
} from '@tessera/reference-servers';
import { createServer, type Mount } from '@tessera/reference-servers/harness';
import type { FastifyInstance } from 'fastify';
import { createPlatform, type Platform, type PlatformOptions } from '../src/create-platform.ts';
import { addOwnRoutes } from '../src/routes/own-routes.ts';
import { HANGS_AFTER_MS } from './limits.ts';

/** A platform with extension points around it, all on loopback. */
export interface OpenPlatform {
  readonly platform: Platform;
  /** Address of the platform. */
  readonly origin: string;
  /** Address of the extension points. */
  readonly servers: string;
  readonly v1: CoordinatorV1;
  readonly v2: CoordinatorV2;
  /** Serves a mount at a separate address. */
  serve(mount: Mount): Promise<string>;
  /** Serves an application at a separate address. */
  listen(app: FastifyInstance): Promise<string>;
  close(): Promise<void>;
}

/** Template that the reference tech adapter is registered for. */
export const TEMPLATE = 'urn:dmb:itm:warehouse:0';

/** The unit of these tests, in the environment `development`. */
export const UNIT = 'urn:dmb:dp:logistics:shipments:1';

/** Parameters that name the unit. */
export const AT = {
  path: { 'deployment-unit-id': UNIT },
  query: { environment: 'development', unsafe: true },
};

/** Opens a platform whose tasks take a few milliseconds. */
export async function openPlatform(options: PlatformOptions = {}): Promise<OpenPlatform> {
  const open: { close(): Promise<unknown> }[] = [];
  const listen = (app: FastifyInstance): Promise<string> => {
    open.push(app);
    return app.listen({ port: 0, host: '127.0.0.1' });
  };
  const mounts = [
    createTechAdapter({ taskMs: 5 }),
    createDataCatalogPlugin({ taskMs: 5 }),
    createMarketplacePlugin(),
    createRemoteRequestHook({ decision: 'approve', decisionMs: 5 }),
  ];
  const servers = await listen(createServer({ mounts }));
  let origin = '';
  const platform = await createPlatform({
    origin: () => origin,
    onError: (message) => console.error(message),
    ...options,
    settings: {
      pollMs: 5,
      callMs: HANGS_AFTER_MS,
      dataCatalog: `${servers}/data-catalog-plugin`,
      marketplace: `${servers}/marketplace-plugin`,
      hooks: { AccessControlAction: `${servers}/remote-request-hook` },
      ...options.settings,
    },
  });
  open.push(platform);
  const app = createServer({ mounts: platform.mounts });
  addOwnRoutes(app, platform);
  origin = await listen(app);
  const client = {
    baseUrl: `${origin}/coordinator`,
    timeout: HANGS_AFTER_MS,
    attemptTimeout: HANGS_AFTER_MS,
    poll: { initial: 10, longest: 50 },
  };
  const v2 = createCoordinatorV2(client);
  await register(v2, TEMPLATE, `${servers}/tech-adapter`);
  const close = async (): Promise<void> => {
    for (const one of open.splice(0).reverse()) await one.close();
  };
  const serve = (mount: Mount): Promise<string> => listen(createServer({ mounts: [mount] }));
  return { platform, origin, servers, v1: createCoordinatorV1(client), v2, serve, listen, close };
}

/** Registers a tech adapter for a template, in the environment `development`. */
export async function register(v2: CoordinatorV2, id: string, url: string): Promise<void> {
  await v2.upsertTechAdapter({ body: { id, version: '0', name: id } });
  await v2.putTechAdapterDeployment({ path: { id, environment: 'development' }, body: { url } });
}

/** The id of a component by its name. */
export function idOf(name: string): string {
  return `urn:dmb:cmp:logistics:shipments:1:${name}`;
}

/** The entry of a component. */
export function component(name: string, dependsOn: readonly string[] = [], more: object = {}): object {
  return {
    id: idOf(name),
    kind: name.startsWith('port') ? 'outputport' : 'storage',
    name,
    infrastructureTemplateId: TEMPLATE,
    dependsOn: dependsOn.map(idOf),
    specific: {},
    ...more,
  };
}

/** Text of a descriptor with these components. */
export function describeUnit(...components: readonly object[]): string {
  return JSON.stringify({
    id: UNIT,
    kind: 'dataproduct',
    name: 'Shipments',
    domain: 'logistics',
    version: '1.0.0',
    environment: 'development',
    components,
  });
}

/** Targets for components, all alike. */
export function targets(targetStatus: 'DEPLOYED' | 'NOT_DEPLOYED', ...names: readonly string[]) {
  return names.map((name) => ({ componentId: idOf(name), targetStatus }));
}
