import { offlineCachePrefix } from '../shared/constants.ts';

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

const PREFIX = offlineCachePrefix(OFFLINE.baseUrl);
const CACHE = PREFIX + OFFLINE.version;

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
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** What is kept at an address, whatever its query. */
async function kept(address: Request | string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(address, { ignoreSearch: true });
}

async function keptOrFetched(request: Request): Promise<Response> {
  return (await kept(request)) ?? fetch(request);
}

async function fetchedOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (offline) {
    const found = await kept(request);
    if (found) return found;
    if (request.mode !== 'navigate') throw offline;
    // The host would send the reader to the folder.
    const folder = `${new URL(request.url).pathname}/`;
    if (await kept(folder)) return Response.redirect(folder);
    const notice = await kept(`${OFFLINE.baseUrl}offline/`);
    if (notice) return notice;
    throw offline;
  }
}
