import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOM, ROOT } from './adapters.ts';
import { BUNDLE } from './document.ts';
import { writeStepCiFlow } from './step-ci-flow.ts';
import { install, run } from './tools.ts';
import { drive } from './traffic.ts';

/** What a tool finds about the server at an address; the same text for the same finding. */
export type Look = (url: string) => Promise<ReadonlySet<string>>;

export interface Contender {
  readonly name: string;
  readonly look: Look;
}

/** A tool, or why it cannot be compared. */
export type Entry = Contender | { readonly name: string; readonly why: string };

/**
 * All compared tools.
 * @param scratch for reports
 * @param tools where the others are installed
 */
export async function gather(scratch: string, tools: string): Promise<Entry[]> {
  return [
    { name: 'tessera-conformance', look: lookWithOurs(scratch) },
    gatherPrism(),
    await gatherPortman(scratch, tools),
    await gatherDredd(scratch, tools),
    await gatherStepCi(scratch, tools),
  ];
}

function lookWithOurs(scratch: string): Look {
  return async (url) => {
    const folder = mkdtempSync(join(scratch, 'ours-'));
    const args = ['tech-adapter', '--url', url, '--poll-budget', '3000', '--promptness', '600'];
    const { output } = await run(process.execPath, [
      join(ROOM, 'bin/tessera-conformance.js'),
      ...args,
      '--report',
      folder,
      '--format',
      'json',
    ]);
    const file = join(folder, 'tech-adapter.json');
    if (!existsSync(file)) throw new Error(`no report about ${url}: ${output}`);
    const report: { checks: { id: string; verdict: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
    return new Set(
      report.checks.filter(({ verdict }) => ['fail', 'warn'].includes(verdict)).map(({ id }) => id),
    );
  };
}

function gatherPrism(): Entry {
  const name = 'Prism proxy with our traffic';
  const prism = join(ROOT, 'node_modules/.bin/prism');
  if (!existsSync(prism)) return { name, why: 'not installed: npm ci' };
  return {
    name,
    async look(url) {
      // A stopped server keeps its port for a moment: each gets a separate one.
      const port = await findPort();
      const args = ['proxy', BUNDLE, url.replace(/\/$/, ''), '--port', String(port), '--errors'];
      const proxy = spawn(prism, args, { stdio: 'ignore' });
      try {
        return await drive(`http://127.0.0.1:${port}`);
      } finally {
        proxy.kill();
      }
    },
  };
}

/** A port without a listener. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function gatherPortman(scratch: string, tools: string): Promise<Entry> {
  const name = 'Portman with Newman';
  const installed = await install(tools, 'portman');
  if ('why' in installed) return { name, ...installed };
  const collection = join(scratch, 'collection.json');
  const flags = ['-l', BUNDLE, '-b', 'http://127.0.0.1', '-o', collection, '--includeTests', 'true'];
  const { output } = await run(join(installed.bin, 'portman'), flags, { cwd: scratch });
  if (!existsSync(collection)) return { name, why: `makes no collection: ${output.trim().split('\n')[0]}` };
  return {
    name,
    async look(url) {
      const result = join(mkdtempSync(join(scratch, 'newman-')), 'result.json');
      const reporting = ['--reporters', 'json', '--reporter-json-export', result];
      await run(join(installed.bin, 'newman'), [
        'run',
        collection,
        '--env-var',
        `baseUrl=${url.replace(/\/$/, '')}`,
        ...reporting,
      ]);
      const report: { run: { failures: { error: { test?: string; message: string } }[] } } = JSON.parse(
        readFileSync(result, 'utf8'),
      );
      return new Set(
        report.run.failures.map(({ error }) => `${error.test ?? ''} ${error.message.split('\n')[0]}`),
      );
    },
  };
}

/** Dredd sends nothing while a parameter has no example: it gets the file with one for the tokens. */
async function gatherDredd(scratch: string, tools: string): Promise<Entry> {
  const name = 'Dredd with an example token';
  const installed = await install(tools, 'dredd');
  if ('why' in installed) return { name, ...installed };
  const file = join(scratch, 'with-token.json');
  const addExample = (_key: string, value: unknown): unknown =>
    Object(value).in === 'path' ? { ...Object(value), example: 'unknown-token' } : value;
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(BUNDLE, 'utf8'), addExample)));
  return {
    name,
    async look(url) {
      const { output } = await run(join(installed.bin, 'dredd'), [file, url.replace(/\/$/, '')], {
        cwd: scratch,
      });
      if (!output.includes('complete: ')) throw new Error(`Dredd has not ended: ${output.slice(-300)}`);
      const failures = output.split('\n').filter((line) => line.startsWith('fail: '));
      return new Set(failures.map((line) => line.replace(/ duration: \d+ms$/, '')));
    },
  };
}

async function gatherStepCi(scratch: string, tools: string): Promise<Entry> {
  const name = 'Step CI, flow by hand';
  const installed = await install(tools, 'stepci');
  if ('why' in installed) return { name, ...installed };
  return {
    name,
    async look(url) {
      const file = join(mkdtempSync(join(scratch, 'step-ci-')), 'flow.json');
      writeFileSync(file, JSON.stringify(writeStepCiFlow(url.replace(/\/$/, ''))));
      const env = { ...process.env, STEPCI_DISABLE_ANALYTICS: '1' };
      const { output } = await run(join(installed.bin, 'stepci'), ['run', file], { cwd: scratch, env });
      if (!output.includes('Steps: ')) throw new Error(`Step CI has not ended: ${output.slice(-300)}`);
      const failed = output.matchAll(/^ +✕ (.*) failed after/gm);
      return new Set([...failed].map(([, step = '']) => step));
    },
  };
}
