import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { commandFlags } from '../node/command-line.ts';
import { SITE_ROOT } from '../node/config.ts';
import { serveStatic } from '../node/serve.ts';

const HELP = `Asks Lighthouse about the built site, as a telephone sees it, in light and dark mode.

Usage: npm run audit:lighthouse -w site -- [flags]
  --out DIR     the built site (default site/dist)
  --runs N      visits of every page; the performance is the median (default 5)
  --only TEXT   only pages whose address contains this
  --help        print this

Needs a built site (npm run build -w site). Installs Lighthouse once into site/.cache/lighthouse.
Ends with 1 where accessibility, best practices or search engines get less than 100. The performance is a time: it is
printed and decides nothing, because a busy machine halves it.`;

/** The newest version for the Node that this project supports. */
const VERSION = '12.8.2';
const ROOT = path.join(SITE_ROOT, '.cache', 'lighthouse');
const COMMAND = path.join(ROOT, 'node_modules', 'lighthouse', 'cli', 'index.js');
const PAGES = [
  '/',
  '/docs/p2_arch/p5_provisioner/tech-adapter/',
  '/tutorials/llm-policy/',
  '/conformance/',
  '/markdown-page',
  '/api/',
  '/api/governance/',
  '/extension-points/',
  '/extension-points/tech-adapter/',
];
const MODES = ['light', 'dark'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const DECIDING = CATEGORIES.filter((category) => category !== 'performance');
const CHROMIUM_FLAGS = '--headless=new --no-sandbox --disable-gpu';
const MOST_OUTPUT = 64 * 1024 * 1024;

type Category = (typeof CATEGORIES)[number];
type Scores = Readonly<Record<Category, number>>;

/** The part of Lighthouse's report that is read here. */
interface Report {
  readonly categories: Readonly<
    Record<
      Category,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>;
}

const { values } = commandFlags(HELP, {
  out: { type: 'string', default: path.join(SITE_ROOT, 'dist') },
  runs: { type: 'string', default: '5' },
  only: { type: 'string', default: '' },
});
process.exitCode = await main(values);

async function main(flags: typeof values): Promise<number> {
  const [runs, outDir] = [Number(flags.runs), path.resolve(flags.out)];
  const pages = PAGES.filter((page) => page.includes(flags.only));
  if (!existsSync(path.join(outDir, 'index.html')))
    return fail(`${outDir} holds no site: run npm run build -w site.`);
  if (pages.length === 0)
    return fail(`No page's address contains ${flags.only}: there are ${PAGES.join(', ')}.`);
  if (!Number.isInteger(runs) || runs < 1) return fail('--runs is a number from 1 on.');
  install();
  const server = await serveStatic(outDir);
  console.log(
    `${'page'.padEnd(52)} ${['perf', 'a11y', 'best', 'seo'].map((name) => name.padStart(5)).join('')}`,
  );
  let wrong = 0;
  for (const page of pages) {
    for (const mode of MODES) {
      const reports: (Report | null)[] = [];
      for (let run = 0; run < runs; run += 1)
        reports.push(await visit(`${server.origin}${page}?theme=${mode}`));
      const made = reports.filter((report) => report !== null);
      wrong += reports.length - made.length + print(`${page} ${mode}`, made);
    }
  }
  await server.close();
  return wrong === 0 ? 0 : 1;
}

/** Exit code of a command that was called wrongly. */
function fail(message: string): number {
  console.error(message);
  return 2;
}

function install(): void {
  if (existsSync(COMMAND)) return;
  mkdirSync(ROOT, { recursive: true });
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', '--silent', '--prefix', ROOT, ...flags, `lighthouse@${VERSION}`]);
}

/** What Lighthouse says of a page; it gives up on a machine that is too busy, so it is asked again. */
async function visit(url: string, attempts = 3): Promise<Report | null> {
  const flags = ['--output=json', '--quiet', `--chrome-flags=${CHROMIUM_FLAGS}`];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, url, ...flags], {
      env: { ...process.env, CHROME_PATH: process.env['TESSERA_CHROMIUM'] ?? '/usr/bin/chromium' },
      maxBuffer: MOST_OUTPUT,
    });
    return JSON.parse(stdout);
  } catch (error) {
    if (attempts > 1) return visit(url, attempts - 1);
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    console.error(`Lighthouse could not visit ${url}, ask again on a quieter machine: ${said}`);
    return null;
  }
}

/** Prints a row and what is wrong; says how much that is. */
function print(name: string, reports: readonly Report[]): number {
  const scores = reports.map(scoresOf);
  const middle = CATEGORIES.map((category) => median(scores.map((score) => score[category])));
  console.log(`${name.padEnd(52)} ${middle.map((score) => String(score).padStart(5)).join('')}`);
  const failed = new Set(reports.flatMap(failedAudits));
  for (const text of failed) console.log(`  ${text}`);
  return failed.size;
}

function scoresOf({ categories }: Report): Scores {
  const score = (category: Category) => Math.round((categories[category].score ?? 0) * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
  };
}

/** The audits that cost a page its hundred, in the categories that decide. */
function failedAudits({ categories, audits }: Report): string[] {
  return DECIDING.flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${category}: ${id}, ${audits[id]?.title ?? ''}`),
  );
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
