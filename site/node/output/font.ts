import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { AddAsset } from './site-assets.ts';

const require = createRequire(import.meta.url);
const PACKAGE = path.dirname(require.resolve('@fontsource-variable/figtree/package.json'));
const FILE = path.join(PACKAGE, 'files', 'figtree-latin-wght-normal.woff2');
const LICENSE = path.join(PACKAGE, 'LICENSE');

/** The lightest and the boldest that the styles use. */
const WEIGHTS = { min: 400, max: 700 };
/** Kerning, and figures of one width for columns of numbers: the styles use no other feature. Hints stay: they set widths. */
const FEATURES = ['kern', 'tnum'];
/** Signs of programs, which are set in another font. */
const OF_CODE = '\\^`{|}~';
const KEYBOARD = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
/** What is printed on a keyboard, and signs that our texts use; a text with others shows those in a system font. */
const CHARACTERS = [...`${KEYBOARD}\u00a0©–—‘’“”…→←×`].filter((sign) => !OF_CODE.includes(sign)).join('');

/**
 * The declaration of the font of all text but code, for the styles in each document. It contains the font, without the
 * characters, weights and features that the site does not use: the first paint has it, and text never moves.
 */
export async function declareFont(add: AddAsset): Promise<string> {
  const content = await subsetFont(readFileSync(FILE), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  });
  add('figtree-license.txt', readFileSync(LICENSE));
  const source = `url(data:font/woff2;base64,${Buffer.from(content).toString('base64')}) format("woff2")`;
  return `@font-face{font-family:Figtree;src:${source};font-weight:${WEIGHTS.min} ${WEIGHTS.max};font-display:block}`;
}
