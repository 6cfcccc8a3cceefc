import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import type { Output } from './output-folder.ts';
import { addSocialImages, SOCIAL_SIZE, socialImageOf } from './social-images.ts';

const output: Output = new Map();
addSocialImages(output);

it('[172] every type of page has a different picture, of the size that it states', () => {
  const names = (
    [
      ['home', '/'],
      ['doc', '/docs/p0_intro/'],
      ['reference', '/api/'],
      ['doc', '/tutorials/llm-policy/'],
      ['doc', '/conformance/tech-adapter/'],
    ] as const
  ).map(([kind, route]) => socialImageOf({ kind, route }));
  expect(new Set(names).size).toBe(names.length);
  const pictures = names.map((name) => PNG.sync.read(Buffer.from(output.get(name) ?? '')));
  for (const { width, height } of pictures) expect({ width, height }).toEqual(SOCIAL_SIZE);
  expect(new Set(pictures.map(({ data }) => data.toString('base64'))).size).toBe(names.length);
});
