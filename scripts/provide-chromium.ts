import { findChromium } from './chromium.ts';

/** Before the browser tests, also those that somebody runs alone: names the browser to them. `npm test` has named it. */
export async function setup(): Promise<void> {
  process.env['TESSERA_CHROMIUM'] ??= await findChromium((line) => console.error(line));
}
