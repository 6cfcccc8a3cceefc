import { checkDataFolder } from './check-data.ts';

/** Vitest calls it before the first test of the site: no two processes make the same data side by side. */
export function setup(): void {
  checkDataFolder();
}
