import { createTechAdapter } from '@tessera/reference-servers';
import { createServer } from '@tessera/reference-servers/harness';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { runCommand, runProcess } from '../../testing/run-command.ts';

const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function listen(app: FastifyInstance): Promise<string> {
  open.push(app);
  return app.listen({ port: 0, host: '127.0.0.1' });
}

describe('tessera-platform try', () => {
  it('shows each plan of a good adapter and ends with 0', async () => {
    const origin = await listen(createServer({ mounts: [createTechAdapter({ taskMs: 20 })] }));
    const { code, output } = await runProcess('try', '--adapter', `${origin}/tech-adapter`);
    expect(output).toContain('Undeploy with data');
    expect(output).toContain('0 violated clauses');
    expect([code, output]).toEqual([0, expect.stringContaining('Everything went well.')]);
  });

  it('names the clause that a wrong adapter breaks and ends with 1', async () => {
    const app = fastify();
    app.post('/v2/validate', (_request, reply) => reply.code(501).send({ error: 'not implemented' }));
    app.post('/v1/validate', async () => ({ valid: true }));
    // The member info is a list, where the contract has an object.
    app.post('/v1/provision', async () => ({ status: 'COMPLETED', result: '', info: [] }));
    app.post('/v1/unprovision', async () => ({ status: 'COMPLETED', result: '' }));
    app.post('/v1/updateacl', async () => ({ status: 'COMPLETED', result: '' }));
    const { code, output } = await runCommand('try', '--adapter', await listen(app));
    expect(output).toContain('fail  ');
    expect(output).toContain('expected  ');
    expect(output).toContain('in        POST /v1/provision');
    expect(output).toMatch(/fix {7}\w/);
    expect(output).toMatch(/clause {4}MUST, \w/);
    expect([code, output]).toEqual([1, expect.not.stringContaining('Everything went well.')]);
  });

  it('says that an adapter cannot be reached and ends with 1', async () => {
    const { code, output } = await runCommand('try', '--adapter', 'http://127.0.0.1:9');
    expect(output).toContain('nothing answers at http://127.0.0.1:9 (connect ECONNREFUSED 127.0.0.1:9)');
    expect(output).not.toMatch(/^\s+at .*\(/m);
    expect(code).toBe(1);
  });

  it.each([
    [['try'], '--adapter <url>'],
    [['try', '--adapter', 'localhost:8080'], 'http:// or https://'],
    [
      ['try', '--adapter', 'http://127.0.0.1:9', '--descriptor', 'no-such-file.yaml'],
      'no-such-file.yaml cannot be read',
    ],
    [['--port', 'many'], 'from 0 to 65535'],
    [['--host', '0.0.0.0'], 'TESSERA_TOKEN'],
    [['fly'], 'fly'],
    [['--settings', 'no-such-file.yaml'], 'no-such-file.yaml cannot be read'],
    [['--call-ms', 'soon'], 'whole number'],
    [['check', 'x', '--platform', 'http://127.0.0.1:9'], 'no platform answers'],
  ])('refuses wrong usage with 2 and a sentence: %j', async (args, sentence) => {
    const { code, output } = await runCommand(...args);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/^\s+at .*\(/m);
    expect(code).toBe(2);
  });
});
