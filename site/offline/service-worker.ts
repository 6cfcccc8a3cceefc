import { OFFLINE_CACHE_PREFIX } from '../shared/constants.ts';

/**
 * Keeps the site for readers who asked for it. Pages come from the network while there is one, so that a new
 * publication shows at once; hashed files come from what is kept. A new publication brings a new list and drops the
 * old one; readers take it away again in the footer.
 */
declare const OFFLINE: {
  readonly version: string;
  readonly baseUrl: string;
  readonly files: readonly string[];
};
declare const self: ServiceWorkerGlobalScope;

const CACHE = OFFLINE_CACHE_PREFIX + OFFLINE.version;

self.addEventListener('install', (event) => {
  event.waitUntil(keepEverything().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (!url.pathname.startsWith(OFFLINE.baseUrl)) return;
  const isHashed = url.pathname.startsWith(`${OFFLINE.baseUrl}assets/`);
  event.respondWith(isHashed ? keptOrFetched(request) : fetchedOrKept(request));
});

async function keepEverything(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(OFFLINE.files.map((file) => new Request(OFFLINE.baseUrl + file, { cache: 'no-cache' })));
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OFFLINE_CACHE_PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function keptOrFetched(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function fetchedOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (offline) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (kept) return kept;
    const missing =
      request.mode === 'navigate' ? await caches.match(`${OFFLINE.baseUrl}404.html`) : undefined;
    if (missing) return missing;
    throw offline;
  }
}
