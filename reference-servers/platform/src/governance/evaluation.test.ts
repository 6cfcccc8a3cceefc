import { createLlmEngine, createRemoteEngine } from '@tessera/reference-servers';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance, PASSIVE, THRESHOLDS } from '../../testing/governance.ts';

let open: OpenGovernance;
beforeAll(async () => {
  // Long enough for an engine that answers, also on a busy machine.
  open = await openGovernance({ settings: { callMs: 5_000 } });
});
afterAll(() => open.close());

let types = 0;

/** A resource type that no other test uses. */
function unique(): string {
  types += 1;
  return `type-${types}`;
}

describe('an evaluation', () => {
  it('asks everything that is active, in force and fits, each once', async () => {
    const resourceType = unique();
    const wanted = [
      await open.createPolicy({ resourceType }, 'enabled'),
      await open.createPolicy(
        { resourceType, selectors: [{ path: 'domain', values: ['logistics'] }] },
        'grace',
      ),
      await open.createMetric({ resourceType, cueScript: 'value: 62.5' }, 'enabled'),
    ];
    await open.createPolicy({ resourceType });
    await open.createPolicy({ resourceType, environment: 'production' }, 'enabled');
    await open.createPolicy(
      { resourceType, selectors: [{ path: 'domain', values: ['finance'] }] },
      'enabled',
    );
    await open.createPolicy({ resourceType, ...PASSIVE }, 'enabled');
    const report = await open.evaluate('name: Shipments\ndomain: logistics\n', { resourceType });
    expect(report).toMatchObject({ evaluationScope: 'evaluation', status: 'completedWithSuccess' });
    expect(report.evaluationResults.map(({ governanceEntityId: id, outcome }) => ({ id, outcome }))).toEqual(
      wanted.map(({ id }) => ({ id, outcome: 'ok' })),
    );
    expect(report.evaluationResults[2]?.result).toMatchObject({
      value: 62.5,
      thresholdResult: { label: 'good' },
    });
  });

  it('has the labels of its request on the report', async () => {
    const labels = ['release-7', 'nightly'];
    expect(await open.evaluate('name: Shipments\n', { labels })).toMatchObject({ labels });
    expect(await open.evaluate('name: Shipments\n')).not.toHaveProperty('labels');
  });

  it('is as bad as its worst outcome; a failure on trial does not block', async () => {
    const resourceType = unique();
    const failing = { resourceType, cueScript: 'name: =~"^x"' };
    await open.createPolicy(failing, 'grace');
    const onTrial = await open.evaluate('name: Shipments\n', { resourceType });
    expect(onTrial).toMatchObject({
      status: 'completedWithWarning',
      evaluationResults: [{ outcome: 'not_blocking_error', result: { satisfiesPolicy: false } }],
    });
    await open.createPolicy(failing, 'enabled');
    const inForce = await open.evaluate('name: Shipments\n', { resourceType });
    expect(inForce.status).toBe('completedWithError');
  });

  it('of nothing that applies succeeds', async () => {
    expect(await open.evaluate('name: x\n', { resourceType: unique() })).toMatchObject({
      status: 'completedWithSuccess',
      evaluationResults: [],
    });
  });

  it('is not found under an unknown id', async () => {
    await expect(open.governance.getEvaluationReport({ path: { id: 'x' } })).rejects.toMatchObject({
      status: 404,
      body: { errors: ['there is no evaluation report x'] },
    });
  });

  it('reads the descriptor that was deployed before', async () => {
    const policy = await open.createPolicy({
      strategy: 'previous_vs_current',
      cueScript: 'original: *null | {...}\ncurrent: version: =~"^1"',
    });
    const report = await open.test(policy, 'id: new\nversion: 2.0.0\n', { id: 'new' });
    expect(report.evaluationResults[0]?.result).toMatchObject({
      satisfiesPolicy: false,
      errors: [expect.stringMatching(/^descriptor:2:1: current\.version: /)],
    });
  });
});

describe('a test', () => {
  it('is of one entity, whatever its status, and counts nowhere', async () => {
    const resourceType = unique();
    const policy = await open.createPolicy({ resourceType, cueScript: 'name: =~"^x"' });
    const report = await open.test(policy, 'name: Shipments\n', { resourceType });
    expect(report).toMatchObject({
      evaluationScope: 'test',
      status: 'completedWithError',
      evaluationResults: [
        { governanceEntityId: policy.id, governanceEntityStatus: 'draft', outcome: 'error' },
      ],
    });
    const body = { filters: { governanceEntityIds: [policy.id] } };
    expect(await open.governance.getPolicyExecutions({ body })).toEqual({ data: [] });
  });

  it('says so when the descriptor does not fit the selectors', async () => {
    const policy = await open.createPolicy({ selectors: [{ path: 'domain', values: ['finance'] }] });
    const report = await open.test(policy, 'name: x\ndomain: logistics\n');
    expect(report.evaluationResults).toMatchObject([
      { outcome: 'not_executed', result: { errors: ['the descriptor does not fit the selectors'] } },
    ]);
  });

  it('of a policy in words fails for the product that violates it, and passes for the repaired one', async () => {
    const engine = await open.serve(createLlmEngine());
    const policy = await open.createPolicy({
      engine: 'governanceAgent',
      governanceAgentSpec: {
        prompt: 'The domain of the data product must be finance.',
        url: `${engine}/llm-engine`,
      },
    });
    const broken = await open.test(policy, 'name: Campaigns\ndomain: marketing\n');
    expect(broken).toMatchObject({
      status: 'completedWithError',
      evaluationResults: [
        { result: { satisfiesPolicy: false, errors: ['The domain is marketing instead of finance.'] } },
      ],
    });
    const repaired = await open.test(policy, 'name: Campaigns\ndomain: finance\n');
    expect(repaired).toMatchObject({
      status: 'completedWithSuccess',
      evaluationResults: [{ outcome: 'ok', result: { satisfiesPolicy: true } }],
    });
  });

  it('asks a remote engine, and shows what it found', async () => {
    const engine = await open.serve(createRemoteEngine({}));
    const policy = await open.createPolicy({ engine: 'remote', externalUrl: `${engine}/remote-engine` });
    const report = await open.test(policy, 'name: x\n');
    expect(report.evaluationResults[0]?.result).toMatchObject({ isError: false, satisfiesPolicy: false });
  });

  it.each([
    ['both keys', '{"satisfiesPolicy":true,"value":1}', 'satisfiesPolicy and value'],
    ['no verdict', '{"errors":[]}', 'does not say in satisfiesPolicy'],
    ['a text for a verdict', '{"satisfiesPolicy":"yes"}', 'does not say in satisfiesPolicy'],
    ['no JSON', 'hello', ''],
  ])('takes no verdict from an engine that answers with %s', async (_title, answer, problem) => {
    const report = await open.test(await policyAt(answer), 'name: x\n');
    expect(report.evaluationResults[0]).toMatchObject({
      outcome: 'error',
      result: { isError: true, errors: [expect.stringContaining(problem)] },
    });
  });

  it.each([
    ['infinity', '{"value":1e999}'],
    ['not a number', '{"value":"NaN"}'],
  ])('takes no measurement from an engine that answers with %s', async (_title, answer) => {
    const { externalUrl } = await policyAt(answer);
    const { id } = await open.createMetric({ engine: 'remote', externalUrl: String(externalUrl) });
    const body = { id: 'r', environment: 'development', resourceType: 'dataproduct', descriptor: 'name: x' };
    const report = await (await open.governance.testMetric({ path: { id }, body })).wait();
    expect(report.evaluationResults[0]).toMatchObject({
      outcome: 'not_executed',
      result: { isError: true, errors: ['the engine does not answer with a number in value'] },
    });
  });

  it.each([
    ['in errors', '{"satisfiesPolicy":false,"errors":["a\\u0000b","\\ud800"]}', ['a\ufffdb', '\ufffd']],
    [
      'in the names of details',
      '{"satisfiesPolicy":false,"errors":["x"],"details":{"\\u0000":"\\u0000"}}',
      ['x'],
    ],
    ['outside of JSON', 'a\0b', [expect.stringContaining('a')]],
  ])(
    'ends although its engine answers with texts that cannot be stored: %s',
    async (_title, answer, errors) => {
      const report = await open.test(await policyAt(answer), 'name: x\n');
      expect(report).toMatchObject({
        status: 'completedWithError',
        evaluationResults: [{ result: { errors } }],
      });
      const har = await fetch(`${open.origin}/platform/evaluation-reports/${report.id}/exchanges.har`);
      expect(Object(await har.json()).log.entries).not.toEqual([]);
    },
  );

  it('keeps a short note in place of details that are huge', async () => {
    const details = { text: 'x'.repeat(100_000) };
    const policy = await policyAt(JSON.stringify({ satisfiesPolicy: true, errors: [], details }));
    const report = await open.test(policy, 'name: x\n');
    expect(report.evaluationResults[0]).toMatchObject({
      outcome: 'ok',
      result: { details: { leftOut: expect.stringContaining('100011 characters') } },
    });
  });

  it('calls no address of the local link', async () => {
    const policy = await open.createPolicy({
      engine: 'remote',
      externalUrl: 'http://169.254.169.254/latest',
    });
    const report = await open.test(policy, 'name: x\n');
    expect(report.evaluationResults[0]?.result).toMatchObject({
      isError: true,
      errors: [expect.stringContaining('169.254.169.254')],
    });
  });

  async function policyAt(answer: string) {
    const app = fastify();
    app.post('/v1/evaluate', (_request, reply) => reply.type('application/json').send(answer));
    return open.createPolicy({ engine: 'remote', externalUrl: await open.listen(app) });
  }
});

describe('pushed results', () => {
  const result = { satisfiesPolicy: false, errors: ['12 rows'] };
  const push = (id: string) =>
    open.governance.pushPolicyEvaluationResults({
      path: { id },
      query: { environment: 'development' },
      body: [
        { resource: { id: 'a' }, result },
        { resource: { id: 'b', descriptor: '' }, result },
      ],
    });

  it('are taken by passive policies in force, and counted', async () => {
    const { id } = await open.createPolicy(PASSIVE, 'grace');
    expect(await push(id)).toEqual({});
    const body = { filters: { governanceEntityIds: [id] } };
    const date = new Date().toISOString().slice(0, 10);
    expect(await open.governance.getPolicyExecutionFailures({ body })).toEqual({
      data: [{ date, failures: 2 }],
    });
    expect(await open.governance.getPolicyExecutions({ body })).toEqual({ data: [{ date, executions: 2 }] });
    expect(await open.governance.getTopFailedPolicies({ body: { ...body, limit: 1 } })).toEqual({
      data: [{ governanceEntityId: id, name: 'A check', failures: 2 }],
    });
  });

  it.each([
    ['a draft', PASSIVE, 'draft', 'it is draft'],
    ['an active one', {}, 'enabled', 'it is active: the platform evaluates it'],
  ] as const)('are refused by %s', async (_title, more, status, problem) => {
    const { id } = await open.createPolicy(more, status);
    await expect(push(id)).rejects.toMatchObject({
      status: 422,
      body: { code: 'CGP_RESULTS_REFUSED', errors: [`${id} does not accept results: ${problem}`] },
    });
  });

  it('of a metric are put into its ranges', async () => {
    const { id } = await open.createMetric({ ...PASSIVE, thresholds: THRESHOLDS }, 'enabled');
    await open.governance.pushMetricEvaluationResults({
      path: { id },
      query: { environment: 'development' },
      body: [{ resource: { id: 'a' }, result: { value: 49, errors: [] } }],
    });
    const { result: stored } = await open.platform.context.db
      .selectFrom('evaluation_result')
      .select('result')
      .where('entity_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ value: 49, thresholdResult: { label: 'bad' } });
  });
});
