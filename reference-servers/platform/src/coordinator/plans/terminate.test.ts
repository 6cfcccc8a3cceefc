import { type FastifyInstance, fastify } from 'fastify';
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
} from '../../../testing/open-platform.ts';

const HELD = 'urn:dmb:itm:held:0';

let open: OpenPlatform;
let calls: string[];
let release: () => void;
/** Whether the adapter delays validations or the work itself, and whether it can stop. */
let held: 'validation' | 'work';
let canStop: boolean;

beforeAll(async () => {
  open = await openPlatform();
  await register(open.v2, HELD, await open.listen(createHeldAdapter()));
});
afterAll(() => open.close());

/** An adapter whose tasks run until the test releases them, or until they are asked to stop. */
function createHeldAdapter(): FastifyInstance {
  const app = fastify();
  app.addHook('onRequest', async ({ method, url }) => {
    calls.push(`${method} ${url}`);
  });
  app.post('/v2/validate', (_request, reply) => reply.code(202).send('"check"'));
  app.get('/v2/validate/:token/status', async () =>
    held === 'validation'
      ? { status: 'RUNNING' }
      : { status: 'COMPLETED', info: { publicInfo: { valid: true } } },
  );
  let state = 'RUNNING';
  app.post('/v1/provision', (_request, reply) => {
    state = 'RUNNING';
    release = () => {
      state = 'COMPLETED';
    };
    return reply.code(202).send('"work"');
  });
  app.get('/v1/provision/:token/status', async () => ({ status: state, result: '' }));
  app.delete('/v1/provision/:token', async (_request, reply) => {
    if (!canStop) return reply.code(501).send({ error: 'cannot stop' });
    state = 'TERMINATED';
    return { status: 'TERMINATED', result: '' };
  });
  app.post('/v1/unprovision', async () => ({ status: 'COMPLETED', result: '' }));
  app.post('/v1/updateacl', (_request, reply) => reply.code(202).send('"work"'));
  return app;
}

const table = component('table', [], { infrastructureTemplateId: HELD });
const port = component('port', ['table']);
const body = { descriptor: describeUnit(table, port), targetStatus: targets('DEPLOYED', 'table', 'port') };

async function startPlan(what: typeof held, stoppable = true): Promise<string> {
  calls = [];
  held = what;
  canStop = stoppable;
  const { token } = await open.v2.startProvisioning({ ...AT, body });
  return token ?? '';
}

/** Waits until the adapter has received such a call. */
async function called(expected: string): Promise<void> {
  await expect.poll(() => calls, { interval: 10 }).toContain(expected);
}

function abort(mode: 'safe' | 'forced') {
  return open.v2.abortProvisioning({ ...AT, query: { environment: 'development', mode } });
}

async function statesOf(): Promise<Record<string, string>> {
  const { status, provisioningDetails } = await open.v2.getDeploymentUnitStatus(AT);
  const parts = (provisioningDetails?.componentsStatus ?? []).map((one) => [one.componentId, one.status]);
  return { unit: status, ...Object.fromEntries(parts) };
}

async function ended(token: string): Promise<string> {
  const { dag } = await open.v1.updateAcl
    .resume(token)
    .wait()
    .catch(() => open.v1.getExecutionPlanStatus({ path: { token } }));
  const { status } = await open.v1.getExecutionPlanStatus({ path: { token } });
  expect(dag).toBeDefined();
  return status;
}

describe('a plan that is terminated', () => {
  it('by force while components are validated leaves the components as they were', async () => {
    const token = await startPlan('validation');
    await called('GET /v2/validate/check/status');
    await abort('forced');
    expect(await ended(token)).toBe('TERMINATED');
    expect(await statesOf()).toEqual({ unit: 'NOT_DEPLOYED' });
  });

  it('safely asks the adapter to stop, waits for it, and starts nothing else', async () => {
    const token = await startPlan('work');
    await called('GET /v1/provision/work/status');
    await abort('safe');
    expect(await ended(token)).toBe('TERMINATED');
    expect(calls).toContain('DELETE /v1/provision/work');
    expect(await statesOf()).toEqual({
      unit: 'CORRUPT',
      [idOf('table')]: 'CORRUPT',
      [idOf('port')]: 'NOT_DEPLOYED',
    });
  });

  it('safely lets a task finish whose adapter cannot stop it', async () => {
    const token = await startPlan('work', false);
    await called('GET /v1/provision/work/status');
    await abort('safe');
    await called('DELETE /v1/provision/work');
    expect((await open.v1.getExecutionPlanStatus({ path: { token } })).status).toBe('TERMINATING');
    release();
    expect(await ended(token)).toBe('TERMINATED');
    expect(await statesOf()).toEqual({
      unit: 'PARTIALLY_DEPLOYED',
      [idOf('table')]: 'DEPLOYED',
      [idOf('port')]: 'NOT_DEPLOYED',
    });
  });

  it('by force while a component is deployed marks it as corrupt at once', async () => {
    const token = await startPlan('work', false);
    await called('GET /v1/provision/work/status');
    await abort('forced');
    expect((await open.v1.getExecutionPlanStatus({ path: { token } })).status).toBe('TERMINATED');
    expect((await statesOf())[idOf('table')]).toBe('CORRUPT');
  });

  it('by force while access is set leaves the component deployed', async () => {
    const token = await startPlan('work');
    await called('GET /v1/provision/work/status');
    release();
    expect(await ended(token)).toBe('COMPLETED');
    const access = {
      requestId: 'r',
      identities: [],
      environment: 'development',
      outputPortUrn: idOf('table'),
    };
    calls = [];
    const task = await open.v1.updateAcl({ body: access });
    await called('POST /v1/updateacl');
    await open.v1.terminateExecutionPlan({ path: { token: task.token ?? '' }, query: { mode: 'forced' } });
    expect((await statesOf())[idOf('table')]).toBe('DEPLOYED');
  });
});
