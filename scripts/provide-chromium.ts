import { findChromium } from './chromium.ts';

/** Sets the browser for browser tests that a user runs alone. `npm test` has set it already. */
export async function setup(): Promise<void> {
  process.env['TESSERA_CHROMIUM'] ??= await findChromium((line) => console.error(line));
}
