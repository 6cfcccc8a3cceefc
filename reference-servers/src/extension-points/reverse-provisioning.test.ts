import { techAdapterFixtures } from '@tessera/contracts/fixtures/tech-adapter';
import { describe, expect, it } from 'vitest';
import { Adapter, messagesOf, request } from '../../testing/adapter.ts';
import { isRecord } from '../harness/json-schema.ts';
import { createTechnology } from './technology.ts';

describe('reverse provisioning', () => {
  const fixture = techAdapterFixtures['runReverseProvisioning']?.request['importSchema']?.value;
  const importSchema = isRecord(fixture) ? fixture : {};

  it('answers with what differs between the technology and the entity', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    const { status, updates, logs } = await adapter.finish('runReverseProvisioning', importSchema);
    expect(status).toBe('COMPLETED');
    expect(updates).toMatchObject({
      'spec.mesh.specific.tableName': 'SHIPMENTS',
      'spec.mesh.dataContract.schema': [{ name: 'shipment_id' }, { name: 'state' }, { name: 'delivered_on' }],
    });
    expect(messagesOf({ logs })).toContain('Read 3 columns of LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW');
  });

  it('finds the component by the name of its entity, and tells only what differs', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    const specific = {
      database: 'LOGISTICS',
      schema: 'SHIPMENT_TRACKING_1',
      tableName: 'OTHER',
      viewName: 'SHIPMENTS_VIEW',
    };
    const metadata = { name: 'logistics.shipment-tracking.1.shipments-view' };
    const catalogInfo = { metadata, spec: { mesh: { specific } } };
    const body = { ...importSchema, params: {}, catalogInfo };
    expect(Object.keys((await adapter.finish('runReverseProvisioning', body)).updates)).toEqual([
      'spec.mesh.specific.tableName',
      'spec.mesh.dataContract.schema',
    ]);
  });

  it('leaves out what cannot be written as a path', async () => {
    const adapter = new Adapter();
    const descriptor = request().descriptor.replace(
      'viewName: SHIPMENTS_VIEW',
      'viewName: SHIPMENTS_VIEW\n        a.b: 1',
    );
    await adapter.finish('provision', { ...request(), descriptor });
    const { updates, logs } = await adapter.finish('runReverseProvisioning', importSchema);
    expect(Object.keys(updates).join()).not.toMatch(/a\.b/);
    expect(messagesOf({ logs })).toContain('"a.b" cannot be written as a path and is left out');
  });

  it.each([
    ['another environment', { environment: 'production' }],
    ['nothing to look for', { params: {}, catalogInfo: {} }],
    ['an entity of another form', { params: {}, catalogInfo: { metadata: { name: 'a.b' }, spec: 'x' } }],
  ])('completes without updates for %s', async (_what, more) => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    expect(await adapter.finish('runReverseProvisioning', { ...importSchema, ...more })).toMatchObject({
      status: 'COMPLETED',
      updates: {},
    });
  });

  it('runs until it has looked', async () => {
    const adapter = new Adapter();
    const { body: token } = await adapter.call('runReverseProvisioning', importSchema);
    expect((await adapter.call('getReverseProvisioningStatus', token)).body).toMatchObject({
      status: 'RUNNING',
      updates: {},
    });
  });

  it('fails with an error in its log when the technology fails, and logs the details for the operator', async () => {
    const technology = createTechnology();
    technology.findAt = () => {
      throw new Error('secret');
    };
    const lines: string[] = [];
    const logger = { level: 'error', stream: { write: (line: string) => lines.push(line) } };
    const ended = await new Adapter({ technology, logger }).finish('runReverseProvisioning', importSchema);
    expect(ended).toMatchObject({ status: 'FAILED', updates: {} });
    expect(ended.logs.at(-1)).toMatchObject({
      level: 'ERROR',
      message: 'The work failed unexpectedly.',
    });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'a task broke off', err: { message: 'secret' } });
  });
});
