import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { listFiles, readText } from './check/source-tree.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const files = listFiles(ROOT).filter((path) => /(?:^|\/)(?:Docker|Container)file$/.test(path));

/** Without the parts that `init` fills in. */
const read = (path: string): string => readText(ROOT, path).replaceAll(/\{\{\w+\}\}/g, '');

test('there are container files for the suite and for the projects of every language', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'conformance/Containerfile',
      'reference-servers/templates/java/shared/Dockerfile',
      'reference-servers/templates/python/shared/Dockerfile',
      'reference-servers/templates/shared/Dockerfile',
    ]),
  );
});

test.each(files)('%s has no finding of the linter', (path) => {
  expect(validate(read(path)).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
});

test.each(files)('%s runs as a user with few permissions, from an image with a version', (path) => {
  expect(read(path)).toMatch(/^USER (?!root)\w+/m);
  for (const [, image] of read(path).matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/:\d/);
});
