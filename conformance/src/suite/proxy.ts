import type { Agent } from 'node:http';

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
  if (target.protocol === 'http:') return { relay: proxy, headers: credentialsFor(proxy) };
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  return {
    agent: new HttpsProxyAgent(proxy, { keepAlive: true, maxSockets: 64 }),
    headers: {},
  };
}

function credentialsFor(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
