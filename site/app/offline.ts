import { offlineCachePrefix } from '../shared/constants.ts';

/** Caches the whole site in this browser for offline reading. Settles when all of it is cached. */
export async function keepForOffline(baseUrl: string): Promise<void> {
  await navigator.serviceWorker.register(`${baseUrl}sw.js`, { scope: baseUrl });
  await navigator.serviceWorker.ready;
}

/** Removes all caches of this site; its host may have others. */
export async function forgetOffline(baseUrl: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(baseUrl);
  await registration?.unregister();
  const names = await caches.keys();
  const own = names.filter((name) => name.startsWith(offlineCachePrefix(baseUrl)));
  await Promise.all(own.map((name) => caches.delete(name)));
}
