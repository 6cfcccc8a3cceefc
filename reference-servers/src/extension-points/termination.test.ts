import { describe, expect, it } from 'vitest';
import { Adapter, access, fixtureOf, messagesOf, request } from '../../testing/adapter.ts';
import { DEFAULT_TASK_MS } from './task-time.ts';

describe('stopping a task', () => {
  it('is accepted once, then tells how far it got, and undoes what was done', async () => {
    const adapter = new Adapter();
    const { body: token } = await adapter.call('provision', request());
    await adapter.clock.advance(DEFAULT_TASK_MS / 2);
    expect(await adapter.call('terminateProvisioning', token)).toEqual({ status: 202, body: undefined });
    expect((await adapter.call('getStatus', token)).body.status).toBe('TERMINATING');
    expect(await adapter.call('terminateProvisioning', token)).toMatchObject({
      status: 200,
      body: { status: 'TERMINATING' },
    });
    await adapter.clock.advance(DEFAULT_TASK_MS);
    const { body } = await adapter.call('getStatus', token);
    expect([body.status, body.result, messagesOf(body).slice(-3)]).toEqual([
      'TERMINATED',
      'The task was stopped on request.',
      [
        'Asked to stop',
        'Removed view LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW again',
        'The task was stopped on request.',
      ],
    ]);
    expect((await adapter.call('terminateProvisioning', token)).body.status).toBe('TERMINATED');
    expect(messagesOf(await adapter.finish('unprovision', request())).join()).toMatch(/does not exist/);
  });

  it('undoes a removal, with its access and its data, and every change', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    await adapter.finish('updateacl', access(['user:b']));
    const moved = { ...request(), descriptor: request().descriptor.replaceAll('SHIPMENTS_VIEW', 'MOVED') };
    for (const [operation, body] of [
      ['unprovision', { ...request(), removeData: true }],
      ['updateacl', access(['user:a'])],
      ['provision', moved],
    ] as const) {
      const { body: token } = await adapter.call(operation, body);
      await adapter.clock.advance(DEFAULT_TASK_MS / 2);
      await adapter.call('terminateProvisioning', token);
      await adapter.clock.advance(DEFAULT_TASK_MS);
      expect((await adapter.call('getStatus', token)).body.status).toBe('TERMINATED');
    }
    const { info, logs } = await adapter.finish('provision', request());
    expect(info.aclInfo).toContainEqual({ identity: 'user:b', locked: false });
    expect(info.aclInfo).toHaveLength(2);
    expect(messagesOf({ logs }).join()).toMatch(/nothing changed/);
  });

  it('leaves alone what others have done meanwhile', async () => {
    const adapter = new Adapter();
    const { body: token } = await adapter.call('updateacl', access(['user:a']));
    await adapter.clock.advance(DEFAULT_TASK_MS / 2);
    const { body: provisioning } = await adapter.call('provision', request());
    await adapter.clock.advance(DEFAULT_TASK_MS / 3 + 1);
    await adapter.call('terminateProvisioning', token);
    await adapter.clock.advance(DEFAULT_TASK_MS);
    expect((await adapter.call('getStatus', token)).body.status).toBe('TERMINATED');
    expect((await adapter.call('getStatus', provisioning)).body.status).toBe('COMPLETED');
    const { logs, info } = await adapter.finish('provision', request());
    expect(messagesOf({ logs }).join()).toMatch(/nothing changed/);
    expect(info.aclInfo).toHaveLength(1);
  });

  it('leaves a finished task as it is', async () => {
    const adapter = new Adapter();
    const { body: token } = await adapter.call('provision', request());
    await adapter.clock.advance(DEFAULT_TASK_MS);
    const ended = await adapter.call('getStatus', token);
    expect(await adapter.call('terminateProvisioning', token)).toEqual(ended);
    expect(await adapter.call('getStatus', token)).toEqual(ended);
  });

  it('is refused with 501, and never anything else, when the adapter cannot stop', async () => {
    const adapter = new Adapter({ without: ['termination'] });
    const { body: token } = await adapter.call('provision', request());
    for (const given of [token, 'unknown']) {
      const { status, body } = await adapter.call('terminateProvisioning', given);
      expect([status, body]).toEqual([501, fixtureOf('terminateProvisioning', '501', 'unsupported')]);
    }
    expect((await adapter.call('getStatus', token)).body.status).toBe('RUNNING');
  });
});
