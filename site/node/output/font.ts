import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import { shortHash } from '../hash.ts';
import type { AddAsset } from './site-assets.ts';

/** The font of all text but code, for a document. */
export interface Font {
  /** Its address, which a document loads before it needs it. */
  readonly url: string;
  /** Its declaration, for a style sheet of the document. */
  readonly css: string;
}

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

/** Arial, or what is cut like it, in the mean widths and the height of Figtree: measured on texts of this site. */
const STAND_INS = [
  'size-adjust:101%;ascent-override:94%;descent-override:25%;font-weight:400 500',
  'size-adjust:97%;ascent-override:98%;descent-override:26%;font-weight:501 700',
].map(
  (fit) =>
    `font-family:"Figtree stand-in";src:local(Arial),local("Liberation Sans");line-gap-override:0%;${fit}`,
);

/**
 * Adds the font, without the characters, weights and features that the site does not use, and its license.
 * A document whose font comes too late keeps Arial in the widths of Figtree, so that no text moves.
 */
export async function addFont(add: AddAsset): Promise<Font> {
  const content = await subsetFont(readFileSync(FILE), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  });
  const url = add(`figtree-${shortHash(content)}.woff2`, content);
  add('figtree-license.txt', readFileSync(LICENSE));
  const own = `src:url(${url}) format("woff2");font-weight:${WEIGHTS.min} ${WEIGHTS.max};font-display:optional`;
  const css = [`font-family:Figtree;${own}`, ...STAND_INS].map((text) => `@font-face{${text}}`).join('');
  return { url, css };
}

/** Loads the font before the style sheet that asks for it. */
export function preloadFont({ url }: Font): string {
  return `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`;
}
