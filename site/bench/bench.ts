import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { commandFlags, refuse } from '../node/command-line.ts';
import { SITE_ROOT } from '../node/config.ts';
import { serveStatic } from '../node/serve.ts';
import { writeCorpus } from './corpus.ts';
import { measureNavigation, measureSearch, measureSlowSearch, measureView, type View } from './measure.ts';
import { buildPeers } from './peers.ts';
import { slowDown } from './slow-line.ts';

const HELP = `Builds a synthetic site and measures what readers and authors pay for it.

Usage: npm run bench:site -- [flags]
  --rounds N         visits per site and profile, in turn (default 5)
  --large N          pages of the large corpus; 0 leaves it out (default 2000)
  --skip-builds      build the site once, and measure only what readers pay
  --beside NAME=DIR  another built site to visit in the same rounds, made of the same pages by another generator;
                     may be given several times. The address of its page is DIR's deepest index.html in the middle
  --peers            install other generators into a temporary folder, build the same corpus with them and visit
                     theirs in the same rounds; one that cannot be installed or built is reported as absent
  --help             print this

Without --beside and --peers only this site is measured: nothing is installed or fetched.
On a busy machine only the ratios of one run mean anything.`;

const PAGES = 200;
const MIDDLE = '/docs/s4/g0/p90/';
const NAVIGATIONS = 20;
const ROOT = path.join(SITE_ROOT, '.cache', 'bench');
const BUNDLES = path.join(SITE_ROOT, '.cache', 'bundles');

const { values } = commandFlags(HELP, {
  rounds: { type: 'string', default: '5' },
  large: { type: 'string', default: '2000' },
  'skip-builds': { type: 'boolean', default: false },
  beside: { type: 'string', multiple: true, default: [] },
  peers: { type: 'boolean', default: false },
});
// Before any work: building takes a minute.
const rounds = readCount('rounds', values.rounds, 1);
const large = readCount('large', values.large, 0);
writeCorpus(path.join(ROOT, 'corpus'), PAGES);
if (values['skip-builds']) build('site', 'corpus');
else reportBuilds();
await main(rounds, large, values.beside, values.peers);

function readCount(name: string, text: string, least: number): number {
  const count = Number(text);
  if (text.trim() !== '' && Number.isInteger(count) && count >= least) return count;
  return refuse(`--${name} is a number from ${least} on, not '${text}'`, HELP);
}

async function main(
  rounds: number,
  large: number,
  beside: readonly string[],
  hasPeers: boolean,
): Promise<void> {
  const sites: Site[] = [
    { name: 'tessera', folder: path.join(ROOT, 'site'), route: MIDDLE, next: '.pager-next' },
    ...beside.map((text) => {
      const [name = '', folder = ''] = text.split('=');
      return { name, folder, route: middleOf(folder), next: null };
    }),
    ...(hasPeers ? peers() : []),
  ];
  // Behind the flags: it takes longer to load than it takes to say what is wrong with them.
  const { chromium } = await import('playwright-core');
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
    reportRatios(views, isSlow ? 'slow' : 'fast');
  }
  const own = served[0]?.server.origin ?? '';
  for (const { name, route, next, server } of served) {
    if (next === null) continue;
    for (const hover of [0, 120]) {
      const taken = await measureNavigation(
        browser,
        { url: server.origin + route, next },
        hover,
        NAVIGATIONS,
      );
      row(`${name}: navigation, ${hover} ms hover`, `${median(taken).toFixed(0)} ms`);
    }
  }
  const search = await measureSearch(browser, own + MIDDLE, 'policy metric');
  row('search, first result from cold', `${search.toFixed(0)} ms`);
  const line = await slowDown(own);
  const late = await measureSlowSearch(browser, line, MIDDLE, 'policy metric');
  row('search, the same on a slow line', `${late.first.toFixed(0)} ms`);
  await line.close();
  row('search, fetched until then / in all', `${kib(late.firstBytes)} / ${kib(late.allBytes)}`);
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
  if (sites.length === 1)
    console.log('No other generator was measured: give --peers, or --beside NAME=DIR with its output.');
}

interface Site {
  readonly name: string;
  readonly folder: string;
  readonly route: string;
  /** The link to the next page where pages are swapped in place; null elsewhere. */
  readonly next: string | null;
}

/** Other generators with the same pages, as far as they can be had. */
function peers(): Site[] {
  return buildPeers(path.join(ROOT, 'corpus')).flatMap((peer) => {
    if ('absent' in peer) {
      row(`${peer.name}: absent`, peer.absent);
      return [];
    }
    row(`${peer.name}: build, nothing cached`, `${peer.cold.toFixed(1)} s`);
    return [{ ...peer, route: existsSync(path.join(peer.folder, MIDDLE)) ? MIDDLE : middleOf(peer.folder) }];
  });
}

/** The first paint of this site as a part of everybody else's, in the same rounds. */
function reportRatios(views: ReadonlyMap<string, readonly View[]>, profile: string): void {
  const [own, ...others] = [...views].map(
    ([name, all]) => [name, median(all.map(({ firstPaint }) => firstPaint))] as const,
  );
  if (own === undefined) return;
  for (const [name, paint] of others) row(`${profile} FCP / that of ${name}`, (own[1] / paint).toFixed(2));
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
  row(`${name}: after the first move`, `${kilobytes(middle((view) => view.afterMove))} more`);
}

/** A page in the middle of a site that another program built. */
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
