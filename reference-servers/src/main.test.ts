import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { afterEach, describe, expect, it, vi } from 'vitest';

// Starting the program from its sources takes seconds of CPU, and a busy machine many times as long.
vi.setConfig({ testTimeout: 180_000 });

const MAIN = fileURLToPath(new URL('../bin/tessera-serve.js', import.meta.url));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs the program as its users do. */
function run(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const seen = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    seen.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    seen.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, ...seen }));
  /** The origin that it prints once it listens. */
  const origin = async () => {
    while (!/http\S+/.test(seen.out)) {
      await Promise.race([
        once(child.stdout, 'data'),
        ended.then(({ err }) => Promise.reject(new Error(err))),
      ]);
    }
    return /http\S+/.exec(seen.out)?.[0] ?? '';
  };
  return { child, ended, origin };
}

describe('the program', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('serves until %s, then ends with 0', async (signal) => {
    const { child, ended, origin } = run('tech-adapter', '--port', '0');
    const document = await fetch(`${await origin()}/tech-adapter/openapi.json`);
    expect(document.status).toBe(200);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  it('keeps answering when its output is closed, and exits with 0', async () => {
    const { child, origin } = run('tech-adapter', '--port', '0', '--log-level', 'info');
    const at = await origin();
    child.stdout.destroy();
    child.stderr.destroy();
    for (const _ of [1, 2, 3]) {
      expect((await fetch(`${at}/tech-adapter/openapi.json`)).status).toBe(200);
    }
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  it('lets a request that has begun come to its end', async () => {
    const { child, ended, origin } = run('tech-adapter', '--port', '0', '--task-ms', '60000');
    const at = await origin();
    const body = new TransformStream();
    const writer = body.writable.getWriter();
    const sent = fetch(`${at}/tech-adapter/v1/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body.readable,
      duplex: 'half',
    });
    await writer.write(new TextEncoder().encode('{"descriptorKind":"COMPONENT_DESCRIPTOR",'));
    await fetch(`${at}/tech-adapter/openapi.json`);
    child.kill('SIGTERM');
    await writer.write(new TextEncoder().encode('"descriptor":"x"}'));
    await writer.close();
    expect(await (await sent).json()).toMatchObject({ valid: false });
    expect((await ended).code).toBe(0);
  });

  it('lets tasks come to their end before it stops, and tells how far they are', async () => {
    const { child, ended, origin } = run('stub', 'tech-adapter', '--port', '0', '--hang', 'validate');
    await origin();
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);

    const real = run('tech-adapter', '--port', '0', '--task-ms', '5000');
    const at = `${await real.origin()}/tech-adapter/v1/provision`;
    const { descriptorKind, text: descriptor } = descriptors['warehouse-tables'];
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ descriptorKind, descriptor });
    const started = await fetch(at, { method: 'POST', headers, body });
    const token = String(await started.json());
    const status = async () => {
      const shown: { status: unknown } = JSON.parse(await (await fetch(`${at}/${token}/status`)).text());
      return shown.status;
    };
    real.child.kill('SIGTERM');
    expect(await status()).toBe('RUNNING');
    const { code, out } = await real.ended;
    expect([code, out]).toEqual([0, expect.stringContaining('Finishing 1 running task')]);
  });

  it('ends with 1 and names the flag when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, err } = await run('tech-adapter', '--port', port).ended;
    expect([code, err]).toEqual([
      1,
      `port ${port} of 127.0.0.1 is taken by another program: choose another one with --port N\n`,
    ]);
    taken.close();
  });

  it('ends with 2 when it is not understood', async () => {
    const { code, out, err } = await run('teapot').ended;
    expect([code, out, err]).toEqual([
      2,
      '',
      expect.stringMatching(/^there is no server teapot.*\ntry: tessera-serve/),
    ]);
  });

  it('exits with 2 when the mode of a handler is not supported by the server', async () => {
    const { code, err } = await run('tech-adapter', '--mode', 'provison=sync').ended;
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/no mode of provison; .*\ntry: tessera-serve --help/),
    ]);
  });

  it('leads from a wrong request for a project to what it says of projects', async () => {
    const { code, err } = await run('init', 'tech-adapter').ended;
    expect([code, err]).toEqual([2, expect.stringMatching(/\ntry: tessera-serve init --help\n$/)]);
  });

  it('ends quietly when the reader of its output has ended', async () => {
    const program = `'${process.execPath}' --conditions=tessera-source --import tsx '${MAIN}'`;
    const shell = spawn('bash', ['-c', `set -o pipefail; ${program} --help | true`]);
    children.push(shell);
    let said = '';
    shell.stderr.on('data', (chunk) => {
      said += chunk;
    });
    await once(shell, 'close');
    expect({ code: shell.exitCode, said }).toEqual({ code: 0, said: '' });
  });

  it('helps and lists', async () => {
    const [help, list, version, data, ports] = await Promise.all([
      run('--help').ended,
      run('--list').ended,
      run('--version').ended,
      run('--help', '--json').ended,
      run('--list', '--json').ended,
    ]);
    expect(JSON.parse(data.out)).toMatchObject({
      name: 'tessera-serve',
      flags: expect.arrayContaining([
        expect.objectContaining({ name: 'port', value: 'N', variable: 'TESSERA_PORT' }),
      ]),
    });
    expect(JSON.parse(ports.out)).toContainEqual({
      id: 'tech-adapter',
      port: 4401,
      title: 'Tech Adapter API',
    });
    expect([version.code, version.out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
    expect([help.code, help.out]).toEqual([0, expect.stringMatching(/--task-ms N {2}/)]);
    expect([list.code, list.out]).toEqual([
      0,
      expect.stringMatching(/^tech-adapter +port 4401 {2}Tech Adapter API$/m),
    ]);
  });
});
