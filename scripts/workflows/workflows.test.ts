import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { tool } from '../check/command.ts';
import { oneIn } from '../test-cases.js';
import { readDocuments, type WorkflowDocument } from './documents.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { lintDocuments, type Walk, type WorkflowResult, walkDocuments } from './run-workflows.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const EXTENSION_POINTS = [
  'custom-url-picker',
  'data-catalog-plugin',
  'llm-engine',
  'marketplace-plugin',
  'perimeter-resolver',
  'remote-engine',
  'remote-request-hook',
  'tech-adapter',
];

/** APIs of the platform whose workflows run against a real platform. */
const PLATFORM = ['coordinator-v2'];

/** An address without a server: no request is sent to this port. */
const UNREACHABLE = 'http://127.0.0.1:1';

const documents = readDocuments(ROOT);
/** Those whose workflows run. */
const walked = oneIn(4, documents);
const servers: LocalServer[] = [];
let mock: LocalServer;
let reference: LocalServer;
let platform: LocalServer;
let results: readonly WorkflowResult[];

beforeAll(async () => {
  [mock, reference, platform] = await Promise.all([startMock(), startReference(), startPlatform()]);
  const inputs = {
    respondToUrl: `${mock.origin}/decision`,
    adapterUrl: `${platform.origin}/tech-adapter`,
  };
  const isPlatform = ({ api }: WorkflowDocument): boolean => PLATFORM.includes(api);
  const walks = [
    ...walksOf(
      walked.filter((document) => !isPlatform(document)),
      reference,
    ),
    ...walksOf(walked.filter(isPlatform), platform),
  ];
  results = await walkDocuments(ROOT, walks, { inputs });
}, 1_200_000);

afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()));
});

test('there is a document for every extension point and for the coordinator', () => {
  expect(documents.map(({ api }) => api)).toEqual([...PLATFORM, ...EXTENSION_POINTS]);
});

test('the linter accepts every document', async () => {
  expect(await lintDocuments(ROOT, documents)).toBe('');
});

describe.each(walked)('$api, against its server', ({ api, workflowIds }) => {
  test.each(workflowIds)('%s succeeds', (workflowId) => {
    const result = results.find((one) => one.api === api && one.workflowId === workflowId);
    expect(result).toMatchObject({ passed: true, problems: [] });
    expect(result?.requests).toBeGreaterThan(0);
  });
});

test.concurrent('a synchronous tech adapter is not polled and has nothing to terminate', async () => {
  const adapter = await startReference('--mode', 'sync');
  const [life, stop] = await walkDocuments(ROOT, walksOf(named('tech-adapter'), adapter));
  expect(life?.problems).toEqual([]);
  const polled = results.find(({ workflowId }) => workflowId === life?.workflowId);
  expect(life?.requests).toBeLessThan(polled?.requests ?? 0);
  expect(stop).toMatchObject({ passed: true, requests: 1 });
});

test.concurrent('the workflow succeeds for a tech adapter without termination', async () => {
  const adapter = await startReference('--no-termination');
  const skip = ['provision-and-remove-a-component'];
  const [stop] = await walkDocuments(ROOT, walksOf(named('tech-adapter'), adapter), { skip });
  expect(stop).toMatchObject({ passed: true, requests: 2 });
});

test('a tech adapter gets the same descriptor as JSON and as YAML', () => {
  const { components } = parse(readFileSync(join(ROOT, 'specs/workflows/tech-adapter.arazzo.yaml'), 'utf8'));
  const { descriptor, provisionedDescriptor } = components.inputs.component.properties;
  expect(JSON.parse(provisionedDescriptor.default)).toEqual(parse(descriptor.default));
});

describe('a failure', () => {
  test('fails the workflow and names the step, while the others continue', async () => {
    const judged = await walkDocuments(ROOT, walksOf(named('remote-engine'), mock));
    expect(judged.map(({ passed }) => passed)).toEqual([true, false, true]);
    expect(judged[1]?.problems[0]).toMatch(/^evaluateViolation: success criteria check: /);
  });

  test('fails every workflow when there is no server', async () => {
    const unreachable = { ...mock, origin: UNREACHABLE };
    const failed = await walkDocuments(ROOT, walksOf(named('remote-engine'), unreachable));
    expect(failed.map(({ passed }) => passed)).toEqual([false, false, false]);
    expect(failed[0]?.problems[0]).toMatch(/^evaluate: failed network request: /);
  });

  test('fails the workflow of an operation that does not exist', async () => {
    const root = makeUp('operationId: validate', 'operationId: guess');
    const failed = await walkDocuments(root, walksOf(readDocuments(root), mock));
    expect(failed.map(({ passed }) => passed)).toEqual([false, false]);
  });

  test('is a document that the linter rejects', async () => {
    const root = makeUp('successCriteria:', 'successCriterion:');
    expect(await lintDocuments(root, readDocuments(root))).toContain('successCriterion');
    await expect(walkDocuments(root, walksOf(readDocuments(root), mock))).rejects.toThrow(
      /no workflow could be walked:.*successCriterion/s,
    );
  });

  test('is a document for another API', () => {
    const root = makeUp('/llm-engine.openapi', '/remote-engine.openapi');
    expect(() => readDocuments(root)).toThrow('llm-engine.arazzo.yaml has to describe exactly one source');
  });

  test('is a server that exits before it listens; its output is reported', async () => {
    const starting = startLocalServer(ROOT, process.execPath, ['-e', 'console.error("no port")'], 'at ');
    await expect(starting).rejects.toThrow(/has ended:\nno port/);
  });
});

function named(api: string): WorkflowDocument[] {
  return documents.filter((document) => document.api === api);
}

function walksOf(several: readonly WorkflowDocument[], { origin }: LocalServer): Walk[] {
  return several.map((document) => ({ document, server: origin + document.prefix }));
}

async function start(file: string, args: readonly string[], announcement: string): Promise<LocalServer> {
  const server = await startLocalServer(ROOT, file, args, announcement);
  servers.push(server);
  return server;
}

/** Returns the examples of the contracts for any request: a deliberately broken server. */
function startMock(): Promise<LocalServer> {
  const mocked = 'generated/bundle/extension-points.openapi.json';
  return start(tool('prism'), ['mock', mocked, '--port=0'], 'Prism is listening on ');
}

function startPlatform(): Promise<LocalServer> {
  const program = 'reference-servers/platform/bin/tessera-platform.js';
  // Without optimized WebAssembly, which a short run does not repay.
  const args = ['--liftoff-only', program, '--reference-servers', '--port=0'];
  return start(process.execPath, args, 'Serving at ');
}

/** A task outlasts a slow round trip, but not a pause between polls. */
function startReference(...flags: readonly string[]): Promise<LocalServer> {
  const program = 'reference-servers/bin/tessera-serve.js';
  return start(process.execPath, [program, 'all', '--port=0', '--task-ms=800', ...flags], 'Serving at ');
}

/** A repository with only the workflows of the LLM engine, with some words replaced. */
function makeUp(words: string, replacement: string): string {
  const root = mkdtempSync(join(tmpdir(), 'workflows-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const bundle = 'generated/bundle/llm-engine.openapi.json';
  const document = 'specs/workflows/llm-engine.arazzo.yaml';
  for (const path of [bundle, document]) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), path === document ? text.replaceAll(words, replacement) : text);
  }
  return root;
}
