import type { Agent } from 'node:http';
import { basicCredentials, userInfoOf, withoutUserInfo } from './user-info.ts';

/** How requests reach their target through a proxy. */
export interface Route {
  /** Opens tunnels for targets with TLS. */
  readonly agent?: Agent;
  /** Forwards requests to targets without TLS: it gets the whole address. */
  readonly relay?: URL;
  /** Sent to the relay. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens a route to a target through a proxy; the library for tunnels is loaded only when needed. */
export async function openRoute(proxy: URL, target: URL): Promise<Route> {
  const headers = credentialsFor(proxy);
  if (target.protocol === 'http:') return { relay: proxy, headers };
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  return {
    agent: new HttpsProxyAgent(withoutUserInfo(proxy), { keepAlive: true, maxSockets: 64, headers }),
    headers: {},
  };
}

function credentialsFor(proxy: URL): Record<string, string> {
  const pair = userInfoOf(proxy);
  return pair === undefined ? {} : { 'proxy-authorization': basicCredentials(pair) };
}
