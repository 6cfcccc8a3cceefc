import type { Agent } from 'node:http';
import { basicCredentials, userInfoOf, withoutUserInfo } from './user-info.ts';

/** How requests reach their target through a proxy. */
export interface Route {
  /** Tunnels for targets that speak TLS. */
  readonly agent?: Agent;
  /** Asks for targets that do not: it is sent the whole address. */
  readonly relay?: URL;
  /** Sent to the relay. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens the way to a target through a proxy; the library for tunnels is loaded only where one is needed. */
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
