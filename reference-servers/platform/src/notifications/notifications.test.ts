import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AT,
  component,
  describeUnit,
  idOf,
  type OpenPlatform,
  openPlatform,
  targets,
  UNIT,
} from '../../testing/open-platform.ts';
import { type Arrival, createReceiver } from '../../testing/webhook-receiver.ts';

const SECRET = `whsec_${Buffer.from('a key of this test').toString('base64')}`;

let open: OpenPlatform;
const { app: receiver, arrivals, answers } = createReceiver();

beforeAll(async () => {
  const origin = await receiver.listen({ port: 0, host: '127.0.0.1' });
  open = await openPlatform({
    settings: {
      webhooks: [
        { url: `${origin}/all`, headers: { authorization: 'Bearer known' }, secret: SECRET },
        { url: `${origin}/undeployed`, kinds: ['undeployed'] },
      ],
    },
  });
});
afterAll(async () => {
  await open.close();
  await receiver.close();
});
beforeEach(() => {
  arrivals.length = 0;
  answers.length = 0;
});

async function provision(target: 'DEPLOYED' | 'NOT_DEPLOYED'): Promise<string> {
  const body = { descriptor: describeUnit(component('port')), targetStatus: targets(target, 'port') };
  const plan = await open.v2.startProvisioning({ ...AT, body });
  await plan.wait();
  return plan.token ?? '';
}

/** What was received, once there are so many. */
async function received(count: number): Promise<readonly Arrival[]> {
  await expect.poll(() => arrivals, { interval: 10 }).toHaveLength(count);
  return arrivals;
}

async function stateOf(planId: string): Promise<unknown> {
  const text = await (await fetch(`${open.origin}/platform/deliveries`)).text();
  const all: { planId: string }[] = JSON.parse(text);
  return all.find((one) => one.planId === planId);
}

describe('a webhook', () => {
  it('gets what happened, signed, with its headers and the trace of the plan', async () => {
    await provision('DEPLOYED');
    const [arrival] = await received(1);
    expect(arrival?.path).toBe('/all');
    expect(JSON.parse(arrival?.body ?? '')).toMatchObject({
      kind: 'deploySucceeded',
      body: { dataProductId: UNIT, version: '1.0.0', environment: 'development' },
      messages: [{ title: 'Shipments has been deployed', recipients: [] }],
    });
    const { headers, body }: Omit<Arrival, 'path'> = arrival ?? { headers: {}, body: '' };
    expect(headers['authorization']).toBe('Bearer known');
    expect(headers['traceparent']).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', 'a key of this test').update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  });

  it('gets the plan of a failed deployment, whose log has the reason', async () => {
    const lost = component('port', [], { infrastructureTemplateId: 'urn:dmb:itm:without-adapter:0' });
    const body = { descriptor: describeUnit(lost), targetStatus: targets('DEPLOYED', 'port') };
    const plan = await open.v2.startProvisioning({ ...AT, body });
    await expect(plan.wait()).rejects.toThrow('FAILED');
    const [arrival] = await received(1);
    expect(JSON.parse(arrival?.body ?? '')).toMatchObject({
      kind: 'deployFailed',
      body: { dataProductId: UNIT, planId: plan.token },
    });
  });

  it('gets only the kinds that it wants', async () => {
    await provision('NOT_DEPLOYED');
    const all = await received(2);
    expect(all.map(({ path, body }) => [path, JSON.parse(body).kind]).toSorted()).toEqual([
      ['/all', 'undeployed'],
      ['/undeployed', 'undeployed'],
    ]);
  });

  it('gets a notification again with the same id after a failure that may pass', async () => {
    answers.push(503);
    const planId = await provision('DEPLOYED');
    const [first, second] = await received(2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await expect.poll(() => stateOf(planId)).toMatchObject({ status: 'DELIVERED', attempts: 2 });
  });

  it('that rejects a notification does not get it again, and the log of the plan says so', async () => {
    answers.push(400);
    const planId = await provision('DEPLOYED');
    await expect.poll(() => stateOf(planId)).toMatchObject({ status: 'FAILED', attempts: 1 });
    const lines = await open.v1.getPlanLogs({
      path: { provisioning_plan_id: planId },
      query: { level: 'WARNING' },
    });
    expect(lines.at(-1)?.message).toContain('the webhook returned 400');
    expect(arrivals).toHaveLength(1);
  });

  it('gets a request for access, and its outcome', async () => {
    const response = await fetch(`${open.origin}/platform/access-requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        requestId: 'r-1',
        identities: ['group:analysts'],
        environment: 'development',
        outputPortUrn: idOf('port'),
      }),
    });
    expect(response.status).toBe(202);
    const all = await received(2);
    expect(all.map(({ body }) => JSON.parse(body).kind).toSorted()).toEqual([
      'accessGranted',
      'accessRequested',
    ]);
  });
});
