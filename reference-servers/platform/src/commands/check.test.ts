import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AT,
  component,
  describeUnit,
  type OpenPlatform,
  openPlatform,
  register,
  targets,
} from '../../testing/open-platform.ts';
import { runCommand, runProcess } from '../../testing/run-command.ts';

const WRONG = 'urn:dmb:itm:wrong:0';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

async function deploy(template?: string): Promise<string> {
  const table = component('table', [], template === undefined ? {} : { infrastructureTemplateId: template });
  const body = { descriptor: describeUnit(table), targetStatus: targets('DEPLOYED', 'table') };
  const plan = await open.v2.startProvisioning({ ...AT, body });
  await plan.wait().catch(() => undefined);
  return plan.token ?? '';
}

describe('tessera-platform check', () => {
  it('ends with 0 where the traffic of a plan violates no clause of a contract', async () => {
    const plan = await deploy();
    for (const contract of ['tech-adapter', 'data-catalog-plugin']) {
      const { code, output } = await runCommand(
        'check',
        plan,
        '--platform',
        open.origin,
        '--contract',
        contract,
      );
      expect(output).toContain('0 violated clauses');
      expect(code).toBe(0);
    }
  });

  it('names the clause that an adapter violates, and ends with 1', async () => {
    const app = fastify();
    app.post('/v2/validate', (_request, reply) => reply.code(501).send({ error: 'not implemented' }));
    app.post('/v1/validate', async () => ({ valid: true }));
    app.post('/v1/provision', async () => ({ status: 'DONE', result: '' }));
    await register(open.v2, WRONG, await open.listen(app));
    const words = ['check', await deploy(WRONG), '--platform', open.origin];
    const { code, output } = await runCommand(...words);
    expect(output).toContain('fail  ');
    expect(code).toBe(1);
    expect((await runCommand('check', '--platform', open.origin)).code, 'the latest plan').toBe(1);
    await deploy();
    expect((await runCommand('check', '--platform', open.origin)).code, 'a later plan').toBe(0);
    const data = await runCommand(...words, '--json');
    expect(JSON.parse(data.output)).toMatchObject({
      contract: 'tech-adapter',
      isConformant: false,
      findings: expect.arrayContaining([
        expect.objectContaining({ verdict: 'fail', check: expect.any(String), requests: expect.any(Array) }),
      ]),
    });
    expect(data.code).toBe(1);
  });

  it('says that the platform does not know a plan, and ends with 2', async () => {
    const { code, output } = await runProcess('check', 'none', '--platform', open.origin);
    expect([code, output]).toEqual([2, expect.stringContaining('there is no plan none')]);
  });
});
