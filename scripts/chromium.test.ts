import { describe, expect, test } from 'vitest';
import { ChromiumMissing, findChromium, type Machine } from './chromium.ts';

interface Facts {
  env?: Record<string, string>;
  /** Browsers that start from the beginning. */
  present?: string[];
  /** Browsers that start after the installer with this word in its command has run. */
  installs?: Record<string, string>;
  /** A package that the distribution does not have. */
  lacks?: string;
  isRoot?: boolean;
}

function machine(facts: Facts): Machine & { ran: string[] } {
  const present = new Set(facts.present);
  const ran: string[] = [];
  return {
    ran,
    env: { PATH: '/usr/bin:/opt/bin', ...facts.env },
    isRoot: facts.isRoot ?? false,
    playwrightPath: async () => '/cache/playwright/chrome',
    works: async (path) => present.has(path),
    install: async (file, args) => {
      const command = [file.split('/').at(-1), ...args].join(' ');
      ran.push(command);
      if (facts.lacks !== undefined && command.endsWith(facts.lacks)) return false;
      const [, path] = Object.entries(facts.installs ?? {}).find(([word]) => command.includes(word)) ?? [];
      if (path !== undefined) present.add(path);
      return path !== undefined || command.endsWith(' update');
    },
  };
}

const quiet = (): void => {};

describe('findChromium', () => {
  const found = [
    {
      what: 'the variable of ours',
      facts: { env: { TESSERA_CHROMIUM: '/my/c' }, present: ['/my/c', '/usr/bin/chromium'] },
      want: '/my/c',
    },
    {
      what: 'the common variable',
      facts: { env: { CHROME_PATH: '/my/c' }, present: ['/my/c'] },
      want: '/my/c',
    },
    {
      what: 'the download of Playwright',
      facts: { present: ['/cache/playwright/chrome', '/usr/bin/chromium'] },
      want: '/cache/playwright/chrome',
    },
    {
      what: 'the shell before the whole browser',
      facts: { present: ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'] },
      want: '/usr/bin/chromium-headless-shell',
    },
    {
      what: 'the whole browser of a machine that people use',
      facts: { present: ['/usr/bin/chromium'], isRoot: true },
      want: '/usr/bin/chromium',
    },
    {
      what: 'a system browser',
      facts: { present: ['/opt/bin/google-chrome'] },
      want: '/opt/bin/google-chrome',
    },
  ];
  test.each(found)('takes $what', async ({ facts, want }) => {
    const here = machine(facts);
    expect(await findChromium(quiet, here)).toBe(want);
    expect(here.ran).toEqual([]);
  });

  test('does not replace a configured browser that does not start', async () => {
    const here = machine({ env: { TESSERA_CHROMIUM: '/my/typo' }, present: ['/usr/bin/chromium'] });
    await expect(findChromium(quiet, here)).rejects.toThrow('TESSERA_CHROMIUM=/my/typo');
  });

  test('downloads one when there is none', async () => {
    const here = machine({ installs: { 'playwright-core install': '/cache/playwright/chrome' } });
    expect(await findChromium(quiet, here)).toBe('/cache/playwright/chrome');
  });

  const SHELL = '/usr/bin/chromium-headless-shell';
  const packages = [
    { what: 'the shell', installs: { 'recommends chromium-headless-shell': SHELL }, want: SHELL },
    {
      what: 'the whole browser where the shell is no package',
      installs: { 'recommends chromium': '/usr/bin/chromium' },
      lacks: 'chromium-headless-shell',
      want: '/usr/bin/chromium',
    },
  ];
  test.each(packages)(
    'installs $what when the download fails and it is allowed',
    async ({ want, ...facts }) => {
      const here = machine({ ...facts, isRoot: true });
      expect(await findChromium(quiet, here)).toBe(want);
      expect(here.ran[0]).toBe('playwright-core install chromium');
    },
  );

  test('adds the shell on CI machines, and continues without it when it cannot', async () => {
    const facts = { env: { CI: 'true' }, present: ['/usr/bin/chromium'], isRoot: true };
    const here = machine({ ...facts, installs: { 'recommends chromium-headless-shell': SHELL } });
    expect(await findChromium(quiet, here)).toBe(SHELL);
    expect(await findChromium(quiet, machine(facts))).toBe('/usr/bin/chromium');
    expect(await findChromium(quiet, machine({ ...facts, isRoot: false }))).toBe('/usr/bin/chromium');
  });

  test('says in one line what to install when nothing helps', async () => {
    const failure = await findChromium(quiet, machine({})).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(ChromiumMissing);
    expect(String(failure)).toMatch(/^ChromiumMissing: no Chromium: install .+TESSERA_CHROMIUM[^\n]*$/);
  });
});
