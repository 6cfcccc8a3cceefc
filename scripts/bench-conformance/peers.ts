import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOM, ROOT, type Served, serve } from './adapters.ts';
import { drive } from './traffic.ts';

const PEERS = ['@apideck/portman@1.33.0', 'newman@6.2.2', 'dredd@14.1.0'];
const BUNDLE = join(ROOT, 'generated/bundle/tech-adapter.openapi.json');
/** Every so many mutants are tried: the slow tools take seconds for each. */
const STRIDE = '8';
/** Of the first proxy; each has its own, because one that ends keeps its port for a moment. */
const FIRST_PORT = 4391;

/** What a tool finds about a server; the same words for the same finding. */
type Look = (served: Served) => Promise<ReadonlySet<string>>;

interface Contender {
  readonly name: string;
  readonly look: Look;
}

/** Lines of a table: what other tools find on the same servers. Who is red on a good server is counted by what changes. */
export async function comparePeers(scratch: string): Promise<string[]> {
  const { adapters, stop } = await serve('--every', STRIDE);
  try {
    const notes: string[] = [];
    const contenders: Contender[] = [{ name: 'tessera-conformance', look: lookWithOurs(scratch) }];
    const prism = join(ROOT, 'node_modules/.bin/prism');
    if (existsSync(prism))
      contenders.push({ name: 'Prism proxy with our traffic', look: lookWithPrism(prism) });
    const installed = await install(scratch);
    if (installed === undefined) {
      contenders.push(await makePortman(scratch));
      notes.push(await tryDredd(scratch, adapters[0]));
    } else notes.push(`Portman with Newman, Dredd: not installed, ${installed}`);
    const rows: string[] = [];
    for (const contender of contenders) rows.push(await tally(contender, adapters));
    const count = (kind: Served['kind']): number => adapters.filter((one) => one.kind === kind).length;
    const head = `${count('mutant')} mutants and ${count('variant')} conformant variants of a tech adapter`;
    return [head, `${'tool'.padEnd(30)}  caught  false alarms  red on a good one  s each`, ...rows, ...notes];
  } finally {
    stop();
  }
}

async function tally({ name, look }: Contender, adapters: readonly Served[]): Promise<string> {
  const began = performance.now();
  let baseline: ReadonlySet<string> = new Set();
  const found = { mutant: 0, variant: 0 };
  const all = { mutant: 0, variant: 0 };
  for (const served of adapters) {
    const seen = await look(served);
    if (served.kind === 'good') {
      baseline = seen;
      continue;
    }
    all[served.kind] += 1;
    if ([...seen].some((one) => !baseline.has(one))) found[served.kind] += 1;
  }
  const seconds = (performance.now() - began) / 1000 / adapters.length;
  return [
    name.padEnd(30),
    `${found.mutant}/${all.mutant}`.padStart(6),
    `${found.variant}/${all.variant}`.padStart(12),
    (baseline.size > 0 ? `yes (${baseline.size})` : 'no').padStart(17),
    seconds.toFixed(1).padStart(6),
  ].join('  ');
}

function lookWithOurs(scratch: string): Look {
  return async ({ url }) => {
    const args = ['tech-adapter', '--url', url, '--poll-budget', '900', '--promptness', '600'];
    await run(process.execPath, [join(ROOM, 'bin/tessera-conformance.js'), ...args, '--report', scratch]);
    const report: { checks: { id: string; verdict: string }[] } = JSON.parse(
      readFileSync(join(scratch, 'tech-adapter.json'), 'utf8'),
    );
    return new Set(
      report.checks.filter(({ verdict }) => ['fail', 'warn'].includes(verdict)).map(({ id }) => id),
    );
  };
}

function lookWithPrism(prism: string): Look {
  let port = FIRST_PORT;
  return async ({ url }) => {
    port += 1;
    const target = url.replace(/\/$/, '');
    const args = ['proxy', BUNDLE, target, '--port', String(port), '--errors'];
    const proxy = spawn(prism, args, { stdio: 'ignore' });
    try {
      return await drive(`http://127.0.0.1:${port}`);
    } finally {
      proxy.kill();
    }
  };
}

async function makePortman(scratch: string): Promise<Contender> {
  const collection = join(scratch, 'collection.json');
  const portman = join(scratch, 'node_modules/.bin/portman');
  await run(
    portman,
    ['-l', BUNDLE, '-b', 'http://127.0.0.1', '-o', collection, '--includeTests', 'true'],
    scratch,
  );
  return {
    name: 'Portman with Newman',
    async look({ url }) {
      const result = join(scratch, 'newman.json');
      const flags = ['--env-var', `baseUrl=${url.replace(/\/$/, '')}`, '--reporters', 'json'];
      const newman = join(scratch, 'node_modules/.bin/newman');
      await run(newman, ['run', collection, ...flags, '--reporter-json-export', result], scratch);
      const report: { run: { failures: { error: { test?: string; message: string } }[] } } = JSON.parse(
        readFileSync(result, 'utf8'),
      );
      return new Set(
        report.run.failures.map(({ error }) => `${error.test ?? ''} ${error.message.split('\n')[0]}`),
      );
    },
  };
}

async function tryDredd(scratch: string, good: Served | undefined): Promise<string> {
  const relabelled = join(scratch, 'relabelled.json');
  writeFileSync(
    relabelled,
    readFileSync(BUNDLE, 'utf8').replace(/"openapi": "3\.1[^"]*"/, '"openapi": "3.0.3"'),
  );
  const dredd = join(scratch, 'node_modules/.bin/dredd');
  const { code, output } = await run(dredd, [relabelled, good?.url ?? '', '--loglevel=error'], scratch);
  const errors = output.split('\n').filter((line) => line.includes('error')).length;
  return `Dredd, with the file relabelled as OpenAPI 3.0: ends with ${code} and ${errors} errors before it sends anything`;
}

/** Says why nothing could be installed. */
async function install(scratch: string): Promise<string | undefined> {
  writeFileSync(join(scratch, 'package.json'), '{"private":true}');
  const { code, output } = await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PEERS],
    scratch,
  );
  return code === 0
    ? undefined
    : (output.split('\n').find((line) => line.includes('error')) ?? `npm ended with ${code}`);
}

async function run(
  file: string,
  args: readonly string[],
  cwd = ROOT,
): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, {
      cwd,
      timeout: 240_000,
      maxBuffer: 256 * 1024 * 1024,
    });
    return { code: 0, output: stdout + stderr };
  } catch (cause) {
    const failed: { code?: number; stdout?: string; stderr?: string } = Object(cause);
    return { code: failed.code ?? 1, output: `${failed.stdout ?? ''}${failed.stderr ?? ''}` };
  }
}
