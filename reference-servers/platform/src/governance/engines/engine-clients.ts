import type { ClientOptions, LlmEngine, PerimeterResolver, RemoteEngine } from '@tessera/client';
import { createLlmEngine } from '@tessera/client/llm-engine';
import { createPerimeterResolver } from '@tessera/client/perimeter-resolver';
import { createRemoteEngine } from '@tessera/client/remote-engine';
import { perimeterResolver } from '@tessera/contracts/operations/perimeter-resolver';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../outbound/outbound.ts';

/** Keeps an exchange with an engine or a resolver. */
export type Keep = (exchange: Exchange) => void;

/** Verdicts are short; in bytes. */
const LARGEST_VERDICT = 1024 * 1024;

/** Client of a remote engine. */
export function remoteEngineAt(context: Context, url: string, keep: Keep): RemoteEngine {
  return createRemoteEngine({ ...optionsFor(context, url, keep), maxResponseBytes: LARGEST_VERDICT });
}

/** Client of an LLM engine. */
export function llmEngineAt(context: Context, url: string, keep: Keep): LlmEngine {
  return createLlmEngine({ ...optionsFor(context, url, keep), maxResponseBytes: LARGEST_VERDICT });
}

/** Client of a perimeter resolver, whose path its resource type may have changed. */
export function resolverAt(context: Context, url: string, path: string, keep: Keep): PerimeterResolver {
  const options = optionsFor(context, url, keep);
  const { transport } = options;
  const usual = perimeterResolver.operations.resolveResources.path;
  return createPerimeterResolver({
    ...options,
    transport: (request, signal) =>
      transport({ ...request, url: request.url.replace(usual, `/${path.replace(/^\/+/, '')}`) }, signal),
  });
}

function optionsFor({ outbound, settings }: Context, baseUrl: string, keep: Keep) {
  return {
    baseUrl,
    transport: outbound.transport(async (exchange) => keep(exchange)),
    timeout: settings.callMs,
    attemptTimeout: settings.callMs,
    retries: 1,
    // Responses of engines are parsed leniently; the conformance suite reports violations, from the exchanges.
    validate: false,
  } satisfies ClientOptions;
}
