import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { component, describeUnit, openPlatform, register, TEMPLATE } from '../../../testing/open-platform.ts';

it('version 1 of the validation stops waiting for an adapter that never ends, and names what it waited for', async () => {
  const open = await openPlatform({ settings: { validateMs: 500, dataCatalog: undefined } });
  onTestFinished(() => open.close());
  const adapter = fastify();
  adapter.post('/v2/validate', (_request, reply) => reply.code(202).send('"task"'));
  adapter.get('/v2/validate/task/status', async () => ({ status: 'RUNNING' }));
  await register(open.v2, TEMPLATE, await open.listen(adapter));
  const answer = await fetch(`${open.origin}/coordinator/v1/validate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ descriptor: describeUnit(component('table')) }),
  });
  const body = await answer.text();
  expect([answer.status, body]).toEqual([500, expect.stringContaining('has not ended after 500 ms')]);
  const plans = await open.v1.listProvisioningPlans({ query: { limit: 100 } });
  expect(plans.items.map(({ dag }) => dag.status)).not.toContain('RUNNING');
});
