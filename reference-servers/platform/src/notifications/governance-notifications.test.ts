import { type Notification, parseNotification } from '@tessera/client/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance, PASSIVE } from '../../testing/governance.ts';
import { AT, component, describeUnit, idOf, targets, UNIT } from '../../testing/open-platform.ts';
import { createReceiver } from '../../testing/webhook-receiver.ts';

const { app: receiver, arrivals, answers } = createReceiver();
const CONTRACT = idOf('port');
let open: OpenGovernance;

beforeAll(async () => {
  const url = `${await receiver.listen({ port: 0, host: '127.0.0.1' })}/all`;
  const kinds = ['contractBroken', 'contractRestored', 'policyEvaluated'];
  open = await openGovernance({ settings: { webhooks: [{ url, kinds }] } });
});
afterAll(async () => {
  await open.close();
  await receiver.close();
});
beforeEach(() => {
  arrivals.length = 0;
});

/** The notifications received, once there are so many. */
async function received(count: number): Promise<Notification[]> {
  await expect.poll(() => arrivals, { interval: 10 }).toHaveLength(count);
  return arrivals.map(({ body }) => parseNotification(body));
}

/** Deploys a unit with an owner. */
async function deploy(): Promise<void> {
  const owners = { dataProductOwner: 'user:jane.doe', ownerGroup: 'jane.doe' };
  const unit = { ...JSON.parse(describeUnit(component('port'))), ...owners };
  const body = { descriptor: JSON.stringify(unit), targetStatus: targets('DEPLOYED', 'port') };
  expect(await (await open.v2.startProvisioning({ ...AT, body })).wait()).toMatchObject({
    status: 'COMPLETED',
  });
}

/** Creates an enabled passive policy; with `isGuarded`, a guardian reports to it. */
async function createPassive(isGuarded: boolean): Promise<string> {
  const { id } = await open.createPolicy({ ...PASSIVE, resourceType: 'outputport' }, 'enabled');
  if (!isGuarded) return id;
  const template = `urn:dmb:itm:guardian-${id}:1`;
  await open.v1.registerInfrastructureTemplate({
    body: {
      id: template,
      name: 'Guardian',
      description: 'Checks contracts.',
      version: '1',
      infrastructureIdRef: template,
      url: `${open.servers}/tech-adapter`,
      environment: 'development',
      properties: { dataContractGuardian: { policies: [{ resourceType: 'outputport', spec: { id } }] } },
    },
  });
  return id;
}

async function push(id: string, satisfiesPolicy: boolean, ...errors: string[]): Promise<void> {
  const resource = { id: CONTRACT, displayName: 'Shipments view', descriptor: '' };
  const body = [{ resource, result: { satisfiesPolicy, errors } }];
  await open.governance.pushPolicyEvaluationResults({
    path: { id },
    query: { environment: 'development' },
    body,
  });
}

describe('a data contract', () => {
  it('is reported to its owners when it breaks and when it is restored, each once', async () => {
    await deploy();
    const id = await createPassive(true);
    await push(id, true);
    await push(id, false, 'The column state is null in 12 rows.');
    await push(id, false, 'The column state is null in 13 rows.');
    await push(id, true);
    await push(id, true);
    const all = await received(2);
    const recipients = [{ userRef: 'user:jane.doe' }];
    expect(all.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
      {
        kind: 'contractBroken',
        body: {
          dataContractId: CONTRACT,
          environment: 'development',
          errors: ['The column state is null in 12 rows.'],
        },
        messages: [
          {
            title: 'The data contract of Shipments view is broken',
            message: 'The column state is null in 12 rows.',
            recipients,
          },
        ],
      },
      {
        kind: 'contractRestored',
        body: { dataContractId: CONTRACT, environment: 'development' },
        messages: [{ title: 'The data contract of Shipments view is restored', recipients }],
      },
    ]);
  });

  it('is reported again after a failed delivery, with the same id', async () => {
    const id = await createPassive(true);
    answers.push(503);
    await push(id, false);
    await received(2);
    const [first, second] = arrivals.map(({ headers }) => headers['webhook-id']);
    expect(second).toBe(first);
  });

  it('is not reported for a passive policy without a guardian', async () => {
    await push(await createPassive(false), false);
    const guarded = await createPassive(true);
    await push(guarded, false, 'of the guardian');
    expect(await received(1)).toMatchObject([{ body: { errors: ['of the guardian'] } }]);
  });
});

describe('an evaluation', () => {
  it('is reported when it has finished, to the owners of its resource', async () => {
    const policy = await open.createPolicy({ cueScript: 'maturity: string' }, 'enabled');
    const descriptor = JSON.stringify({
      ...JSON.parse(describeUnit(component('port'))),
      dataProductOwner: 'user:jane.doe',
    });
    const { id } = await open.evaluate(descriptor);
    expect(await received(1)).toMatchObject([
      {
        kind: 'policyEvaluated',
        body: {
          reportId: id,
          resourceId: UNIT,
          environment: 'development',
          status: 'completedWithError',
        },
        messages: [
          {
            title: 'Shipments: completedWithError',
            message: 'The evaluation in development has finished. Results by outcome: 1 error.',
            recipients: [{ userRef: 'user:jane.doe' }],
          },
        ],
      },
    ]);
    await open.governance.updatePolicyStatus({ path: { id: policy.id }, body: { status: 'disabled' } });
  });

  it('is reported at the end of the validation of which it is a part', async () => {
    const { id } = await open.createPolicy({ timing: 'deployment' }, 'enabled');
    await deploy();
    expect(await received(1)).toMatchObject([
      { kind: 'policyEvaluated', body: { resourceId: UNIT, status: 'completedWithSuccess' } },
    ]);
    await open.governance.updatePolicyStatus({ path: { id }, body: { status: 'disabled' } });
  });

  it('of no policy and no metric is not reported', async () => {
    await open.evaluate(describeUnit(component('port')));
    const { id } = await open.createPolicy({}, 'enabled');
    const { id: reported } = await open.evaluate(describeUnit(component('port')));
    expect(await received(1)).toMatchObject([{ body: { reportId: reported } }]);
    await open.governance.updatePolicyStatus({ path: { id }, body: { status: 'disabled' } });
  });
});
