import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { ReferenceApi, ReferenceOperation } from '@tessera/contracts/reference-model';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { oneIn } from '../../../scripts/test-cases.js';
import { SITE_ROOT } from '../../node/config.ts';
import { allApis } from '../../node/contract-docs/catalog.ts';
import { compilerOptions } from '../../node/samples/compile-samples.ts';
import { workspaceCommands } from '../../node/samples/workspace-commands.ts';
import { requestSamples } from './request-samples.ts';
import { idsToReplace, sampleRequest } from './sample-request.ts';
import { filesIn } from './text-files.ts';

const operations = allApis().flatMap(({ api }) => api.operations.map((operation) => ({ api, operation })));
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Below the site, so that programs find its packages. */
const folder = path.join(SITE_ROOT, '.cache', 'request-samples', String(process.pid));
beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the samples of a language, one file each; returns the files. */
function write(label: string, nameOf: (index: number) => string): string[] {
  return operations.map(({ operation, api }, index) => {
    const file = path.join(folder, nameOf(index));
    writeFileSync(file, codeOf(label, operation, api));
    return file;
  });
}

function codeOf(label: string, operation: ReferenceOperation, api: ReferenceApi): string {
  const sample = requestSamples(sampleRequest(operation, api)).find((one) => one.label === label);
  return sample?.code ?? '';
}

describe('the samples of every operation', () => {
  it('fill in every parameter of the path', () => {
    const urls = operations.map(({ operation, api }) => sampleRequest(operation, api).url);
    expect(urls.filter((url) => /[{}]/.test(url))).toEqual([]);
  });

  it('name no value after its parameter', () => {
    const named = operations.flatMap(({ operation, api }) => {
      const { path, query, headers } = sampleRequest(operation, api);
      const values = Object.entries({ ...path, ...query, ...headers });
      return values.flatMap(([name, value]) => (name === value ? [`${api.id} ${operation.id} ${name}`] : []));
    });
    expect(named).toEqual([]);
  });

  it('take values of parameters from the contract: never the tracking number of a hook for the hook', () => {
    const urlOf = (id: string) => {
      const found = operations.find(({ operation }) => operation.id === id);
      return found && sampleRequest(found.operation, found.api).url;
    };
    expect(urlOf('updateHook')).toMatch(/\/hooks\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(urlOf('getEvaluationReport')).toMatch(
      /\/evaluation-reports\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
    );
    expect(urlOf('getDeploymentUnitStatus')).toContain('/deployment-units/urn%3A');
  });

  it('compile, as calls of the client', () => {
    const files = write('TypeScript', (index) => `sample-${index}.ts`);
    const program = ts.createProgram(files, compilerOptions());
    const wrong = files
      .flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))
      .map((one) => `${one.file?.fileName}: ${ts.flattenDiagnosticMessageText(one.messageText, '\n')}`);
    expect(files.length).toBeGreaterThan(80);
    expect(wrong).toEqual([]);
  });

  it.skipIf(!has('python3'))('are programs of Python, where it is installed', () => {
    const files = write('Python', (index) => `sample_${index}.py`);
    const program =
      'import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name, encoding="utf-8").read(), name)';
    execFileSync('python3', ['-c', program, ...files]);
  });

  it('read JSON in Python only to follow a task, because other successes can have no body', () => {
    const reading = operations.filter(({ operation, api }) =>
      codeOf('Python', operation, api).includes('.json()'),
    );
    expect(reading).toEqual(operations.filter(({ operation }) => operation.longRunning !== undefined));
  });

  it('poll a task in Python and Java with the states of the contract', () => {
    const start = operations.find(({ operation }) => operation.id === 'startProvisioning');
    for (const label of ['Python', 'Java']) {
      const code = start && codeOf(label, start.operation, start.api);
      expect(code).toContain('http://localhost:4400/coordinator/v1/execution-plans/');
      expect(code).toContain('("COMPLETED", "FAILED", "TERMINATED")');
    }
  });

  it('say which ids a reader has to replace: those that a server assigns', () => {
    const noteOf = (id: string) => {
      const found = operations.find(({ operation }) => operation.id === id);
      return found && idsToReplace(sampleRequest(found.operation, found.api));
    };
    expect(noteOf('getEvaluationReport')).toMatch(/^Replace id in the URL /);
    expect(noteOf('getDeploymentUnitStatus')).toBe('');
  });

  it('need no token in Python to start', () => {
    const codes = operations.map(({ operation, api }) => codeOf('Python', operation, api));
    expect(codes.filter((code) => code.includes("environ['TOKEN']"))).toEqual([]);
  });
});

/** Messages that the platform sends have no operation, and no stub. */
const served = allApis().flatMap(({ api }) => (api.operations.length > 0 ? [api] : []));

describe('curl', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'tessera-curl-'));
  afterAll(() => rmSync(home, { recursive: true }));

  it.skipIf(!has('curl')).each(oneIn(3, served))('sends requests that $id accepts', async (api) => {
    const origin = await startStub(api.id);
    const refused: string[] = [];
    for (const operation of api.operations) {
      const { body } = sampleRequest(operation, api);
      for (const { name, text } of filesIn(body?.value)) writeFileSync(path.join(home, name), text);
      const code = codeOf('curl', operation, api).replace('http://localhost:4400', origin);
      const command = `${code} -s -o /dev/null -w '%{http_code}'`;
      const { stdout } = await promisify(execFile)('bash', ['-c', command], {
        cwd: home,
        env: { ...process.env, TOKEN: 'any' },
      });
      if (!isAnswered(operation, stdout)) refused.push(`${operation.id}: ${stdout}`);
    }
    expect(refused).toEqual([]);
  });
});

/** A stub does not know the thing that an address names, unless it was made before. */
function isAnswered({ path: address, responses }: ReferenceOperation, status: string): boolean {
  if (status.startsWith('2')) return true;
  return (
    address.includes('{') && ['400', '404'].includes(status) && responses.some((one) => one.status === status)
  );
}

/** Starts the stub of a contract for the running test; returns its origin. */
async function startStub(api: string): Promise<string> {
  const command = workspaceCommands().get('tessera-serve') ?? [];
  const server = spawn(process.execPath, [...command, 'stub', api, '--port', '0']);
  onTestFinished(() => void server.kill());
  for await (const line of createInterface(server.stdout)) {
    const origin = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
    if (origin !== undefined) return origin;
  }
  throw new Error(`The stub of ${api} ended before it served.`);
}
