import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listFiles, readText } from './check/source-tree.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Files that run unattended, and texts from which users copy such files. */
const RUNS =
  /\.ya?ml$|\.sh$|(?:Docker|Container)file$|^\.ci\/|^\.devcontainer\/|^site\/content\/.*\.md$|\/readme$|README\.md$/;

const lines = listFiles(ROOT)
  .filter((path) => RUNS.test(path) && !path.startsWith('generated/'))
  .flatMap((path) =>
    readText(ROOT, path)
      .split('\n')
      .map((text) => ({ path, text })),
  );

/** `npx --yes` and `npm exec --yes` download a package without asking; only an exact version is always the same one. */
const UNPINNED = /\b(?:npx|npm exec)\s+(?:-y|--yes)\s+(?!\S+@\d+\.\d+\.\d+\b)|@latest\b/;

test('no pipeline and no page downloads a package without an exact version', () => {
  expect(lines.filter(({ text }) => UNPINNED.test(text))).toEqual([]);
});

test('the pipelines of the suite and of the templates run what is installed', () => {
  const pipelines = lines.filter(({ path }) =>
    /^conformance\/ci\/.*\.yml$|templates\/.*ci\.yaml$/.test(path),
  );
  const commands = pipelines.flatMap(({ text }) => text.match(/\bnpx\s.*/g) ?? []);
  expect(commands.length).toBeGreaterThan(0);
  expect(commands.filter((command) => !command.startsWith('npx --no '))).toEqual([]);
});

test.each([
  'npx --yes some-suite tech-adapter',
  'npx -y "@made-up/suite@$VERSION"',
  'npm install --global some-suite@latest',
])('the rule finds %s', (text) => {
  expect(text).toMatch(UNPINNED);
});

test.each(['npx --no some-suite', 'npx --yes some-suite@1.2.3 all', 'npx tessera try'])(
  'the rule accepts %s',
  (text) => {
    expect(text).not.toMatch(UNPINNED);
  },
);
