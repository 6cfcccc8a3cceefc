import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SITE_ROOT } from '../node/config.ts';
import { readImage } from '../node/content/images.ts';
import { CONSOLE_PICTURES, MANUAL } from './console-pictures.ts';

const CONTENT = path.join(SITE_ROOT, 'content');
/** A page with several pictures should stay light on a phone. */
const BYTES_MAX = 60_000;

const manual = path.join(CONTENT, path.dirname(MANUAL));
const pages = readdirSync(manual, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(path.join(manual, name), 'utf8'));
const marked = CONSOLE_PICTURES.filter(({ marks }) => marks.length > 0);

describe.each(CONSOLE_PICTURES)('the picture $file', ({ file }) => {
  const [light, dark] = [`${file}.webp`, `${file}.dark.webp`].map((name) => path.join(CONTENT, name));

  it('is there in both modes with the same size', () => {
    const { size } = readImage(light ?? '');
    expect(size?.width).toBeGreaterThan(0);
    expect(readImage(dark ?? '').size).toEqual(size);
  });

  it('is light enough for a phone in each mode', () => {
    for (const name of [light, dark]) expect(statSync(name ?? '').size).toBeLessThanOrEqual(BYTES_MAX);
  });
});

describe('the pictures of the user manual', () => {
  it.each(marked)('$file: every mark is explained below it, in its order', ({ file, marks }) => {
    const name = path.basename(file);
    const shown = pages.flatMap((text) => [
      ...text.matchAll(/!\[[^\]]+\]\(\S*\/(\S+)\.webp\)\n\n((?:.+\n)*)/g),
    ]);
    const lists = shown.filter(([, picture]) => picture === name).map(([, , list = '']) => list);
    expect(lists).not.toEqual([]);
    for (const list of lists) {
      const numbers = [...list.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
      expect(numbers).toEqual(marks.map((_, index) => index + 1));
    }
  });

  it('are those that the script takes, and no others', () => {
    const files = CONSOLE_PICTURES.filter(({ file }) => file.startsWith(MANUAL)).map(({ file }) =>
      path.basename(file),
    );
    const expected = files.flatMap((name) => [`${name}.dark.webp`, `${name}.webp`]);
    expect(readdirSync(path.join(CONTENT, MANUAL)).toSorted()).toEqual(expected.toSorted());
  });
});
