import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { SITE_ROOT } from '../node/config.ts';
import { serveStatic } from '../node/serve.ts';
import { writeCorpus } from './corpus.ts';
import { measureNavigation, measureSearch, measureView, type View } from './measure.ts';

const HELP = `Builds a synthetic site and measures what readers and authors pay for it.

Usage: npm run bench:site -- [flags]
  --rounds N         visits per site and profile, in turn (default 5)
  --large N          pages of the large corpus; 0 leaves it out (default 2000)
  --beside NAME=DIR  another built site to visit in the same rounds, made of the same pages by another generator;
                     may be given several times. The address of its page is DIR's deepest index.html in the middle
  --help             print this

Without --beside only this site is measured: nothing is installed or fetched.
On a busy machine only the ratios of one run mean anything.`;

const PAGES = 200;
const MIDDLE = '/docs/s4/g0/p90/';
const ROOT = path.join(SITE_ROOT, '.cache', 'bench');
const BUNDLES = path.join(SITE_ROOT, '.cache', 'bundles');

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    large: { type: 'string', default: '2000' },
    beside: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(HELP);
else await main(Number(values.rounds), Number(values.large), values.beside);

async function main(rounds: number, large: number, beside: readonly string[]): Promise<void> {
  writeCorpus(path.join(ROOT, 'corpus'), PAGES);
  reportBuilds();
  const sites = [
    { name: 'tessera', folder: path.join(ROOT, 'site'), route: MIDDLE },
    ...beside.map((text) => {
      const [name = '', folder = ''] = text.split('=');
      return { name, folder, route: middleOf(folder) };
    }),
  ];
  const browser = await chromium.launch({
    executablePath: process.env['TESSERA_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const served = await Promise.all(
    sites.map(async (site) => ({ ...site, server: await serveStatic(site.folder) })),
  );
  for (const isSlow of [false, true]) {
    const views = new Map<string, View[]>();
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, route, server } of served)
        views.set(name, [
          ...(views.get(name) ?? []),
          await measureView(browser, server.origin + route, isSlow),
        ]);
    }
    for (const [name, all] of views) reportView(`${name}, ${isSlow ? 'slow' : 'fast'}`, all);
  }
  const own = served[0]?.server.origin ?? '';
  for (const hover of [0, 120])
    row(
      `navigation, ${hover} ms hover`,
      `${median(await measureNavigation(browser, own + MIDDLE, hover, 20)).toFixed(0)} ms`,
    );
  const search = await measureSearch(browser, own + MIDDLE, 'policy metric');
  row('search, first result from cold', `${search.first.toFixed(0)} ms`);
  row('search, fetched until then / in all', `${kib(search.firstBytes)} / ${kib(search.allBytes)}`);
  if (large > 0) {
    writeCorpus(path.join(ROOT, 'large-corpus'), large);
    row(`build of ${large} pages`, `${build('large', 'large-corpus').toFixed(1)} s`);
    const server = await serveStatic(path.join(ROOT, 'large'));
    const middle = `/docs/s4/g0/p${Math.floor(large * 0.45)}/`;
    const view = await measureView(browser, server.origin + middle, false);
    row(`first view at ${large} pages`, `${kilobytes(view.bytes)} in ${view.requests} requests`);
    await server.close();
  }
  await browser.close();
  await Promise.all(served.map(({ server }) => server.close()));
  if (beside.length === 0)
    console.log('No other generator was measured: give --beside NAME=DIR with its output.');
}

function reportBuilds(): void {
  const kept = `${BUNDLES}.kept`;
  if (existsSync(BUNDLES)) renameSync(BUNDLES, kept);
  const cold = build('site', 'corpus');
  row('build, nothing cached', `${cold.toFixed(1)} s (bundles of the interactive reference included)`);
  if (existsSync(kept)) {
    rmSync(BUNDLES, { recursive: true, force: true });
    renameSync(kept, BUNDLES);
  }
  row(`build of ${PAGES} pages, bundles kept`, `${build('site', 'corpus').toFixed(1)} s`);
  const first = digest(path.join(ROOT, 'site'));
  row('build again', `${build('site', 'corpus').toFixed(1)} s`);
  row('the same bytes twice', first === digest(path.join(ROOT, 'site')) ? 'yes' : 'no');
}

/** Seconds that a build takes, as its user starts it, without other versions of the documentation. */
function build(name: string, corpus: string): number {
  const start = performance.now();
  const folders = ['--content', path.join(ROOT, corpus), '--out', path.join(ROOT, name)];
  execFileSync('npm', ['run', 'build', '--silent', '--', ...folders, '--docs-releases', '', '--force'], {
    cwd: SITE_ROOT,
  });
  return (performance.now() - start) / 1000;
}

function reportView(name: string, views: readonly View[]): void {
  const middle = (read: (view: View) => number) => median(views.map(read));
  const hydrated = views.every((view) => view.hydrated === null)
    ? '-'
    : `${middle((view) => view.hydrated ?? 0).toFixed(0)} ms`;
  row(
    `${name}: transferred`,
    `${kilobytes(middle((view) => view.bytes))} in ${middle((view) => view.requests)} requests, script ${kilobytes(middle((view) => view.scriptBytes))}`,
  );
  row(
    `${name}: FCP / LCP / hydrated`,
    `${middle((view) => view.firstPaint).toFixed(0)} / ${middle((view) => view.largestPaint).toFixed(0)} ms / ${hydrated}`,
  );
  row(`${name}: layout shift`, middle((view) => view.layoutShift).toFixed(3));
}

/** Some page in the middle of a site that somebody else built. */
function middleOf(folder: string): string {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('index.html'),
  );
  const deepest = Math.max(...pages.map((name) => name.split('/').length));
  const deep = pages.filter((name) => name.split('/').length === deepest).sort();
  return `/${(deep[Math.floor(deep.length / 2)] ?? '').replace('index.html', '')}`;
}

function digest(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  // The stamp names the sources, not the output.
  for (const name of names.filter((file) => !file.endsWith('.stamp')))
    hash.update(name).update(readFileSync(name));
  return hash.digest('hex');
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function row(name: string, value: string): void {
  console.log(`${name.padEnd(40)} ${value}`);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} KiB`;
}
