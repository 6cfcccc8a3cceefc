import { expect, test } from 'vitest';
import { serveBy } from '../testing/loopback.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createCoordinatorV2 } from './coordinator-v2.ts';
import { createPlatform } from './platform.ts';

const start = {
  path: { 'deployment-unit-id': 'urn:dmb:dp:logistics:shipments:1' },
  query: { environment: 'development' },
  body: { descriptor: 'id: urn:dmb:dp:logistics:shipments:1' },
};

/** A coordinator that starts tasks in API version 2 and reports their status in version 1. */
function serveCoordinator() {
  let polls = 0;
  return serveBy(({ method, url }) => {
    if (method === 'POST') return { status: 202, text: 'plan-7' };
    if (method === 'PUT') return { status: 202 };
    polls += 1;
    if (!url.endsWith('/status')) return { status: 404 };
    return { status: 200, json: { status: polls < 2 ? 'RUNNING' : 'COMPLETED', dag: {} } };
  });
}

test('polls tasks of coordinator API version 2 in version 1', async () => {
  const server = await serveCoordinator();
  const platform = createPlatform({
    baseUrl: server.origin,
    prefixes: { coordinator: '/second', coordinatorV1: '/first' },
    otherUrls: undefined,
    clock: createManualClock(),
    validate: false,
  });
  const task = await platform.coordinator.startProvisioning(start);
  expect(task.token).toBe('plan-7');
  await expect(task.cancel()).resolves.toEqual({ accepted: true, status: undefined });
  const again = platform.coordinator.startProvisioning.resume(JSON.parse(JSON.stringify(task)));
  await expect(again.wait()).resolves.toMatchObject({ status: 'COMPLETED' });
  expect(server.received.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
    'POST /second/v2/deployment-units/urn%3Admb%3Adp%3Alogistics%3Ashipments%3A1/provisioning',
    'PUT /first/v1/execution-plans/plan-7/terminate',
    'GET /first/v1/execution-plans/plan-7/status',
    'GET /first/v1/execution-plans/plan-7/status',
  ]);
});

test.each([
  ['/gov', '/base/gov/'],
  ['gov', '/base/gov/'],
  ['/gov/', '/base/gov/'],
  ['/', '/base/'],
  ['', '/base/'],
])('puts an API under the prefix %j, with a path before it and whatever slashes', async (prefix, place) => {
  const server = await serveBy(() => ({ status: 200, json: { status: 'RUNNING' } }));
  const platform = createPlatform({
    baseUrl: `${server.origin}/base/`,
    prefixes: { governance: prefix, coordinatorV1: prefix },
    validate: false,
  });
  await platform.governance.getResourceType({ path: { resourceType: 'x' } });
  await platform.coordinator.startProvisioning.resume('plan-7').status();
  expect(server.received.map(({ url }) => url)).toEqual([
    `${place}v1/computational-governance/resource-types/x`,
    `${place}v1/execution-plans/plan-7/status`,
  ]);
});

test('calls an API at a separate address', async () => {
  const [home, other] = [await serveCoordinator(), await serveCoordinator()];
  const platform = createPlatform({
    baseUrl: home.origin,
    prefixes: { coordinatorV1: `${other.origin}/first` },
    clock: createManualClock(),
    validate: false,
  });
  await (await platform.coordinator.startProvisioning(start)).wait();
  expect(home.received.map(({ method }) => method)).toEqual(['POST']);
  expect(other.received.map(({ url }) => url)).toEqual([
    '/first/v1/execution-plans/plan-7/status',
    '/first/v1/execution-plans/plan-7/status',
  ]);
});

test.each(['ftp://host/x', 'http://me:secret@host', '/x?y', '/x#y'])('refuses the prefix %s', (prefix) => {
  expect(() => createPlatform({ baseUrl: 'http://host', prefixes: { builder: prefix } })).toThrow(
    /^baseUrl must be http/,
  );
});

test('a coordinator by itself follows its tasks under its own address, and has no operations of the other', async () => {
  const server = await serveCoordinator();
  const baseUrl = `${server.origin}/coordinator`;
  const coordinator = createCoordinatorV2({ baseUrl, clock: createManualClock(), validate: false });
  await (await coordinator.startProvisioning(start)).wait();
  expect(server.received[1]?.url).toBe('/coordinator/v1/execution-plans/plan-7/status');
  expect(coordinator).not.toHaveProperty('getExecutionPlanStatus');
});

test.each([undefined, '', 'platform.example', 'file:///srv'])(
  'says what is wrong with the address %s',
  (baseUrl) => {
    expect(() => createPlatform(Object({ baseUrl }))).toThrow(/^baseUrl must be http/);
  },
);
