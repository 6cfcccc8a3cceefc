import { createTransport } from '#transport';
import type { ClientOptions } from './options.ts';
import type { OwnTransport } from './transport.ts';

/** The transport that is given, else one that sends with the given `fetch`, else the usual one of the runtime. */
export function chooseTransport({
  fetch,
  transport,
}: Pick<ClientOptions, 'fetch' | 'transport'>): OwnTransport {
  return transport ? (request, { signal }) => transport(request, signal) : createTransport(fetch);
}
