import { runConformance } from '@tessera/conformance';
import { apis } from '@tessera/contracts/apis';
import { assistant } from '@tessera/contracts/operations/assistant';
import { builder } from '@tessera/contracts/operations/builder';
import { coordinatorV1 } from '@tessera/contracts/operations/coordinator-v1';
import { coordinatorV2 } from '@tessera/contracts/operations/coordinator-v2';
import { docsAgent } from '@tessera/contracts/operations/docs-agent';
import { governance } from '@tessera/contracts/operations/governance';
import { ALL, prepare, readConfig } from '@tessera/reference-servers/harness';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Coverage, watchCoverage } from '../testing/coverage.ts';
import { HANGS_AFTER_MS } from '../testing/limits.ts';
import { createModelServer } from '../testing/model-server.ts';
import { createPlatform, type Platform } from './create-platform.ts';
import { registerStandIn, SAMPLE_DESCRIPTOR, templatesOf } from './seed.ts';

const SERVED = [coordinatorV1, coordinatorV2, builder, assistant, docsAgent, governance];

/** APIs that this test leaves out, by their names. */
const OTHERS = apis.map(({ id }) => id).filter((api) => SERVED.every(({ id }) => id !== api));

/** Situations that the suite does not cause: a reason, or the test that does. */
const NOT_BY_THE_SUITE: Readonly<Record<string, RegExp>> = {
  'only a fault of the platform leads there': / 500 \w+$/,
  'nothing in the request can be wrong':
    /(listResourceTypes|listAgents|getAgent|deleteAgent|getLogLevel) 400 \w+_INVALID$/,
  'entities.test.ts':
    /((update|test)(Policy|Metric) 4\d\d CGP_(GROUP_MISMATCH|VERSION_INVALID|ENTITY_DELETED)|update(Policy|Metric)Status 422 CGP_(SCRIPT_INVALID|ENTITY_DELETED))$/,
  'busy-unit.test.ts':
    /((un)?deploy 400 COR_UNIT_BUSY|(preview|start)Provisioning 400 COR_(COMPONENT_UNKNOWN|PARSE_DESCR_1|ACTION_MISFIT))$/,
  'hook.test.ts': /updateHook (200|409 HOOK_IMMUTABLE)$/,
  'deployed-resources.test.ts': /coordinator-v1\.resolve 200$/,
  'assistant.test.ts': / 404 (LLM|EMBEDDER)_CONFIG_NOT_FOUND$/,
};

let platform: Platform;
let app: FastifyInstance;
let origin: string;
let coverage: Coverage;
const models = createModelServer();
let modelUrl: string;

beforeAll(async () => {
  platform = await createPlatform({
    origin: () => origin,
    settings: { pollMs: 5, callMs: HANGS_AFTER_MS },
    loadSettings: async () => ({
      dataCatalog: `${origin}/data-catalog-plugin`,
      marketplace: `${origin}/marketplace-plugin`,
      hooks: { AccessControlAction: `${origin}/remote-request-hook` },
    }),
    onError: (message) => console.error(message),
  });
  const config = readConfig([ALL, '--task-ms', '20', '--log-level', 'silent']);
  if (typeof config === 'string' || 'help' in config)
    throw new Error('the reference servers are not configured');
  // The other APIs of the platform are stubs, so that shared operations can be called.
  ({ app } = await prepare(config, platform));
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  coverage = watchCoverage(app.server, SERVED);
  await platform.context.reload();
  modelUrl = `${await models.app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
  await registerStandIn(platform.context, origin, templatesOf(SAMPLE_DESCRIPTOR));
});

afterAll(async () => {
  await models.app.close();
  await app.close();
  await platform.close();
});

describe('the operations of the platform', () => {
  it('keep their contracts, as the conformance suite sees it', { timeout: 8 * HANGS_AFTER_MS }, async () => {
    const model = {
      provider: 'openai',
      endpoint: modelUrl,
      api_key: 'not-a-real-key',
      deployment: 'chat',
      api_version: '1',
      model: 'chat',
    };
    const report = await runConformance({
      contract: 'platform',
      url: new URL(origin),
      ids: { environment: 'development' },
      readOnly: false,
      timeout: HANGS_AFTER_MS,
      // Many plans and evaluations run at once, each of them for as long as all of them need.
      pollBudget: 4 * HANGS_AFTER_MS,
      promptness: HANGS_AFTER_MS,
      // The suite replaces the keys of models only when it is given the configuration.
      bodies: { 'assistant.setLlmConfig': model, 'assistant.setEmbedderConfig': model },
    });
    const checks = report.checks.filter(
      ({ id, title, verdict }) =>
        verdict !== 'not-applicable' && !OTHERS.some((name) => isAbout(name, id, title)),
    );
    const broken = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'harness-error');
    expect(broken.map(({ id, findings }) => [id, findings[0]?.expected, findings[0]?.actual])).toEqual([]);
    // Every operation was called: a run without requests finds no violations.
    const passed = checks.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
    for (const { id: api, operations } of SERVED) {
      for (const operation of Object.keys(operations)) {
        expect(
          passed.some((id) => id.includes(`:${api}.${operation}`)),
          `${api}.${operation}`,
        ).toBe(true);
      }
    }
  });

  it.each([
    [governance, 'reloadCronPolicies'],
    [docsAgent, 'rebuildEmbeddings'],
    [coordinatorV1, 'reloadConfiguration'],
  ] as const)('refuse a body that is not JSON, also where they take none: %#', async (table, operation) => {
    const { method, path } = Object(table.operations)[operation];
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(origin + table.prefix + path, { method, headers, body: '{broken' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('not JSON')]);
  });

  it('answer with every status and error that the contracts list', () => {
    const reasonOf = (name: string) =>
      Object.entries(NOT_BY_THE_SUITE).find(([, names]) => names.test(name))?.[0];
    const missing = coverage.missing();
    const rest = missing.filter((name) => reasonOf(name) === undefined);
    console.log(
      `statuses and errors: ${coverage.listed.size - missing.length} of ${coverage.listed.size} here`,
    );
    for (const name of missing) console.log(`${name}: ${reasonOf(name) ?? 'not by the suite'}`);
    expect(rest).toEqual([]);
  });
});

/** A check names an operation in its id, or at the beginning of its title. */
function isAbout(name: string, id: string, title: string): boolean {
  const whole = new RegExp(`^${name}(?![\\w-])`);
  return whole.test(title) || id.split(':').some((part) => whole.test(part));
}
