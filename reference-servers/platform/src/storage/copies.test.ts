import { createSequentialIds, systemClock } from '@tessera/reference-servers/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AT,
  component,
  describeUnit,
  type OpenPlatform,
  openPlatform,
  register,
  TEMPLATE,
  targets,
} from '../../testing/open-platform.ts';

const NOON = new Date('2026-01-01T12:00:00Z');

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform({ clock: { ...systemClock, now: () => NOON }, ids: createSequentialIds() });
});
afterAll(() => open.close());

const descriptor = describeUnit(component('table'));

async function provision(target: 'DEPLOYED' | 'NOT_DEPLOYED'): Promise<void> {
  const body = { descriptor, targetStatus: targets(target, 'table') };
  await (await open.v2.startProvisioning({ ...AT, body })).wait();
}

async function statusOfUnit(): Promise<string> {
  return (await open.v2.getDeploymentUnitStatus(AT)).status;
}

async function countPlans(): Promise<number> {
  return (await open.v1.listProvisioningPlans({ query: {} })).items.length;
}

describe('a platform in tests', () => {
  it('has the times of its clock, and predictable ids', async () => {
    const task = await open.v2.startValidation({ body: { descriptor } });
    await task.wait();
    const [plan] = (await open.v1.listProvisioningPlans({ query: {} })).items;
    const [line] = await open.v1.getPlanLogs({
      path: { provisioning_plan_id: task.token ?? '' },
      query: {},
    });
    const noon = NOON.toISOString();
    expect([task.token, plan?.dag.startTime, plan?.dag.stopTime, line?.timestamp]).toEqual([
      'task-1',
      noon,
      noon,
      noon,
    ]);
  });

  it('is brought back to a state that was kept, and works from there', async () => {
    await provision('DEPLOYED');
    const [plans, copy] = [await countPlans(), await open.platform.snapshot()];
    await provision('NOT_DEPLOYED');
    await open.platform.restore(copy);
    expect([await statusOfUnit(), await countPlans()]).toEqual(['DEPLOYED', plans]);
    await provision('NOT_DEPLOYED');
    expect(await statusOfUnit()).toBe('NOT_DEPLOYED');
  });

  it('is emptied, and works again', async () => {
    await open.platform.reset();
    expect([await statusOfUnit(), await countPlans()]).toEqual(['NOT_DEPLOYED', 0]);
    expect((await open.v2.listTechAdapters({ query: {} })).items).toEqual([]);
    await register(open.v2, TEMPLATE, `${open.servers}/tech-adapter`);
    await provision('DEPLOYED');
    expect(await statusOfUnit()).toBe('DEPLOYED');
  });
});
