import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';
import { UsageError } from './usage-error.ts';

const read = (line: string, env: Record<string, string> = {}) =>
  readConfig(line.split(' ').filter(Boolean), env);

describe('the command line', () => {
  it('has a default for everything', () => {
    expect(read('tech-adapter')).toEqual({
      command: 'tech-adapter',
      host: '127.0.0.1',
      port: 4401,
      mode: 'async',
      taskMs: 500,
      stopMs: 10000,
      maxRequests: 1000,
      termination: true,
      logLevel: 'warn',
      faults: {},
    });
    expect(read('all')).toMatchObject({ command: 'all', port: 4400 });
  });

  it('takes every flag', () => {
    const line =
      'tech-adapter --port 0 --host ::1 --mode sync --task-ms 10 --no-termination --prefix /x --max-requests 5';
    expect(read(line)).toEqual({
      command: 'tech-adapter',
      port: 0,
      host: '::1',
      mode: 'sync',
      taskMs: 10,
      stopMs: 10000,
      maxRequests: 5,
      termination: false,
      logLevel: 'warn',
      faults: {},
      prefix: '/x',
    });
    expect(read('--site=dir all')).toMatchObject({ command: 'all', site: 'dir' });
  });

  it('takes what concerns single servers', () => {
    const line =
      'all --no-status --resource-types a,b --decision manual --allow-hosts x:1,y --allow-private ' +
      '--public-url http://p/q --metric completeness --llm-url https://m/v1 --llm-model j --llm-timeout-ms 5';
    const env = { TESSERA_HOOK_SECRET: 's', TESSERA_LLM_KEY: 'k' };
    expect(read(line, env)).toMatchObject({
      withoutStatus: true,
      types: ['a', 'b'],
      decision: 'manual',
      secret: 's',
      allowedHosts: ['x:1', 'y'],
      allowPrivate: true,
      publicUrl: 'http://p/q',
      metric: 'completeness',
      model: { url: 'https://m/v1', model: 'j', key: 'k', timeoutMs: 5 },
    });
  });

  it('takes the origin of a documentation site, and nothing but an origin', () => {
    expect(read('all --cors https://docs.example')).toMatchObject({ cors: 'https://docs.example' });
    expect(read('all', { TESSERA_CORS: 'http://localhost:3000' })).toMatchObject({
      cors: 'http://localhost:3000',
    });
    for (const text of ['*', 'https://docs.example/docs', 'docs.example']) {
      expect(() => read(`all --cors ${text}`)).toThrow(
        `--cors is an origin such as https://docs.example, without a path, not '${text}'`,
      );
    }
  });

  it('takes what a stub stands in for', () => {
    expect(read('stub x.yaml --prefix /x')).toMatchObject({
      command: 'stub',
      stub: 'x.yaml',
      port: 4410,
      prefix: '/x',
    });
  });

  it('takes what goes wrong on purpose', () => {
    const line = 'all --latency 10-20 --fail-rate .25 --fail a=500,x#b=404 --hang c,d --malformed e --seed 9';
    expect(read(line)).toMatchObject({
      faults: {
        latencyMs: [10, 20],
        failRate: 0.25,
        fail: [
          { operation: 'a', status: 500 },
          { operation: 'x#b', status: 404 },
        ],
        hang: ['c', 'd'],
        malformed: ['e'],
        seed: 9,
      },
    });
    expect(read('all --latency 7')).toMatchObject({ faults: { latencyMs: [7, 7] } });
  });

  it('takes a mode for each handler of a single server', () => {
    expect(read('tech-adapter --mode provision=sync,updateAcl=async')).toMatchObject({
      mode: { provision: 'sync', updateAcl: 'async' },
    });
  });

  it('wins over the environment, and the environment over the default', () => {
    const env = { TESSERA_PORT: '1', TESSERA_MODE: 'sync', TESSERA_NO_TERMINATION: 'true', TESSERA_HOST: '' };
    expect(read('tech-adapter --port 2', env)).toMatchObject({
      port: 2,
      mode: 'sync',
      termination: false,
      host: '127.0.0.1',
    });
    expect(read('all', { TESSERA_SITE: 'dir', TESSERA_PREFIX: '/x' })).toMatchObject({ site: 'dir' });
  });

  it('can be asked for information', () => {
    const lines = ['--help', '-h', 'teapot --help', '--list', '--version'];
    const all = { help: undefined };
    expect(lines.map((line) => read(line))).toEqual([all, all, all, 'list', 'version']);
    expect(read('tech-adapter --help --port x')).toEqual({ help: 'tech-adapter' });
    expect(read('stub -h')).toEqual({ help: 'stub' });
  });

  it.each([
    ['', {}, /^say what to serve: .*tech-adapter,.* all, stub; init writes a project$/],
    ['teapot', {}, /^there is no server teapot; there are .*tech-adapter,/],
    ['tech-adapter all', {}, 'only one server can be named, not also all'],
    ['all --port x', {}, "--port is a whole number up to 65535, not 'x'"],
    ['all --port 65536', {}, "--port is a whole number up to 65535, not '65536'"],
    ['all', { TESSERA_PORT: '-1' }, "TESSERA_PORT is a whole number up to 65535, not '-1'"],
    ['all --mode fast', {}, "--mode is one of sync, async, not 'fast'"],
    ['tech-adapter --mode provision=fast', {}, /^--mode is a list such as provision=sync,/],
    ['all --mode provision=sync', {}, '--mode by the name of a handler is for a single server'],
    ['all', { TESSERA_NO_TERMINATION: 'maybe' }, "TESSERA_NO_TERMINATION is true or false, not 'maybe'"],
    ['all --prefix /x', {}, '--prefix is for a single server'],
    ...['/a?b', '/a#b', '/*', '/{x}', '/a%20b'].map((prefix): [string, Record<string, string>, string] => [
      `tech-adapter --prefix ${prefix}`,
      {},
      `--prefix is a path such as /adapters/storage, not '${prefix}'`,
    ]),
    ['tech-adapter', { TESSERA_PREFIX: ' ' }, "TESSERA_PREFIX is a path such as /adapters/storage, not ' '"],
    ['tech-adapter --site x', {}, '--site is for all'],
    ['all --decision maybe', {}, "--decision is one of approve, reject, manual, not 'maybe'"],
    ['all --metric beauty', {}, "--metric is one of completeness, described-columns, not 'beauty'"],
    ['all --allow-hosts a,,b', {}, "--allow-hosts is a list separated by commas, not 'a,,b'"],
    ['all --allow-hosts http://a', {}, "--allow-hosts is a list of names such as a.example, not 'http://a'"],
    ['all', { TESSERA_PUBLIC_URL: 'ftp://x' }, /^TESSERA_PUBLIC_URL is an address that begins with http/],
    ['all --llm-url x', {}, /^--llm-url is an address that begins with http/],
    ['all --llm-url http://x/v1', {}, '--llm-url needs --llm-model, the name of the model to ask'],
    ['all --llm-timeout-ms soon', {}, /^--llm-timeout-ms is a whole number/],
    ['all --llm-timeout-ms 0', {}, "--llm-timeout-ms is a whole number from 1 to 3600000, not '0'"],
    ['llm-engine --llm-model m', {}, '--llm-model needs --llm-url, the address of the endpoint'],
    ['llm-engine --llm-key k', {}, '--llm-key needs --llm-url, the address of the endpoint'],
    ['all --llm-timeout-ms 9', {}, '--llm-timeout-ms needs --llm-url, the address of the endpoint'],
    ['all --stop-ms -1', {}, '--stop-ms needs a value; one that begins with - is written --stop-ms=-1'],
    ['all --mode --port 0', {}, '--mode needs a value; one that begins with - is written --mode=--port'],
    ['all --port', {}, '--port needs a value'],
    ['all --no-status=maybe', {}, /^Option '--no-status' does not take an argument$/],
    ['all --host=', {}, '--host is empty'],
    ['tech-adapter --prefix=', {}, '--prefix is empty'],
    ['all --site=', {}, '--site is empty'],
    ['stub', {}, 'say what to stand in for: a file, or a contract by its name'],
    ['stub a b', {}, 'only one server can be named, not also b'],
    ['all --log-level loud', {}, /^--log-level is one of silent, .*, trace, not 'loud'$/],
    ['all --stop-ms now', {}, /^--stop-ms is a whole number/],
    [
      'all --latency slow',
      {},
      "--latency is a whole number up to 3600000, or two such as 100-500, not 'slow'",
    ],
    ['all --latency 500-100', {}, /^--latency is a whole number up to 3600000, or two such as 100-500/],
    ['all', { TESSERA_LATENCY: '1-2-3' }, /^TESSERA_LATENCY is a whole number/],
    ['all --fail-rate 2', {}, "--fail-rate is a number from 0 to 1, such as 0.25, not '2'"],
    ['all --fail-rate -1', {}, /fail-rate/],
    ['all --fail validate', {}, "--fail is OPERATION=STATUS with a status from 400 to 599, not 'validate'"],
    ['all --fail validate=200', {}, /^--fail is OPERATION=STATUS with a status from 400 to 599/],
    ['all', { TESSERA_FAIL: 'x' }, /^TESSERA_FAIL is OPERATION=STATUS/],
    ['all', { TESSERA_LLM_URL: 'http://x/v1' }, /^TESSERA_LLM_URL needs --llm-model,/],
    ['tech-adapter --decision manual', {}, '--decision is for remote-request-hook, not for tech-adapter'],
    ['stub x.yaml --mode sync', {}, '--mode is for tech-adapter and data-catalog-plugin, not for stub'],
    ['llm-engine --no-status', {}, '--no-status is for data-catalog-plugin, not for llm-engine'],
    ['all --hook-secret=', {}, '--hook-secret is empty'],
    ['all --llm-url http://x/v1 --llm-model m --llm-key=', {}, '--llm-key is empty'],
    ['all --seed x', {}, /^--seed is a whole number/],
    ['all --json', {}, '--json goes with --help or --list'],
    ['all --teapot', {}, /^Unknown option '--teapot'$/],
  ])('%s %j is refused', (line, env, message) => {
    expect(() => read(line, env)).toThrow(UsageError);
    expect(() => read(line, env)).toThrow(message);
  });

  it('leaves variables alone that are for another server', () => {
    expect(read('tech-adapter', { TESSERA_DECISION: 'manual' })).toMatchObject({ command: 'tech-adapter' });
    expect(read('llm-engine', { TESSERA_LLM_KEY: 'k' })).not.toHaveProperty('model');
  });

  it('has a variable of the same name for every flag', () => {
    for (const { flag, env } of Object.values(SETTINGS)) {
      expect(env).toBe(`TESSERA_${flag.replaceAll('-', '_').toUpperCase()}`);
    }
  });
});
