import { createRemoteEngine } from '@tessera/reference-servers';
import { createServer } from '@tessera/reference-servers/harness';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance } from '../../testing/governance.ts';

const servers = { engine: createServer({ mounts: [createRemoteEngine({})] }), resolver: fastify() };

let open: OpenGovernance;
beforeAll(async () => {
  servers.resolver.get('/*', async () => ({ content: ['id: b1\nname: Before\n'] }));
  const at = { port: 0, host: '127.0.0.1' };
  const [engine, resolver] = [await servers.engine.listen(at), await servers.resolver.listen(at)];
  open = await openGovernance({
    settings: {
      engines: { remote: `${engine}/remote-engine` },
      resolvers: { bucket: { url: resolver, path: '/buckets' } },
    },
  });
});
afterAll(async () => {
  await open.close();
  await servers.engine.close();
  await servers.resolver.close();
});

describe('servers that the settings name', () => {
  it('include the engine of a policy that names none', async () => {
    const policy = await open.createPolicy({ engine: 'remote' });
    const { evaluationResults } = await open.test(policy, 'name: Shipments\n');
    expect(evaluationResults[0]?.result).toMatchObject({ isError: false });
  });

  it('do not include an agent, so a policy has to name one', async () => {
    const spec = { governanceAgentSpec: { prompt: 'Is it named well?' } };
    await expect(open.createPolicy({ engine: 'governanceAgent', ...spec })).rejects.toMatchObject({
      status: 400,
      body: { inputErrorField: 'governanceAgentSpec.url' },
    });
  });

  it('include the resolver of a resource type that names none', async () => {
    const policy = await open.createPolicy({
      resourceType: 'bucket',
      strategy: 'previous_vs_current',
      cueScript: 'original: name: "Before"\ncurrent: name: "After"',
    });
    const report = await open.test(policy, 'name: After\n', { id: 'b1', resourceType: 'bucket' });
    expect(report.evaluationResults[0]?.result).toMatchObject({ isError: false, satisfiesPolicy: true });
  });
});
