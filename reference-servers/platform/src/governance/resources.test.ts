import { rules } from '@tessera/contracts/rules';
import type {
  EvaluationStatusEntry,
  EvaluationStatusQuery,
  ResultSchedulingInput,
} from '@tessera/contracts/types/governance';
import { createManualClock } from '@tessera/reference-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance, PASSIVE } from '../../testing/governance.ts';

const clock = createManualClock('2025-06-02T09:30:00.000Z');
const MINUTE_MS = 60_000;
const environment = 'development';
const EVERY_HOUR = { frequency: '0 0 * * * ?', toleranceWindowLength: 'PT30M' };

let open: OpenGovernance;
let policyId: string;
beforeAll(async () => {
  open = await openGovernance({ clock });
  policyId = (await open.createPolicy(PASSIVE, 'enabled')).id;
});
afterAll(() => open.close());

let count = 0;

/** Registers a new primary resource; returns its identifier. */
async function register(): Promise<string> {
  count += 1;
  const resourceExternalId = `urn:dmb:dp:tests:resource-${count}:0`;
  const identifier = { resourceExternalId, environment };
  await open.governance.registerResources({
    body: { primaryResources: [{ identifier, resourceType: 'dataproduct' }] },
  });
  return resourceExternalId;
}

/** Where the status of the policy about a resource is. */
function at(externalId: string, governanceEntityId = policyId) {
  return { path: { externalId, governanceEntityId }, query: { environment } };
}

async function schedule(externalId: string, newValue: ResultSchedulingInput | null) {
  return open.governance.updateEvaluationStatus({
    ...at(externalId),
    body: { resultScheduling: { newValue } },
  });
}

/** The status of a resource, as a search finds it. */
async function look(externalId: string): Promise<EvaluationStatusEntry | undefined> {
  const found = open.governance.searchEvaluationStatus({
    body: { filters: { resourceExternalIds: [externalId] } },
  });
  for await (const entry of found) return entry;
  return undefined;
}

type Overdue = 'IN_TOLERANCE_WINDOW' | 'LATE';

/** Lets time pass until the result of a resource is overdue. */
async function passTime(id: string, status: Overdue): Promise<void> {
  const { expectedResultTime = '' } = (await look(id))?.resultScheduling ?? {};
  const wanted = Date.parse(expectedResultTime) + (status === 'LATE' ? 45 : 15) * MINUTE_MS;
  await clock.advance(wanted - clock.now().getTime());
  expect((await look(id))?.resultScheduling?.status).toBe(status);
}

/** A new resource whose result is in the tolerance window, or late. */
async function overdue(status: Overdue): Promise<string> {
  const id = await register();
  await schedule(id, EVERY_HOUR);
  await passTime(id, status);
  return id;
}

const push = (id: string) =>
  open.governance.pushPolicyEvaluationResults({
    path: { id: policyId },
    query: { environment },
    body: [
      {
        resource: { id, displayName: 'One', descriptor: 'a: 1' },
        result: { satisfiesPolicy: true, errors: [] },
      },
    ],
  });

describe('resources', () => {
  it('are registered once, in the order of the request', async () => {
    const [product, contract] = ['urn:dmb:dp:tests:once:0', 'urn:dmb:dp:tests:once:0:contract'].map(
      (resourceExternalId) => ({ resourceExternalId, environment }),
    );
    if (product === undefined || contract === undefined) throw new Error('two were named');
    const body = {
      primaryResources: [
        { identifier: product, resourceType: 'dataproduct' },
        { identifier: product, resourceType: 'outputport' },
      ],
      derivedResources: [{ identifier: contract, originExternalId: product.resourceExternalId }],
    };
    const registered = [
      { identifier: product, kind: 'PRIMARY', resourceType: 'dataproduct' },
      { identifier: contract, kind: 'DERIVED', originExternalId: product.resourceExternalId },
    ];
    expect(await open.governance.registerResources({ body })).toEqual({ registeredResources: registered });
    expect(await open.governance.registerResources({ body })).toEqual({ registeredResources: [] });
    expect(
      await open.governance.getResource({
        path: { externalId: contract.resourceExternalId },
        query: { environment },
      }),
    ).toEqual(registered[1]);
  });

  it('are found in their environment only', async () => {
    const externalId = await register();
    await expect(
      open.governance.getResource({ path: { externalId }, query: { environment: 'production' } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('a schedule', () => {
  it.each(rules['frequency-is-cron'].cases)(
    'has a frequency: $title',
    async ({ given, expect: expected }) => {
      const sent = schedule(await register(), given);
      if (expected.accepted) await expect(sent).resolves.toMatchObject({ resultScheduling: given });
      else
        await expect(sent).rejects.toMatchObject({ body: { error: 'RESULT_SCHEDULING_INVALID_FREQUENCY' } });
    },
  );

  it.each([...rules['tolerance-is-a-duration'].cases, ...rules['tolerance-has-bounds'].cases])(
    'has a tolerance window: $title',
    async ({ given, expect: expected }) => {
      const sent = schedule(await register(), given);
      const error = 'RESULT_SCHEDULING_INVALID_TOLERANCE_WINDOW';
      if (expected.accepted) await expect(sent).resolves.toMatchObject({ resultScheduling: given });
      else await expect(sent).rejects.toMatchObject({ status: 400, body: { error } });
    },
  );

  it('that is never due is refused', async () => {
    await expect(schedule(await register(), { frequency: '0 0 6 30 2 ?' })).rejects.toMatchObject({
      body: { error: 'RESULT_SCHEDULING_INVALID_FREQUENCY' },
    });
  });

  it('is for a registered resource', async () => {
    await expect(schedule('urn:dmb:dp:tests:stranger:0', EVERY_HOUR)).rejects.toMatchObject({
      body: { error: 'RESOURCE_NOT_FOUND' },
    });
  });

  it('is for a policy or metric that exists', async () => {
    const body = { resultScheduling: { newValue: EVERY_HOUR } };
    await expect(
      open.governance.updateEvaluationStatus({ ...at(await register(), 'nothing'), body }),
    ).rejects.toMatchObject({ body: { error: 'GOVERNANCE_ENTITY_NOT_FOUND' } });
  });

  it('ends with its policy', async () => {
    const id = await register();
    const { id: entityId } = await open.createPolicy(PASSIVE);
    const body = { resultScheduling: { newValue: EVERY_HOUR } };
    await open.governance.updateEvaluationStatus({ ...at(id, entityId), body });
    await open.governance.updatePolicyStatus({ path: { id: entityId }, body: { status: 'deleted' } });
    expect((await look(id))?.resultScheduling).toBeNull();
    await expect(open.governance.updateEvaluationStatus({ ...at(id, entityId), body })).rejects.toMatchObject(
      { body: { error: 'GOVERNANCE_ENTITY_NOT_FOUND' } },
    );
  });

  it('has a tolerance window of an hour unless another one is given', async () => {
    const { resultScheduling } = await schedule(await register(), { frequency: '0 0 6 * * ?' });
    expect(resultScheduling?.toleranceWindowLength).toBe('PT1H');
  });

  it('is overdue, then late, until it is ended', async () => {
    const id = await register();
    expect((await schedule(id, EVERY_HOUR)).resultScheduling?.status).toBe('ON_TIME');
    await passTime(id, 'IN_TOLERANCE_WINDOW');
    await passTime(id, 'LATE');
    expect((await schedule(id, null)).resultScheduling).toBeNull();
  });

  it('brings what is late back into a longer tolerance window, and not out of it', async () => {
    const id = await overdue('LATE');
    const before = (await look(id))?.resultScheduling;
    const longer = await schedule(id, { ...EVERY_HOUR, toleranceWindowLength: 'PT12H' });
    expect(longer.resultScheduling?.status).toBe('IN_TOLERANCE_WINDOW');
    const shorter = await schedule(id, { ...EVERY_HOUR, toleranceWindowLength: 'PT1M' });
    expect(shorter.resultScheduling).toMatchObject({
      status: 'IN_TOLERANCE_WINDOW',
      expectedResultTime: before?.expectedResultTime,
      acceptableResultTimeLimit: longer.resultScheduling?.acceptableResultTimeLimit,
    });
  });
});

describe.each(['IN_TOLERANCE_WINDOW', 'LATE'] as const)('what is %s is on time again', (status) => {
  it('when the id of a result is sent, and not when the same is sent again', async () => {
    const id = await overdue(status);
    const body = { lastResultId: { newValue: 'result-1' } };
    const arrived = await open.governance.updateEvaluationStatus({ ...at(id), body });
    expect(arrived).toMatchObject({ lastResultId: 'result-1', resultScheduling: { status: 'ON_TIME' } });
    await passTime(id, status);
    const again = await open.governance.updateEvaluationStatus({ ...at(id), body });
    expect(again.resultScheduling?.status).toBe(status);
  });

  it('when a result of a policy is pushed', async () => {
    const id = await overdue(status);
    await push(id);
    expect(await look(id)).toMatchObject({
      resultScheduling: { status: 'ON_TIME' },
      lastResult: { details: { outcome: 'ok', creationTime: clock.now().toISOString() } },
    });
  });

  it('when a result of a metric is pushed', async () => {
    const id = await register();
    const metric = await open.createMetric(PASSIVE, 'enabled');
    const body = { resultScheduling: { newValue: EVERY_HOUR } };
    await open.governance.updateEvaluationStatus({ ...at(id, metric.id), body });
    await passTime(id, status);
    await open.governance.pushMetricEvaluationResults({
      path: { id: metric.id },
      query: { environment },
      body: [{ resource: { id }, result: { value: 10, errors: [] } }],
    });
    expect((await look(id))?.resultScheduling?.status).toBe('ON_TIME');
  });

  it('when a report is taken over', async () => {
    const id = await register();
    const resourceType = `type-of-${id}`;
    const policy = await open.createPolicy({ resourceType, cueScript: 'name: string' }, 'enabled');
    const body = { resultScheduling: { newValue: EVERY_HOUR } };
    await open.governance.updateEvaluationStatus({ ...at(id, policy.id), body });
    await passTime(id, status);
    const report = await open.evaluate('name: x', { id, resourceType });
    expect((await look(id))?.resultScheduling?.status).toBe(status);
    await open.governance.scheduleFromReport({ path: { reportId: report.id } });
    expect(await look(id)).toMatchObject({
      resultScheduling: { status: 'ON_TIME' },
      lastResult: { details: { outcome: 'ok' } },
    });
  });
});

describe('a report', () => {
  it('that is pending is taken over when it ends', async () => {
    const id = await register();
    const resourceType = `type-of-${id}`;
    const policy = await open.createPolicy({ resourceType, cueScript: 'name: string' }, 'enabled');
    await open.governance.updateEvaluationStatus({ ...at(id, policy.id), body: {} });
    const resource = { id, environment, resourceType, descriptor: 'name: x' };
    const started = await open.governance.evaluate({ body: resource });
    await open.governance.scheduleFromReport({ path: { reportId: started.token ?? '' } });
    await started.wait();
    expect((await look(id))?.lastResult?.details).toMatchObject({ outcome: 'ok' });
  });

  it('changes nothing about resources that are not registered, nor by results that were not carried out', async () => {
    const id = await register();
    const policy = await open.createPolicy({
      cueScript: 'name: string',
      selectors: [{ path: 'kind', values: ['other'] }],
    });
    for (const resource of [id, 'urn:dmb:dp:tests:unknown:0']) {
      const report = await open.test(policy, 'kind: this', { id: resource });
      expect(report.evaluationResults[0]?.outcome).toBe('not_executed');
      await open.governance.scheduleFromReport({ path: { reportId: report.id } });
      expect(await look(resource)).toBeUndefined();
    }
  });

  it('that does not exist is not found', async () => {
    await expect(open.governance.scheduleFromReport({ path: { reportId: 'nothing' } })).rejects.toMatchObject(
      { status: 404 },
    );
  });
});

describe('an evaluation status', () => {
  it('begins without a schedule and without a result, and forgets its result on request', async () => {
    const id = await register();
    const status = await open.governance.updateEvaluationStatus({ ...at(id), body: {} });
    expect(status).toEqual({
      identifier: {
        resourceIdentifier: { resourceExternalId: id, environment },
        governanceEntityId: policyId,
      },
      resultScheduling: null,
      lastResultId: null,
    });
    await push(id);
    expect((await look(id))?.lastResult).not.toBeNull();
    const body = { lastResultId: { newValue: null } };
    expect((await open.governance.updateEvaluationStatus({ ...at(id), body })).lastResultId).toBeNull();
    expect((await look(id))?.lastResult).toBeNull();
  });

  it('shows content and snapshot of its latest result on request only', async () => {
    const id = await register();
    await push(id);
    const filters = { resourceExternalIds: [id] };
    const plain = await look(id);
    expect(plain?.lastResult).not.toHaveProperty('resultContent');
    expect(plain?.lastResult).not.toHaveProperty('resourceSnapshot');
    const body: EvaluationStatusQuery = {
      filters,
      resultOptions: { additionalFields: ['LAST_RESULT_RESOURCE_SNAPSHOT', 'LAST_RESULT_CONTENT'] },
    };
    for await (const { lastResult } of open.governance.searchEvaluationStatus({ body })) {
      expect(lastResult).toMatchObject({
        resultContent: { isError: false, satisfiesPolicy: true, errors: [] },
        resourceSnapshot: {
          id,
          displayName: 'One',
          environment,
          resourceType: 'dataproduct',
          descriptor: 'a: 1',
        },
      });
    }
  });

  it('is found by the latest of many results about the same resource in one push', async () => {
    const id = await register();
    const result = (satisfiesPolicy: boolean) => ({ satisfiesPolicy, errors: [] });
    await open.governance.pushPolicyEvaluationResults({
      path: { id: policyId },
      query: { environment },
      body: [true, false].map((verdict) => ({ resource: { id }, result: result(verdict) })),
    });
    expect((await look(id))?.lastResult?.details).toMatchObject({ outcome: 'error' });
  });

  it('is not made by a push about a resource that is not registered', async () => {
    await push('urn:dmb:dp:tests:pushed-only:0');
    expect(await look('urn:dmb:dp:tests:pushed-only:0')).toBeUndefined();
  });
});
