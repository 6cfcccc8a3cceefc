import type {
  ClientOptions,
  DataCatalogPlugin,
  MarketplacePlugin,
  RemoteRequestHook,
  TechAdapter,
} from '@tessera/client';
import { createDataCatalogPlugin } from '@tessera/client/data-catalog-plugin';
import { createMarketplacePlugin } from '@tessera/client/marketplace-plugin';
import { createRemoteRequestHook } from '@tessera/client/remote-request-hook';
import { createTechAdapter } from '@tessera/client/tech-adapter';
import { dataCatalogPlugin } from '@tessera/contracts/operations/data-catalog-plugin';
import { marketplacePlugin } from '@tessera/contracts/operations/marketplace-plugin';
import { remoteRequestHook } from '@tessera/contracts/operations/remote-request-hook';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import type { Context } from '../../context.ts';
import { saveExchanges } from '../plans/plan-log.ts';
import { childOf } from '../plans/traceparent.ts';
import type { TaskInPlan } from './task-work.ts';

/** Client of the tech adapter at an address, for one task: its exchanges are stored with the task. */
export function techAdapterAt(context: Context, url: string, about: TaskInPlan): TechAdapter {
  return createTechAdapter(optionsFor(context, { api: techAdapter.id, url }, about));
}

/** Client of the data catalog plugin at an address, for one task. */
export function dataCatalogAt(context: Context, url: string, about: TaskInPlan): DataCatalogPlugin {
  return createDataCatalogPlugin(optionsFor(context, { api: dataCatalogPlugin.id, url }, about));
}

/** Client of the marketplace plugin at an address, for one task. */
export function marketplaceAt(context: Context, url: string, about: TaskInPlan): MarketplacePlugin {
  return createMarketplacePlugin(optionsFor(context, { api: marketplacePlugin.id, url }, about));
}

/** Client of the remote request hook at an address, for one task. */
export function requestHookAt(context: Context, url: string, about: TaskInPlan): RemoteRequestHook {
  return createRemoteRequestHook(optionsFor(context, { api: remoteRequestHook.id, url }, about));
}

interface Server {
  readonly api: string;
  readonly url: string;
}

function optionsFor(context: Context, { api, url }: Server, { task, plan }: TaskInPlan): ClientOptions {
  const { outbound, settings, db } = context;
  const about = { planId: plan.id, taskId: task.id, api };
  return {
    baseUrl: url,
    transport: outbound.transport((exchange) => saveExchanges(db, about, [exchange])),
    timeout: settings.callMs,
    attemptTimeout: settings.callMs,
    // The workflow retries a call, so that a restart keeps the number of attempts.
    retries: 0,
    // Responses of adapters are parsed leniently; the conformance suite reports violations, from the exchanges.
    validate: false,
    headers: { traceparent: childOf(plan.traceparent) },
  };
}
