import { OFFLINE_CACHE_PREFIX } from '../shared/constants.ts';

/** Keeps the whole site in this browser, so that it can be read without a network. Settles when all of it is here. */
export async function keepForOffline(baseUrl: string): Promise<void> {
  await navigator.serviceWorker.register(`${baseUrl}sw.js`, { scope: baseUrl });
  await navigator.serviceWorker.ready;
}

/** Gives up everything that was kept. */
export async function forgetOffline(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(OFFLINE_CACHE_PREFIX)).map((name) => caches.delete(name)),
  );
}
