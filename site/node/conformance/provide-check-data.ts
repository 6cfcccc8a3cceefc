import { checkDataFolder } from './check-data.ts';

/** Vitest calls it before the first test of the site, so that no two processes make the same data in parallel. */
export function setup(): void {
  checkDataFolder();
}
