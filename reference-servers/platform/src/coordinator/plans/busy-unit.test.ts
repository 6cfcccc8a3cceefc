import { rules } from '@tessera/contracts/rules';
import { createTechAdapter } from '@tessera/reference-servers';
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

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

const SLOW = 'urn:dmb:itm:slow:0';
const descriptor = describeUnit(component('table', [], { infrastructureTemplateId: SLOW }));

describe('a unit that a plan is changing', () => {
  it('refuses version 1 too, and is free when the plan is stopped safely, and then by force', async () => {
    const adapter = await open.serve(createTechAdapter({ taskMs: 3_600_000 }));
    await register(open.v2, SLOW, `${adapter}/tech-adapter`);
    const body = { descriptor, targetStatus: targets('DEPLOYED', 'table') };
    const { token = '' } = await open.v2.startProvisioning({ ...AT, body });
    for (const start of [open.v1.deploy, open.v1.undeploy]) {
      await expect(start({ body: { descriptor } })).rejects.toMatchObject({
        status: 400,
        code: 'COR_UNIT_BUSY',
      });
    }
    const statusOf = async () => (await open.v1.getExecutionPlanStatus({ path: { token } })).status;
    expect(await statusOf()).toBe('RUNNING');
    await open.v1.terminateProvisioningPlan({ path: { token } });
    expect(await statusOf()).toBe('TERMINATING');
    await open.v1.terminateExecutionPlan({ path: { token }, query: { mode: 'forced' } });
    expect(await statusOf()).toBe('TERMINATED');
    expect((await open.v2.getDeploymentUnitStatus(AT)).status).toBe('NOT_DEPLOYED');
  });
});

describe('a request for a deployment', () => {
  const unknown = targets('DEPLOYED', 'table', 'nothing');
  const misfit = rules['action-fits-target-status'].cases
    .filter(({ expect: { accepted } }) => !accepted)
    .map(({ given }) => ({ ...given, componentId: idOf('table') }));

  it.each([
    ['a descriptor that cannot be read', 'COR_PARSE_DESCR_1', { descriptor: '{', targetStatus: [] }],
    ['a component that is not there', 'COR_COMPONENT_UNKNOWN', { descriptor, targetStatus: unknown }],
    ['an action that does not fit', 'COR_ACTION_MISFIT', { descriptor, targetStatus: misfit.slice(0, 1) }],
  ])('returns 400 for %s', async (_title, code, body) => {
    const refused = { status: 400, code };
    await expect(open.v2.startProvisioning({ ...AT, body })).rejects.toMatchObject(refused);
    await expect(open.v2.previewProvisioning({ ...AT, body })).rejects.toMatchObject(refused);
  });
});
