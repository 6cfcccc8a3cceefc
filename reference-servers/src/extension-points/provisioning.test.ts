import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { Adapter, access, messagesOf, request } from '../../testing/adapter.ts';
import { DEFAULT_TASK_MS } from './task-time.ts';
import { createTechnology } from './technology.ts';

/** A request whose component makes its provisioning fail. */
function failing() {
  const { descriptor, ...rest } = request();
  const at = descriptor.lastIndexOf('specific:');
  const specific = 'specific:\n        simulatedFailure: The table SHIPMENTS does not exist.';
  return {
    ...rest,
    descriptor: descriptor.slice(0, at) + descriptor.slice(at).replace('specific:', specific),
  };
}

describe('provisioning', () => {
  it('runs, then completes with what there is to know', async () => {
    const adapter = new Adapter();
    const { status, body: token } = await adapter.call('provision', { ...request(), removeData: false });
    expect([status, typeof token]).toEqual([202, 'string']);
    expect((await adapter.call('getStatus', token)).body).toMatchObject({ status: 'RUNNING', result: '' });
    await adapter.clock.advance(DEFAULT_TASK_MS);
    const { body } = await adapter.call('getStatus', token);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      result: '1 component provisioned.',
      info: {
        publicInfo: {
          location: { type: 'string', label: 'View', value: 'LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW' },
          console: { type: 'string', href: expect.stringMatching(/^https:/) },
        },
        privateInfo: { outputs: { location: { value: 'LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW' } } },
        aclInfo: [{ identity: 'user:jane.doe_example.com', locked: true }],
      },
    });
    const times = body.logs.map(({ timestamp }: { timestamp: string }) => timestamp);
    expect(times).toEqual(times.toSorted());
    expect(new Set(body.logs.map(({ phase }: { phase: string }) => phase))).toEqual(
      new Set(['Preparing', 'Applying', 'Granting']),
    );
  });

  it('shows its log while it works, and is not driven by being asked', async () => {
    const adapter = new Adapter();
    const { body: token } = await adapter.call('provision', request());
    for (let asked = 0; asked < 5; asked += 1) await adapter.call('getStatus', token);
    expect(messagesOf((await adapter.call('getStatus', token)).body)).toHaveLength(1);
    await adapter.clock.advance(DEFAULT_TASK_MS / 2);
    const { body } = await adapter.call('getStatus', token);
    expect([body.status, messagesOf(body)]).toEqual([
      'RUNNING',
      [
        'Preparing 1 component of urn:dmb:dp:logistics:shipment-tracking:1',
        'Depends on urn:dmb:cmp:logistics:shipment-tracking:1:warehouse-tables, which was not provisioned before',
        'Creating view LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW',
        'view LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW has been created',
      ],
    ]);
  });

  it('ends in the same state however often it is repeated', async () => {
    const adapter = new Adapter();
    const first = await adapter.finish('provision', request());
    for (let again = 0; again < 2; again += 1) {
      const { status, info, logs } = await adapter.finish('provision', request());
      expect([status, info]).toEqual(['COMPLETED', first.info]);
      expect(messagesOf({ logs }).join()).toMatch(/nothing changed/);
    }
  });

  it('brings what exists to what a changed descriptor says', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    const renamed = {
      ...request(),
      descriptor: request().descriptor.replaceAll('SHIPMENTS_VIEW', 'SHIPMENTS_V2'),
    };
    const { info, logs } = await adapter.finish('provision', renamed);
    expect(info.publicInfo.location.value).toBe('LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_V2');
    expect(messagesOf({ logs }).join()).toMatch(/has been brought to what the descriptor says/);
  });

  it('changes no component in a product request', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    for (const operation of ['provision', 'unprovision'] as const) {
      const { status, info } = await adapter.finish(operation, request('shipment-tracking'));
      expect([status, info.publicInfo]).toEqual(['COMPLETED', {}]);
    }
    expect(messagesOf(await adapter.finish('provision', request())).join()).toMatch(/nothing changed/);
    expect((await adapter.finish('provision', request('no-components'))).status).toBe('COMPLETED');
  });

  it('takes the latest enriched descriptor, readable or not', async () => {
    const enriched = { ...request(), latestEnrichedDescriptor: descriptors['enriched-failed'].text };
    const known = await new Adapter().finish('provision', enriched);
    expect(messagesOf(known)).toContain('The latest operation was Deploy, which is Failed');
    for (const text of ['a: 1', '{broken']) {
      const { status } = await new Adapter().finish('unprovision', {
        ...request(),
        latestEnrichedDescriptor: text,
      });
      expect(status).toBe('COMPLETED');
      const again = await new Adapter().finish('provision', { ...request(), latestEnrichedDescriptor: text });
      expect(messagesOf(again).join()).toMatch(/enriched descriptor/);
    }
  });

  it('builds on what the components that it depends on have left', async () => {
    const built = await new Adapter().finish('provision', request('dependency-provisioned'));
    const storage = 'urn:dmb:cmp:logistics:shipment-tracking:1:warehouse-tables';
    expect(messagesOf(built)).toContain(
      `Builds on ${storage}, which left {"outputs":{"database":{"value":"LOGISTICS"}}}`,
    );
    const early = await new Adapter().finish('provision', request());
    expect(early.logs).toContainEqual(
      expect.objectContaining({
        level: 'WARNING',
        message: `Depends on ${storage}, which was not provisioned before`,
      }),
    );
  });

  it('knows a guardian, what it guards and where it reports', async () => {
    const { text } = descriptors.guarded;
    const view = 'urn:dmb:cmp:logistics:shipment-tracking:1:shipments-view';
    const load = 'urn:dmb:cmp:logistics:shipment-tracking:1:daily-load';
    const before = await new Adapter().finish('provision', request('guarded'));
    expect(messagesOf(before)).toContain(`Guards the data contract of ${view} and reports to no policy yet`);
    expect(before.info.privateInfo.guardians).toEqual({ [load]: { guards: [view] } });

    const system: { dataProduct: { components: Record<string, unknown>[] } } = parse(text);
    Object.assign(system.dataProduct.components[1] ?? {}, {
      info: { publicInfo: {}, privateInfo: { __dataContractGuardian: { policyId: 'p-7' } } },
    });
    const after = await new Adapter().finish('provision', {
      ...request('guarded'),
      descriptor: stringify(system),
    });
    expect(messagesOf(after)).toContain(`Guards the data contract of ${view} and reports to the policy p-7`);
    expect(after.info.privateInfo.guardians).toEqual({ [load]: { guards: [view], policyId: 'p-7' } });
  });

  it('knows a data contract that is watched', async () => {
    const whole = parse(descriptors.guarded.text);
    const descriptor = stringify({
      ...whole,
      componentIdToProvision: 'urn:dmb:cmp:logistics:shipment-tracking:1:shipments-view',
    });
    expect(
      messagesOf(await new Adapter().finish('provision', { ...request('guarded'), descriptor })),
    ).toContain('Its data contract is watched by DATA_AT_REST; a breach means RED_FLAG');
  });

  it('logs on every level, each line with its phase', async () => {
    const adapter = new Adapter();
    const logs = [
      ...(await adapter.finish('provision', { ...request(), latestEnrichedDescriptor: 'a: 1' })).logs,
      ...(await adapter.finish('provision', failing())).logs,
    ];
    expect(new Set(logs.map(({ level }: { level: string }) => level))).toEqual(
      new Set(['DEBUG', 'INFO', 'WARNING', 'ERROR']),
    );
    expect(logs.filter(({ phase }: { phase?: string }) => phase === undefined)).toEqual([]);
  });

  it('fails with an error in its log when the technology refuses', async () => {
    const { status, result, logs, info } = await new Adapter().finish('provision', failing());
    expect([status, result, info]).toEqual(['FAILED', 'The table SHIPMENTS does not exist.', undefined]);
    expect(logs.at(-1)).toMatchObject({ level: 'ERROR', message: 'The table SHIPMENTS does not exist.' });
  });

  it('fails without telling secrets when the technology breaks', async () => {
    const technology = createTechnology();
    technology.apply = () => {
      throw new Error('secret');
    };
    const ended = await new Adapter({ technology }).finish('provision', request());
    expect(ended.status).toBe('FAILED');
    expect(JSON.stringify(ended)).not.toMatch(/secret/);
  });

  it('answers at once when it works synchronously', async () => {
    const adapter = new Adapter({ mode: 'sync' });
    for (const operation of ['provision', 'unprovision'] as const) {
      expect(await adapter.call(operation, request())).toMatchObject({
        status: 200,
        body: { status: 'COMPLETED' },
      });
    }
    expect((await adapter.call('updateacl', access(['user:a']))).body.status).toBe('COMPLETED');
    const reverse = { useCaseTemplateId: 'urn:dmb:utm:a:0.0.0', environment: 'development' };
    expect(await adapter.call('runReverseProvisioning', reverse)).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED', updates: {} },
    });
  });

  it('answers at once or with a token, as it is asked to for each operation', async () => {
    const adapter = new Adapter({ mode: { provision: 'sync', updateAcl: 'sync' } });
    const statuses = {
      provision: (await adapter.call('provision', request())).status,
      unprovision: (await adapter.call('unprovision', request())).status,
      updateacl: (await adapter.call('updateacl', access(['user:a']))).status,
    };
    expect(statuses).toEqual({ provision: 200, unprovision: 202, updateacl: 200 });
  });

  it('keeps concurrent tasks apart', async () => {
    const adapter = new Adapter();
    const names = ['shipments-view', 'warehouse-tables', 'daily-load'] as const;
    const started = await Promise.all(names.map((name) => adapter.call('provision', request(name))));
    await adapter.clock.advance(DEFAULT_TASK_MS);
    const ended = await Promise.all(started.map(({ body }) => adapter.call('getStatus', body)));
    expect(ended.map(({ body }) => body.info.publicInfo.location.label)).toEqual(['View', 'Storage', 'Job']);
  });
});

describe('unprovisioning', () => {
  it('keeps the data unless the request says to delete it', async () => {
    const adapter = new Adapter();
    for (const [removeData, found] of [
      [undefined, true],
      [false, true],
      [true, false],
    ]) {
      await adapter.finish('provision', request());
      const ended = await adapter.finish('unprovision', { ...request(), removeData });
      expect([ended.status, ended.info.privateInfo.data]).toEqual(['COMPLETED', found ? 'kept' : 'deleted']);
      const again = await adapter.finish('provision', request());
      expect(messagesOf(again).some((message) => message.startsWith('Found the data'))).toBe(found);
    }
  });

  it('does not mind that nothing was provisioned', async () => {
    const { status, logs } = await new Adapter().finish('unprovision', request());
    expect(status).toBe('COMPLETED');
    expect(messagesOf({ logs }).join()).toMatch(/does not exist; nothing to remove/);
  });
});
