import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { exampleRequest } from '../testing/example-request.ts';
import { createTape, type Tape } from '../testing/tape.ts';
import { createServer } from './harness/create-server.ts';
import { definition, isRecord, propertiesOf, typesOf } from './harness/json-schema.ts';
import { OBSERVED_PATHS, observe } from './observability/observe.ts';
import { createManualClock } from './runtime/clock.ts';
import { randomIds } from './runtime/ids.ts';
import { type ServerSettings, servers } from './servers.ts';
import { createStub, type StubSource } from './stub/create-stub.ts';
import { contractNames, openContract } from './stub/open-contract.ts';
import { createStubTasks } from './stub/stub-tasks.ts';

/** What no response may show: a stack trace, a file or a class of this program. */
const INSIDES = /\bat .*[(/].*:\d+|node_modules|\.ts\b|TypeError|RangeError|undefined/;

/** How long a request may take to arrive here, in milliseconds. */
const REQUEST_TIMEOUT = 150;

const BODY_TOO_SLOW = 'its body comes too slowly';

/** Responses of the server rather than of an operation, which no contract declares. */
const TRANSPORT = [404, 405, 413, 415];

const settings: ServerSettings = {
  mode: 'async',
  taskMs: 60_000,
  stopMs: 0,
  termination: true,
  decision: 'manual',
};

/** Text that would become a header, leave a folder or run if code failed to escape it. */
const INJECTIONS = [
  '%0d%0aset-cookie:%20a=b',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%ff%fe',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
];

const DESCRIPTORS: readonly (readonly [what: string, text: () => string])[] = [
  ['not YAML', () => 'a: [1, {b: '],
  ['a scalar', () => 'just a text'],
  ['a list', () => '- a\n- b'],
  ['a million aliases', () => `b: &b x\na:\n${'- *b\n'.repeat(600_000)}`],
  ['aliases that nest', () => nestedAliases(20)],
  ['a data product that holds itself', () => 'dataProduct: &d\n  id: x\n  components: [*d]\n'],
  ['ten megabytes', () => `a: ${'x'.repeat(10_000_000)}`],
  ['nested deeper than a stack', () => '['.repeat(200_000)],
  ['a name that means something to JavaScript', () => '__proto__: { polluted: true }\nconstructor: 1'],
];

/** Each level holds the one before it ten times: 10^levels parts when expanded. */
function nestedAliases(levels: number): string {
  const lines = ['a0: &a0 [x]'];
  for (let level = 1; level < levels; level += 1) {
    lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`);
  }
  return lines.join('\n');
}

describe.each(oneIn(4, contractNames))('bad input to %s', (id) => {
  let app: FastifyInstance;
  let source: StubSource;
  let entries: readonly OperationEntry[];
  let tape: Tape;
  let origin: URL;

  beforeAll(async () => {
    source = await openContract(id);
    entries = Object.values(source.contract.table.operations);
    const tasks = createStubTasks({ clock: createManualClock(), ids: randomIds, taskMs: 60_000 });
    const real = servers.find((one) => one.id === id);
    const mounts = [(await real?.open(settings)) ?? createStub(source, { tasks })];
    app = createServer({ mounts, requestTimeout: REQUEST_TIMEOUT });
    observe(app, { mounts });
    tape = createTape(source.contract);
    tape.record(app);
    origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    app.server.closeAllConnections();
    await app.close();
    const breaches = tape.exchanges.flatMap(({ operation, status, breaches: found }) =>
      TRANSPORT.includes(status) ? [] : found.map((breach) => [operation, status, breach]),
    );
    expect(breaches).toEqual([]);
  });

  type Request = ReturnType<typeof exampleRequest>;

  const good = (entry: OperationEntry): Request =>
    exampleRequest(source, entry, { authorization: 'Bearer x' });
  const withBody = () => entries.filter(({ body }) => body !== undefined);

  /** Sends a request; the response must show nothing internal, and the server must keep running. */
  async function send(
    request: Request,
    more: Omit<Partial<Request>, 'payload' | 'headers'> & {
      payload?: string | Buffer;
      headers?: Record<string, string>;
    } = {},
  ) {
    const answer = await app.inject({ ...request, ...more });
    expect(answer.body).not.toMatch(INSIDES);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    if (answer.statusCode >= 400) expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/);
    expect((await app.inject(OBSERVED_PATHS.health)).statusCode).toBe(200);
    return answer;
  }

  it('is refused when it is no JSON', async () => {
    for (const entry of withBody()) {
      for (const payload of [
        '{"a":',
        '{a:1}',
        '[1,',
        '\u{0}',
        '{"a":1}x',
        'NaN',
        Buffer.from([0x22, 0xff, 0x22]),
      ]) {
        const { statusCode } = await send(good(entry), { payload });
        expect([entry.id, payload, statusCode]).toEqual([entry.id, payload, 400]);
      }
    }
  });

  it('is refused when it is encoded, whatever it holds', async () => {
    for (const entry of withBody()) {
      const request = good(entry);
      const encoded = (encoding: string) =>
        send(request, { headers: { ...request.headers, 'content-encoding': encoding } });
      const { statusCode, body } = await encoded('gzip');
      expect([entry.id, statusCode, body]).toEqual([entry.id, 415, expect.stringContaining('gzip')]);
      expect((await encoded('identity')).statusCode, entry.id).not.toBe(415);
    }
  });

  it('is refused when it is of another media type', async () => {
    for (const entry of withBody()) {
      for (const type of [
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=x',
        ';;',
        'application/json; charset=utf-16',
      ]) {
        const request = good(entry);
        const { statusCode } = await send(request, { headers: { ...request.headers, 'content-type': type } });
        expect([entry.id, type, statusCode]).toEqual([entry.id, type, 415]);
      }
    }
  });

  it('is refused by a method that is not there, with a list of those that are', async () => {
    for (const entry of entries) {
      const { url } = good(entry);
      const known = new Set(entries.filter(({ path }) => path === entry.path).map(({ method }) => method));
      for (const method of (['PUT', 'DELETE', 'PATCH', 'POST', 'OPTIONS'] as const).filter(
        (one) => !known.has(one),
      )) {
        const answer = await app.inject({ method, url });
        // A path with a parameter may match a path without one.
        if (answer.statusCode !== 405) continue;
        expect(answer.headers['allow']).toContain(entry.method);
        expect(answer.body).not.toMatch(INSIDES);
      }
      expect((await app.inject({ method: 'OPTIONS', url })).statusCode).toBe(405);
    }
  });

  it('is answered 404 where nothing is, whatever is sent', async () => {
    const { prefix } = source.contract.table;
    for (const path of [
      '/nothing',
      '/v9/nothing/at/all',
      '//',
      '/v1/..%2f..%2fetc',
      '/constructor',
      '/__proto__',
    ]) {
      const answer = await send({ method: 'POST', url: prefix + path, headers: {} }, { payload: '{broken' });
      expect([path, answer.statusCode, answer.json().errors?.length ?? 1]).toEqual([path, 404, 1]);
    }
  });

  it('is refused without a required member, and with one of another type', async () => {
    const values = { string: 'text', number: 1.5, boolean: true, array: [[]], object: { a: 1 }, null: null };
    for (const entry of withBody()) {
      const { schemas } = source.contract;
      const [example] = Object.values(source.fixtures[entry.id]?.request ?? {});
      const schema = definition(schemas, entry.body?.schema ?? '');
      const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
      for (const [name, property] of propertiesOf(schemas, schema)) {
        if (!isRecord(example?.value)) continue;
        const types = typesOf(schemas, property);
        if (types.size === 0) continue;
        if (types.has('integer')) types.add('number').add('string');
        const fits = (type: string): boolean =>
          types.has(type) || (type === 'null' && !required.includes(name));
        const wrong = Object.entries(values).flatMap(([type, value]) => (fits(type) ? [] : [value]));
        for (const value of [...(required.includes(name) ? [undefined] : []), ...wrong]) {
          const payload = JSON.stringify({ ...example.value, [name]: value });
          const { statusCode } = await send(good(entry), { payload });
          expect([entry.id, name, value, statusCode]).toEqual([entry.id, name, value, 400]);
        }
      }
    }
  });

  it('is read as if an optional member that is null were absent', async () => {
    for (const entry of withBody()) {
      const [example] = Object.values(source.fixtures[entry.id]?.request ?? {});
      if (!isRecord(example?.value)) continue;
      const { schemas } = source.contract;
      const schema = definition(schemas, entry.body?.schema ?? '');
      const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
      for (const [name, property] of propertiesOf(schemas, schema)) {
        if (required.includes(name) || typesOf(schemas, property).has('null')) continue;
        const valid = example.value;
        const [absent, given] = [undefined, null].map((value) => JSON.stringify({ ...valid, [name]: value }));
        const isBad = async (payload = '') => (await send(good(entry), { payload })).statusCode === 400;
        expect([entry.id, name, await isBad(given)]).toEqual([entry.id, name, await isBad(absent)]);
      }
    }
  });

  it('is accepted with unknown fields, where the schema allows them', async () => {
    for (const entry of withBody()) {
      const [example] = Object.values(source.fixtures[entry.id]?.request ?? {});
      if (!isRecord(example?.value)) continue;
      const closed =
        definition(source.contract.schemas, entry.body?.schema ?? '')['additionalProperties'] === false;
      const before = (await send(good(entry))).statusCode;
      const payload = JSON.stringify({ ...example.value, unknownMember: { any: ['thing'] } });
      const { statusCode } = await send(good(entry), { payload });
      if (!closed) expect([entry.id, statusCode]).toEqual([entry.id, before]);
    }
  });

  // descriptor.test.ts covers how little of an oversized body is read.
  it.each(DESCRIPTORS)('is answered when its descriptor is %s', async (_what, text) => {
    for (const entry of withBody()) {
      const [example] = Object.values(source.fixtures[entry.id]?.request ?? {});
      if (!isRecord(example?.value) || typeof example.value['descriptor'] !== 'string') continue;
      const payload = JSON.stringify({ ...example.value, descriptor: text() });
      const { statusCode } = await send(good(entry), { payload });
      expect([200, 202, 400, 413], `${entry.id} ${statusCode}`).toContain(statusCode);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('is refused when its token is unknown, or one of another operation', async () => {
    const { operations, prefix } = source.contract.table;
    const asked = entries.flatMap(({ longRunning }) => (longRunning === undefined ? [] : [longRunning]));
    const local = asked.filter(({ poll }) => poll.api === undefined);
    for (const { poll, cancel } of local) {
      const others = entries.filter(
        ({ longRunning }) => longRunning && longRunning.poll.operation !== poll.operation,
      );
      const foreign = await Promise.all(others.map(startTask));
      for (const call of [poll, cancel]) {
        const target = operations[call?.operation ?? ''];
        if (target === undefined) continue;
        for (const token of ['unknown', ...foreign.filter((one) => one !== undefined), ...INJECTIONS]) {
          const url = prefix + target.path.replace(/\{[^}]*\}/, encodeURIComponent(token));
          const { statusCode } = await send({ ...good(target), url });
          expect([target.id, token, statusCode]).toEqual([target.id, token, expect.toSatisfy(isRefusal)]);
        }
      }
    }
  });

  const isRefusal = (status: number): boolean => status === 400 || status === 404;

  async function startTask(entry: OperationEntry): Promise<string | undefined> {
    const { longRunning } = entry;
    const answer = await app.inject(good(entry));
    if (longRunning === undefined || answer.statusCode !== Number(longRunning.startStatus)) return undefined;
    const body: unknown = answer.json();
    return longRunning.token === ''
      ? String(body)
      : String(isRecord(body) ? body[longRunning.token.slice(1)] : '');
  }

  it('is no harm when a task is stopped twice', async () => {
    const { operations, prefix } = source.contract.table;
    for (const entry of entries) {
      const cancel = operations[entry.longRunning?.cancel?.operation ?? ''];
      const token = cancel === undefined ? undefined : await startTask(entry);
      if (cancel === undefined || token === undefined) continue;
      const url = prefix + cancel.path.replace(/\{[^}]*\}/, token);
      const first = await send({ ...good(cancel), url });
      const second = await send({ ...good(cancel), url });
      expect([entry.id, first.statusCode, second.statusCode]).toEqual([
        entry.id,
        202,
        expect.toSatisfy(isSettled),
      ]);
    }
  });

  const isSettled = (status: number): boolean => status === 200 || status === 202 || status === 400;

  it('becomes neither a header nor another address', async () => {
    for (const entry of entries) {
      const request = good(entry);
      for (const text of INJECTIONS) {
        const url = request.url.replace(
          /(\/[^/?]*)(\?|$)/,
          `/${text.replaceAll(/[<>{}]/g, encodeURIComponent)}$2`,
        );
        const answer = await send(request, { url, headers: { ...request.headers, 'x-request-id': text } });
        expect([entry.id, text, answer.statusCode < 500]).toEqual([entry.id, text, true]);
        expect(String(answer.headers['x-request-id'])).not.toMatch(/[<>{}%\r\n]/);
      }
    }
  });

  async function open(text: string): Promise<Socket> {
    const socket = connect(Number(origin.port), origin.hostname);
    socket.on('error', () => undefined); // a reset is one of the ways in which a server may end it
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  const head = (entry: OperationEntry, more = ''): string => {
    const { method, url, headers } = good(entry);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${url} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}${more}`;
  };

  it('is forgotten when its sender goes away', async () => {
    for (const entry of entries) {
      const hasBody = entry.body !== undefined;
      const socket = await open(head(entry, hasBody ? 'content-length: 1000\r\n\r\n{"a"' : '\r\n'));
      socket.destroy();
      expect((await send(good(entry))).statusCode).toBeLessThan(500);
    }
  });

  it.each([
    ['its head comes too slowly', (entry: OperationEntry) => head(entry)],
    [BODY_TOO_SLOW, (entry: OperationEntry) => head(entry, 'content-length: 1000\r\n\r\n{"a"')],
    ['it is no HTTP', () => '\u{16}\u{3}\u{1}\r\n\r\n'],
    ['its headers are too large', (entry: OperationEntry) => head(entry, `x: ${'y'.repeat(20_000)}\r\n\r\n`)],
  ])('is refused in the shape of the contract when %s', async (what, text) => {
    const entry = withBody()[0] ?? entries[0];
    if (entry === undefined) throw new Error('every contract has an operation');
    // An operation without a body answers before the unrequested body has arrived.
    if (what === BODY_TOO_SLOW && entry.body === undefined) return;
    const socket = await open(text(entry));
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    const [first = '', body = ''] = answer.split('\r\n\r\n');
    expect(first).toMatch(/^HTTP\/1\.1 (400|408|431) /);
    expect(isRecord(JSON.parse(body))).toBe(true);
    expect(body).not.toMatch(INSIDES);
    expect((await send(good(entry))).statusCode).toBeLessThan(500);
  });
});
