import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../testing/plain-handlers.ts';
import { createTechAdapterServer } from '../extension-points/tech-adapter.ts';
import { createManualClock } from '../runtime/clock.ts';
import type { KitOptions } from './serve-mount.ts';
import { TaskFailed } from './task.ts';
import { createTechAdapter, type TechAdapterHandlers } from './tech-adapter.ts';
import { createTestPlatform } from './test-platform.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const { text } = descriptors['shipments-view'];

function serve(handlers: Partial<TechAdapterHandlers> = {}, options: KitOptions = {}) {
  const app = createTechAdapter({ ...PLAIN, ...handlers }, options);
  servers.push(app);
  return app;
}

describe('a test platform', () => {
  it('takes a component through its life on a real adapter', async () => {
    const clock = createManualClock();
    const app = createTechAdapterServer({ clock });
    servers.push(app);
    const platform = createTestPlatform(app, { betweenPolls: () => clock.advance(1_000) });
    expect(await platform.validate(text)).toEqual({ valid: true });
    const provisioned = await platform.provision(text);
    expect([provisioned.status, provisioned.result]).toEqual(['COMPLETED', '1 component provisioned.']);
    const access = await platform.updateAcl(text, ['user:jane.doe_example.com']);
    expect(access.info?.aclInfo).toMatchObject([{ identity: 'user:jane.doe_example.com' }]);
    const environment = 'development';
    const request = { useCaseTemplateId: 'urn:dmb:utm:t:0', environment, catalogInfo: {} };
    expect(await platform.reverseProvision(request)).toMatchObject({ status: 'COMPLETED' });
    expect((await platform.unprovision(text, { removeData: true })).status).toBe('COMPLETED');
  });

  it('returns what an adapter answers at once, and the status of a failed task', async () => {
    expect(await createTestPlatform(serve()).provision(text)).toMatchObject({ result: 'provisioned' });
    const provision: TechAdapterHandlers['provision'] = () => () => {
      throw new TaskFailed('There is no space left.');
    };
    const failed = await createTestPlatform(serve({ provision })).provision(text);
    expect(failed).toMatchObject({ status: 'FAILED', result: 'There is no space left.' });
  });

  it('validates at once where an adapter does not validate as a task', async () => {
    const app = serve({}, { without: ['asynchronous-validation'] });
    expect(await createTestPlatform(app).validate(text)).toEqual({ valid: true });
  });

  it('sends what the platform sends', async () => {
    const seen: unknown[] = [];
    const app = serve(
      {
        unprovision: ({ body }) => {
          seen.push([body.descriptorKind, body.removeData]);
          return {};
        },
        updateAcl: ({ body }, { headers }) => {
          const { request, result } = body.provisionInfo;
          seen.push([JSON.parse(request).componentIdToProvision, result, headers.authorization]);
          return {};
        },
      },
      { prefix: '/mine' },
    );
    const platform = createTestPlatform(app, { prefix: '/mine', headers: { authorization: 'Bearer x' } });
    await platform.provision(text);
    await platform.updateAcl(text, []);
    await platform.unprovision({ descriptor: text, descriptorKind: 'DATAPRODUCT_DESCRIPTOR' });
    expect(seen).toEqual([
      [expect.stringMatching(/^urn:/), 'provisioned', 'Bearer x'],
      ['DATAPRODUCT_DESCRIPTOR', false],
    ]);
  });

  it('rejects with the status and the body of a rejected request', async () => {
    const rejected = createTestPlatform(serve()).provision('');
    await expect(rejected).rejects.toMatchObject({
      name: 'RequestRejected',
      status: 400,
      body: { errors: [expect.any(String)] },
      message: expect.stringMatching(/^provision was rejected with 400: \{"errors":/),
    });
  });

  it('gives up on a task that does not end, and says what it shows', async () => {
    const provision: TechAdapterHandlers['provision'] = () => (task) => {
      task.report({ result: 'Waiting for the warehouse' });
      return new Promise(() => undefined);
    };
    const platform = createTestPlatform(serve({ provision }, { drainTimeout: 0 }), { timeout: 0 });
    await expect(platform.provision(text)).rejects.toThrow(
      /^the task \S+ did not end within 0 ms; it is .*Waiting for the warehouse/,
    );
  });
});
