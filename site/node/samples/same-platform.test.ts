import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const DOCS = fileURLToPath(new URL('../../content/docs/', import.meta.url));
const PAGES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
const COMMAND = /^\$ npx tessera platform (.* --port 4400)$/gm;

/** The flags with which `npm start` starts its platform, but for those of the site. */
function flagsOfStart(): string[] {
  const source = readFileSync(new URL('../../../scripts/start.ts', import.meta.url), 'utf8');
  const [, list = ''] = /const PLATFORM = \[([^\]]*)\]/.exec(source) ?? [];
  return [...list.matchAll(/'(--[\w-]+)'/g)].map(([, flag = '']) => flag);
}

it('a platform on the port of `npm start` has its data, so that all shown outputs are true with both', () => {
  const expected = `${flagsOfStart().join(' ')} --port 4400`;
  expect(expected).toContain('--reference-servers');
  const commands = PAGES.flatMap((file) =>
    [...readFileSync(DOCS + file, 'utf8').matchAll(COMMAND)].map(([, flags]) => `${file}: ${flags}`),
  );
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) expect(command).toContain(`: ${expected}`);
});
