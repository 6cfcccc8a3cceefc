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
import type { Context } from '../../context.ts';
import { saveExchanges } from '../plans/plan-log.ts';
import type { TaskInPlan } from './task-work.ts';

/** Client of the tech adapter at an address, for one task: its exchanges are kept with the task. */
export function techAdapterAt(context: Context, url: string, about: TaskInPlan): TechAdapter {
  return createTechAdapter(optionsFor(context, url, about));
}

/** Client of the data catalog plugin at an address, for one task. */
export function dataCatalogAt(context: Context, url: string, about: TaskInPlan): DataCatalogPlugin {
  return createDataCatalogPlugin(optionsFor(context, url, about));
}

/** Client of the marketplace plugin at an address, for one task. */
export function marketplaceAt(context: Context, url: string, about: TaskInPlan): MarketplacePlugin {
  return createMarketplacePlugin(optionsFor(context, url, about));
}

/** Client of the remote request hook at an address, for one task. */
export function requestHookAt(context: Context, url: string, about: TaskInPlan): RemoteRequestHook {
  return createRemoteRequestHook(optionsFor(context, url, about));
}

function optionsFor(context: Context, baseUrl: string, { task, plan }: TaskInPlan): ClientOptions {
  const { outbound, settings, db } = context;
  const about = { planId: plan.id, taskId: task.id };
  return {
    baseUrl,
    transport: outbound.transport((exchange) => saveExchanges(db, about, [exchange])),
    timeout: settings.callMs,
    attemptTimeout: settings.callMs,
    // The workflow repeats a call, so that a restart does not forget how often that was.
    retries: 0,
    // Adapters are read leniently; what they break is shown by the conformance suite, from the exchanges.
    validate: false,
    ...(plan.traceparent === null ? {} : { headers: { traceparent: plan.traceparent } }),
  };
}
