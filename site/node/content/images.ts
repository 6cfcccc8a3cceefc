import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shortHash } from '../hash.ts';

/** A picture of the content, to be published under a name that contains its hash. */
export interface ContentImage {
  /** Name in the assets folder. */
  readonly name: string;
  readonly content: Uint8Array;
  /** CSS pixels; null when the file does not contain them. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

const PNG_SIGNATURE = '89504e470d0a1a0a';
// Width and height of a PNG are the first two numbers of its first chunk.
const PNG_WIDTH = 16;
const PNG_HEIGHT = 20;
/** Position of the name of the first chunk in a WebP file, in bytes. */
const WEBP_CHUNK = 12;

/** Reads a picture beside a page. */
export function readImage(file: string): ContentImage {
  const content = readFileSync(file);
  const { name, ext } = path.parse(file);
  const size = sizeOf(ext, content);
  return { name: `${name}-${shortHash(content)}${ext}`, content, size };
}

/** The file with the same picture for something else, such as the dark mode: `plan.dark.webp` beside `plan.webp`. */
export function variantOf(file: string, variant: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}.${variant}${ext}`);
}

function sizeOf(ext: string, content: Buffer): ContentImage['size'] {
  if (ext === '.svg') return svgSize(content.toString('utf8'));
  return ext === '.webp' ? webpSize(content) : pngSize(content);
}

function pngSize(content: Buffer): ContentImage['size'] {
  if (content.subarray(0, 8).toString('hex') !== PNG_SIGNATURE) return null;
  return { width: content.readUInt32BE(PNG_WIDTH), height: content.readUInt32BE(PNG_HEIGHT) };
}

/** The first chunk holds the size: of a frame (`VP8 `), or of a file with extensions (`VP8X`, one less). */
function webpSize(content: Buffer): ContentImage['size'] {
  switch (content.toString('latin1', WEBP_CHUNK, WEBP_CHUNK + 4)) {
    case 'VP8 ':
      return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
    case 'VP8X':
      return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

function svgSize(text: string): ContentImage['size'] {
  const [, width, height] = /viewBox="\S+\s+\S+\s+([\d.]+)\s+([\d.]+)"/.exec(text) ?? [];
  return width === undefined || height === undefined
    ? null
    : { width: Number(width), height: Number(height) };
}
