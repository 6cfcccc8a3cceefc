import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shortHash } from '../hash.ts';

/** A picture of the content, ready to be published under a name that changes with it. */
export interface ContentImage {
  /** Name in the assets folder. */
  readonly name: string;
  readonly content: Uint8Array;
  /** CSS pixels; null when the file does not tell. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

const PNG_SIGNATURE = '89504e470d0a1a0a';
// Width and height of a PNG are the first two numbers of its first chunk.
const PNG_WIDTH = 16;
const PNG_HEIGHT = 20;

/** Reads a picture beside a page. */
export function readImage(file: string): ContentImage {
  const content = readFileSync(file);
  const { name, ext } = path.parse(file);
  const size = ext === '.svg' ? svgSize(content.toString('utf8')) : pngSize(content);
  return { name: `${name}-${shortHash(content)}${ext}`, content, size };
}

function pngSize(content: Buffer): ContentImage['size'] {
  if (content.subarray(0, 8).toString('hex') !== PNG_SIGNATURE) return null;
  return { width: content.readUInt32BE(PNG_WIDTH), height: content.readUInt32BE(PNG_HEIGHT) };
}

function svgSize(text: string): ContentImage['size'] {
  const [, width, height] = /viewBox="\S+\s+\S+\s+([\d.]+)\s+([\d.]+)"/.exec(text) ?? [];
  return width === undefined || height === undefined
    ? null
    : { width: Number(width), height: Number(height) };
}
