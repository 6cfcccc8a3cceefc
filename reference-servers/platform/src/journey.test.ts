import type { PlanTask } from '@tessera/contracts/types/coordinator-v1';
import { createTechAdapter } from '@tessera/reference-servers';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AT,
  component,
  describeUnit,
  idOf,
  type OpenPlatform,
  openPlatform,
  register,
  targets,
} from '../testing/open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

/** Brings components to a state, and waits for the plan; resolves with its state. */
async function provision(
  descriptor: string,
  targetStatus: ReturnType<typeof targets>,
  removeData = false,
): Promise<string> {
  const plan = await open.v2.startProvisioning({ ...AT, body: { descriptor, targetStatus, removeData } });
  for await (const { status } of plan) if (status !== 'RUNNING' && status !== 'TERMINATING') return status;
  return 'none';
}

async function statusOfUnit(): Promise<string> {
  return (await open.v2.getDeploymentUnitStatus(AT)).status;
}

function flatten(task: PlanTask | undefined): PlanTask[] {
  return task === undefined ? [] : [task, ...(task.dependsOnTasks ?? []).flatMap(flatten)];
}

describe('a platform', () => {
  const both = describeUnit(component('table'), component('port', ['table']));

  it('deploys a unit, keeps its results, and undeploys it with its data', async () => {
    expect(await provision(both, targets('DEPLOYED', 'table', 'port'))).toBe('COMPLETED');
    const { status, provisioningDetails } = await open.v2.getDeploymentUnitStatus({
      ...AT,
      query: { ...AT.query, 'include-descriptor': true },
    });
    expect(status).toBe('DEPLOYED');
    expect(Object.keys(provisioningDetails?.provisioningInfo ?? {})).toEqual([idOf('port'), idOf('table')]);
    expect(provisioningDetails?.descriptor).toMatchObject({ name: 'Shipments' });
    expect(await provision(both, targets('NOT_DEPLOYED', 'table', 'port'), true)).toBe('COMPLETED');
    expect(await statusOfUnit()).toBe('NOT_DEPLOYED');
  });

  it('sends the results of a dependency to the adapter of what depends on it', async () => {
    const bodies: unknown[] = [];
    const app = fastify();
    app.post('/v2/validate', (_request, reply) => reply.code(501).send({ error: 'not implemented' }));
    app.post('/v1/validate', async () => ({ valid: true }));
    app.post('/v1/provision', async ({ body }) => {
      bodies.push(body);
      return {
        status: 'COMPLETED',
        result: 'done',
        info: { publicInfo: {}, privateInfo: { place: 'here' } },
      };
    });
    app.post('/v1/unprovision', async () => ({ status: 'COMPLETED', result: '' }));
    await register(open.v2, 'urn:dmb:itm:recorder:0', await open.listen(app));
    const recorded = { infrastructureTemplateId: 'urn:dmb:itm:recorder:0' };
    const unit = describeUnit(component('table', [], recorded), component('port', ['table'], recorded));
    expect(await provision(unit, targets('DEPLOYED', 'table', 'port'))).toBe('COMPLETED');
    const [first, second] = bodies.map((body) => JSON.stringify(body));
    expect(first).not.toContain('place');
    expect(second).toContain('place: here');
    expect(bodies[1]).toMatchObject({ descriptorKind: 'COMPONENT_DESCRIPTOR', removeData: false });
    expect(await provision(unit, targets('NOT_DEPLOYED', 'table', 'port'))).toBe('COMPLETED');
  });

  it('marks what failed as corrupt, does not start what depends on it, and is repaired by the next plan', async () => {
    let isBroken = true;
    const app = fastify();
    app.post('/v2/validate', (_request, reply) => reply.code(404).send());
    app.post('/v1/validate', async () => ({ valid: true }));
    app.post('/v1/provision', async (_request, reply) =>
      isBroken ? reply.code(500).send({ error: 'disk full' }) : { status: 'COMPLETED', result: '' },
    );
    app.post('/v1/unprovision', async () => ({ status: 'COMPLETED', result: '' }));
    await register(open.v2, 'urn:dmb:itm:broken:0', await open.listen(app));
    const broken = { infrastructureTemplateId: 'urn:dmb:itm:broken:0' };
    const unit = describeUnit(
      component('table', [], broken),
      component('port', ['table']),
      component('other'),
    );
    const plan = await open.v2.startProvisioning({
      ...AT,
      body: { descriptor: unit, targetStatus: targets('DEPLOYED', 'table', 'port', 'other') },
    });
    await expect(plan.wait()).rejects.toThrow('FAILED');
    const details = (await open.v2.getDeploymentUnitStatus(AT)).provisioningDetails;
    expect(await statusOfUnit()).toBe('CORRUPT');
    expect(details?.componentsStatus).toEqual([
      { componentId: idOf('other'), status: 'DEPLOYED' },
      { componentId: idOf('port'), status: 'NOT_DEPLOYED' },
      { componentId: idOf('table'), status: 'CORRUPT' },
    ]);
    const { dag } = await open.v1.getProvisioningPlan({ path: { token: plan.token ?? '' } });
    const failed = flatten(dag).find(({ status }) => status === 'FAILED');
    expect(failed?.result).toContain('500');
    isBroken = false;
    expect(await provision(unit, targets('DEPLOYED', 'table', 'port', 'other'))).toBe('COMPLETED');
    expect(await statusOfUnit()).toBe('DEPLOYED');
    expect(await provision(unit, targets('NOT_DEPLOYED', 'table', 'port', 'other'))).toBe('COMPLETED');
  });

  it('deploys nothing when the descriptor is not valid, and says why in the log', async () => {
    const unit = describeUnit(component('table', ['missing']));
    const plan = await open.v2.startProvisioning({
      ...AT,
      body: { descriptor: unit, targetStatus: targets('DEPLOYED', 'table') },
    });
    await expect(plan.wait()).rejects.toThrow('FAILED');
    const lines = await open.v1.getPlanLogs({
      path: { provisioning_plan_id: plan.token ?? '' },
      query: { level: 'ERROR' },
    });
    expect(lines.map(({ message }) => message).join('\n')).toContain(`depends on ${idOf('missing')}`);
    expect(await statusOfUnit()).toBe('NOT_DEPLOYED');
  });

  it('refuses a second plan for a unit that is busy, and stops the first safely', async () => {
    const slow = createTechAdapter({ taskMs: 3_600_000 });
    await register(open.v2, 'urn:dmb:itm:slow:0', `${await open.serve(slow)}/tech-adapter`);
    // Its validation takes as long, so only the first version of it is offered.
    const unit = describeUnit(component('table', [], { infrastructureTemplateId: 'urn:dmb:itm:slow:0' }));
    const body = { descriptor: unit, targetStatus: targets('DEPLOYED', 'table') };
    const plan = await open.v2.startProvisioning({ ...AT, body });
    await expect(open.v2.startProvisioning({ ...AT, body })).rejects.toMatchObject({
      status: 400,
      code: 'COR_UNIT_BUSY',
    });
    expect(await statusOfUnit()).toBe('PROVISIONING_IN_PROGRESS');
    await open.v2.abortProvisioning({ ...AT, query: { environment: 'development', mode: 'forced' } });
    await expect(plan.wait()).rejects.toThrow('TERMINATED');
    expect(await statusOfUnit()).toBe('NOT_DEPLOYED');
  });

  it('answers a contradiction with 422 and the operations, and starts nothing', async () => {
    expect(await provision(both, targets('DEPLOYED', 'table', 'port'))).toBe('COMPLETED');
    const contradiction = open.v2.startProvisioning({
      ...AT,
      body: {
        descriptor: both,
        targetStatus: [...targets('NOT_DEPLOYED', 'table'), ...targets('DEPLOYED', 'port')],
      },
    });
    await expect(contradiction).rejects.toMatchObject({
      status: 422,
      body: { outcome: 'ABORTED_FOR_CONFLICTS', conflictingOperations: [{}, {}] },
    });
    expect(await statusOfUnit()).toBe('DEPLOYED');
  });

  it('sets access through the adapter and then the marketplace', async () => {
    const access = {
      requestId: 'r-1',
      identities: ['user:jane.doe_example.com'],
      environment: 'development',
    };
    const task = await open.v1.updateAcl({
      body: { ...access, outputPortUrn: idOf('port'), outputPortId: 7 },
    });
    const { dag } = await task.wait();
    expect(flatten(dag).map(({ action, status }) => [action, status])).toEqual([
      ['MARKETPLACE_UPDATE', 'COMPLETED'],
      ['UPDATEACL', 'COMPLETED'],
    ]);
  });

  it('asks a remote request hook before it sets access that was requested', async () => {
    const response = await fetch(`${open.origin}/platform/access-requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        requestId: 'r-2',
        identities: ['group:analysts'],
        environment: 'development',
        outputPortUrn: idOf('port'),
        fields: { reason: 'a report' },
      }),
    });
    expect(response.status).toBe(202);
    const token: string = JSON.parse(await response.text());
    const { dag } = await open.v1.updateAcl.resume(token).wait();
    expect(
      flatten(dag)
        .map(({ displayName, status }) => [displayName, status])
        .at(-1),
    ).toEqual(['Ask for consent', 'COMPLETED']);
  });

  it('validates without deploying, and lists what each phase found', async () => {
    const task = await open.v2.startValidation({ body: { descriptor: describeUnit(component('a', ['a'])) } });
    const { status, validationSummaryStatus } = await task.wait();
    expect(status).toBe('COMPLETED');
    const [internal] = validationSummaryStatus?.results ?? [];
    expect(internal?.validationPhaseKind).toBe('INTERNAL_VALIDATION_PHASE');
    expect(internal?.errors?.errors[0]).toContain('cycle');
  });

  it('gives up a call to an adapter that is not there, and says where it looked', async () => {
    await register(open.v2, 'urn:dmb:itm:absent:0', 'http://127.0.0.1:9');
    const unit = describeUnit(component('table', [], { infrastructureTemplateId: 'urn:dmb:itm:absent:0' }));
    const task = await open.v2.startValidation({ body: { descriptor: unit } });
    await expect(task.wait()).rejects.toThrow('FAILED');
  });

  it('exports the exchanges of a plan without secrets', async () => {
    const {
      items: [latest],
    } = await open.v1.listProvisioningPlans({ query: { operations: ['PROVISION'], limit: 1 } });
    const token = latest?.dag.id.split('/')[0];
    const har = await (await fetch(`${open.origin}/platform/plans/${token}/exchanges.har`)).text();
    expect(har).toContain('/v1/provision');
    expect(JSON.parse(har).log.entries.length).toBeGreaterThan(3);
  });
});

describe('a server of the platform', () => {
  it('is refused a second time in the same process', async () => {
    const { createPlatform } = await import('./create-platform.ts');
    await expect(createPlatform()).rejects.toThrow('a platform is running in this process already');
  });
});
