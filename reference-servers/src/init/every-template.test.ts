import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn, RUNS_ALL } from '../../../scripts/test-cases.js';
import { languages } from './languages.ts';

const [{ contracts }] = languages;

const templates = RUNS_ALL ? contracts : (['tech-adapter', 'llm-engine'] as const);

// End to end: every project is written, tested and checked as a user would do it. All projects share one folder of
// dependencies: in the nightly run what npm installs from our packed packages, otherwise the one of the repository.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACKED = ['generated', 'scripts/cli', 'reference-servers', 'conformance'];
/** The summary of Node's test runner, in the format of every supported version. */
const PASSED = /^[#ℹ] pass [1-9]/m;
const INSTALL = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];

const scratch = mkdtempSync(join(tmpdir(), 'tessera-init-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs a command to its end. */
function run(
  cwd: string,
  command: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_OPTIONS: '', npm_config_loglevel: 'error' };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Runs a command that must succeed; returns its output. */
async function must(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { code, output } = await run(cwd, command, ...args);
  expect(code, `${command} ${args.join(' ')}\n${output}`).toBe(0);
  return output;
}

type Dependencies = Readonly<Record<string, string>>;

function readJson(path: string): { dependencies: Dependencies; devDependencies: Dependencies } {
  return JSON.parse(readFileSync(path, 'utf8'));
}

const folderOf = (template: string): string => join(scratch, `my-${template}`);

/** Contracts that the installed suite can test. */
let judged: readonly string[] = [];

beforeAll(async () => {
  if (RUNS_ALL) await installPacked();
  else symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'));
  for (const template of templates) {
    await must(scratch, 'npx', 'tessera-serve', 'init', template, `my-${template}`);
  }
  const help = await must(scratch, 'npx', 'tessera-conformance', '--help', '--json');
  judged = JSON.parse(help).arguments[0].choices;
});

async function installPacked(): Promise<void> {
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', scratch];
  const tarballs = new Map<string, string>();
  for (const room of PACKED) {
    const { name } = JSON.parse(readFileSync(join(ROOT, room, 'package.json'), 'utf8'));
    tarballs.set(name, `file:${(await must(join(ROOT, room), 'npm', ...pack)).trim().split('\n').at(-1)}`);
  }
  const { dependencies, devDependencies } = readJson(
    join(ROOT, 'reference-servers/templates/shared/package.json'),
  );
  const wanted = { ...dependencies, ...devDependencies, ...Object.fromEntries(tarballs) };
  const project = { private: true, type: 'module', dependencies: wanted };
  writeFileSync(join(scratch, 'package.json'), JSON.stringify(project));
  await must(scratch, 'npm', 'install', ...INSTALL);
}

describe('the suite of the installed package', () => {
  it('judges every contract that there is a template for', () => {
    expect(judged).toEqual(expect.arrayContaining([...templates]));
  });
});

describe.each(templates)('a project for %s', (template) => {
  const home = folderOf(template);

  if (RUNS_ALL)
    it('depends on nothing that is not installed', () => {
      const { dependencies, devDependencies } = readJson(join(home, 'package.json'));
      const { dependencies: installed } = readJson(join(scratch, 'package.json'));
      const names = Object.keys({ ...dependencies, ...devDependencies });
      expect(Object.keys(installed)).toEqual(expect.arrayContaining(names));
      // Before their first release, no registry has our packages.
      expect(dependencies['@tessera/reference-servers']).toMatch(/^file:vendor\//);
    });

  it('passes its own tests as it was written', async () => {
    expect(await must(home, 'npm', 'test')).toMatch(PASSED);
  });

  it('conforms to its contract as it was written', async () => {
    expect(await must(home, 'npm', 'run', 'conformance')).toMatch(/^conformant: /m);
  });
});

describe('the projects together', () => {
  it('compile under the settings of each', async () => {
    const settings = (template: string): string =>
      readFileSync(join(folderOf(template), 'tsconfig.json'), 'utf8');
    const [first = '', ...others] = templates;
    for (const template of others) expect(settings(template)).toBe(settings(first));
    const include = templates.flatMap((template) => [`my-${template}/src`, `my-${template}/test`]);
    const all = { extends: `./my-${first}/tsconfig.json`, include };
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(all));
    await must(scratch, 'npx', 'tsc', '-p', 'tsconfig.json');
    await must(folderOf(first), 'npm', 'run', 'typecheck');
  });
});

if (RUNS_ALL)
  describe('a project that is written from a checkout', () => {
    it('installs the packages of the checkout, and passes its tests', async () => {
      const home = join(scratch, 'elsewhere', 'my-adapter');
      await must(
        ROOT,
        process.execPath,
        'reference-servers/bin/tessera-serve.js',
        'init',
        'remote-engine',
        home,
      );
      await must(home, 'npm', 'install', ...INSTALL);
      expect(await must(home, 'npm', 'test')).toMatch(PASSED);
      await must(home, 'npm', 'run', 'conformance');
    });
  });

describe('a project that is started wrongly', () => {
  it.each(oneIn(2, ['http', '99999']))('says what is wrong, without a stack: PORT=%s', async (port) => {
    const home = folderOf('llm-engine');
    const { code, output } = await run(home, 'env', `PORT=${port}`, 'npx', 'tsx', 'src/main.ts');
    const sentence = `The environment variable PORT is "${port}": set it to a whole number from 0 to 65535, or remove it.`;
    expect({ code, output }).toEqual({ code: 1, output: `${sentence}\n` });
  });

  it('takes variables without a value for none', async () => {
    const home = folderOf('llm-engine');
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
      cwd: home,
      env: { ...process.env, NODE_OPTIONS: '', PORT: '', HOST: '' },
    });
    const said = await new Promise<string>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          if (/Listening at|is taken/.test(String(chunk))) resolve(String(chunk));
        });
    });
    child.kill('SIGTERM');
    // Another program may use the port.
    expect(said).toMatch(/^Listening at http:\/\/127\.0\.0\.1:8080;|port 8080 of 127\.0\.0\.1 is taken/);
  });
});

describe('a project that is built', () => {
  it('serves without its sources, and shuts down gracefully when it is asked to', async () => {
    const home = folderOf('tech-adapter');
    await must(home, 'npm', 'run', 'build');
    const { child, origin, ended } = await startBuilt(home);
    expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: 'ok' });
    // Like the image: runs the command of its HEALTHCHECK, with the image's folder and variables.
    const [, asked = '[]'] =
      /^HEALTHCHECK CMD (.*)$/m.exec(readFileSync(join(home, 'Dockerfile'), 'utf8')) ?? [];
    const [command = '', ...args]: string[] = JSON.parse(asked);
    const isHealthy = (port: string) => run(home, 'env', `PORT=${port}`, command, ...args);
    expect(await isHealthy(new URL(origin).port)).toEqual({ code: 0, output: '' });
    expect(await isHealthy('1')).toEqual({ code: 1, output: '' });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  if (RUNS_ALL)
    it('outlives twenty descriptors of 4 MB with a heap of 512 MB', async () => {
      const home = folderOf('tech-adapter');
      await must(home, 'npm', 'run', 'build');
      const { child, origin, ended } = await startBuilt(home, '--max-old-space-size=512');
      const note = `  note: "${'x'.repeat(4_000_000)}"`;
      const descriptor = descriptors['warehouse-tables'].text.replace(
        'dataProduct:',
        `dataProduct:\n${note}`,
      );
      const body = JSON.stringify({ descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor });
      const statuses = new Set<number>();
      for (let count = 0; count < 20; count += 1) {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`${origin}/tech-adapter/v1/provision`, { method: 'POST', headers, body });
        await answer.text();
        statuses.add(answer.status);
      }
      expect([202, 503]).toEqual(expect.arrayContaining([...statuses]));
      expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: 'ok' });
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    });
});

/** Starts the program of a project that was built, on a free port. */
async function startBuilt(home: string, ...options: string[]) {
  const child = spawn(process.execPath, [...options, 'dist/main.js'], {
    cwd: home,
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production' },
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(/http:\S+?(?=;)/.exec(String(chunk))?.[0] ?? ''));
    child.on('close', () => reject(new Error('the server ended')));
  });
  return { child, origin, ended };
}
