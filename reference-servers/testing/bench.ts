import type { ApiTable, Fixtures, OperationEntry, SchemaDocument } from '@tessera/contracts/vocabulary';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { readContract } from '../src/harness/contract.ts';
import { createServer } from '../src/harness/create-server.ts';
import { definition, isRecord, propertiesOf, typesOf } from '../src/harness/json-schema.ts';
import type { Mount } from '../src/harness/mount.ts';
import { createTape, type Tape } from './tape.ts';

/** The parameters and body of a call. */
export interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A server under test. */
export interface Client {
  readonly app: FastifyInstance;
  /** The lines of the log so far, from warnings on. */
  logged(): Body[];
  call(operation: string, given?: Call): Promise<Said>;
}

/** A parsed body; tests read it without type checks, because the tape has validated it. */
type Body = ReturnType<typeof JSON.parse>;

/** A server's response. */
export interface Said {
  readonly status: number;
  readonly body: Body;
}

/** A test bench for the servers of one contract. */
export interface Bench {
  readonly tape: Tape;
  /** Serves a mount; every response of a recorded server is validated against the contract after the test. */
  serve(mount: Mount, recorded?: boolean): Client;
}

/** An example of the contract, by the names of its operation and its status. */
export function exampleOf(fixtures: Fixtures, operation: string, status: number, name: string): Body {
  const example = fixtures[operation]?.responses[status]?.[name];
  if (example === undefined) throw new Error(`the contract has no example ${operation} ${status} ${name}`);
  return example.value;
}

/** Makes a bench for the tests of one file. */
export function createBench(table: ApiTable, schemas: SchemaDocument): Bench {
  const tape = createTape(readContract(table, schemas));
  const running: FastifyInstance[] = [];

  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
    expect(tape.exchanges.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  });

  function serve(mount: Mount, recorded = true): Client {
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) };
    const app = createServer({ mounts: [mount], logger: { level: 'warn', stream } });
    if (recorded) tape.record(app);
    running.push(app);
    return {
      app,
      logged: () => lines.map((line) => JSON.parse(line)),
      call: (operation, given = {}) => call(app, entryOf(table, operation), table.prefix, given),
    };
  }

  return { tape, serve };
}

function entryOf(table: ApiTable, operation: string): OperationEntry {
  const entry = table.operations[operation];
  if (entry === undefined) throw new Error(`${table.id} has no operation ${operation}`);
  return entry;
}

async function call(app: FastifyInstance, entry: OperationEntry, prefix: string, given: Call): Promise<Said> {
  const answer = await app.inject({
    method: verbOf(entry),
    url: prefix + urlOf(entry, given),
    headers: { ...(given.body === undefined ? {} : JSON_BODY), ...given.headers },
    ...(given.body === undefined ? {} : { payload: JSON.stringify(given.body) }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

const JSON_BODY = { 'content-type': 'application/json' };
const VERBS = ['DELETE', 'PATCH', 'POST', 'PUT'] as const;

function verbOf({ method }: OperationEntry) {
  return VERBS.find((one) => one === method) ?? 'GET';
}

function urlOf({ path }: OperationEntry, { path: values = {}, query = {} }: Call): string {
  const filled = path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  return text.size === 0 ? filled : `${filled}?${text}`;
}

/** Text that would become a header, leave a folder or break a program if code failed to escape it. */
const INJECTIONS = [
  '%0d%0aset-cookie:%20a=b',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%ff%fe',
  '%3Cscript%3E',
  '{{7*7}}',
];

/** What no response may show: a stack trace, a file, a class. */
const SECRETS = /\bat .*[(/].*:\d+|node_modules|\.ts\b|TypeError|undefined/;

/**
 * Sends every input that a server must survive. `good` is a valid request to each operation; after each invalid one the
 * valid one still succeeds.
 */
export function describeBadInput(
  table: ApiTable,
  schemas: SchemaDocument,
  bench: Bench,
  create: () => Mount,
  good: Readonly<Record<string, Call>>,
): void {
  describe.each(Object.entries(good))('bad input to %s', (operation, call) => {
    const entry = entryOf(table, operation);
    const url = table.prefix + urlOf(entry, call);
    const method = verbOf(entry);
    const hasBody = entry.body !== undefined;

    async function send(client: Client, more: { url?: string; payload?: string; headers?: object }) {
      const headers = { ...(hasBody ? JSON_BODY : {}), ...call.headers, ...more.headers };
      const answer = await client.app.inject({ method, url, ...more, headers });
      expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/);
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect(answer.body).not.toMatch(SECRETS);
      const after = await client.call(operation, call);
      expect(after.status).toBeLessThan(300);
      return { status: answer.statusCode, text: answer.body, after };
    }

    if (hasBody)
      it('is refused when it is not JSON', async () => {
        const client = bench.serve(create());
        for (const payload of ['{"a":', '{a:1}', '[1,', '\u{0}', '{"a":1}x', 'NaN']) {
          expect((await send(client, { payload })).status, payload).toBe(400);
        }
      });

    if (hasBody)
      it('is refused when it is of another media type', async () => {
        const client = bench.serve(create(), false);
        for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense']) {
          const { status } = await send(client, { payload: '{}', headers: { 'content-type': type } });
          expect(status, type).toBe(415);
        }
      });

    if (entry.body?.required === true)
      it('is refused when it is not there, or no object', async () => {
        const client = bench.serve(create());
        for (const payload of ['', 'null', '[]', '"text"', '7', 'true']) {
          expect((await send(client, { payload })).status, payload).toBe(400);
        }
      });

    if (isRecord(call.body))
      it('is refused without a required member, or with one of another type', async () => {
        const client = bench.serve(create());
        for (const [name, wrong] of wrongMembers(schemas, entry)) {
          for (const value of [undefined, ...wrong]) {
            const body = { ...(isRecord(call.body) ? call.body : {}), [name]: value };
            const { status, text } = await send(client, { payload: JSON.stringify(body) });
            expect([name, value, status]).toEqual([name, value, 400]);
            expect(text).toContain(name);
          }
        }
      });

    if (isRecord(call.body))
      it('is accepted with unknown fields', async () => {
        const client = bench.serve(create());
        const body = { ...(isRecord(call.body) ? call.body : {}), unknownMember: { any: ['thing'] } };
        const before = await client.call(operation, call);
        expect((await client.call(operation, { ...call, body })).status).toBe(before.status);
      });

    it('is refused by another method, with a list of those that there are', async () => {
      const client = bench.serve(create(), false);
      for (const other of ['PUT', 'DELETE', 'OPTIONS'] as const) {
        if (other === method) continue;
        const answer = await client.app.inject({ method: other, url });
        expect([answer.statusCode, answer.headers['allow']]).toEqual([405, expect.stringContaining(method)]);
        expect(answer.json().errors).toHaveLength(1);
      }
    });

    it('is answered 404 or 400 when its address is not what it should be', async () => {
      const client = bench.serve(create(), false);
      for (const injection of ['x', ...INJECTIONS]) {
        const path = url.split('?')[0] ?? url;
        const { status } = await send(client, { url: `${path}/${injection}` });
        expect([injection, status]).toEqual([
          injection,
          expect.toSatisfy((one) => one === 404 || one === 400),
        ]);
      }
    });
  });
}

/** Required members, each with values of wrong types. */
function wrongMembers(schemas: SchemaDocument, { body }: OperationEntry): [string, unknown[]][] {
  const schema = definition(schemas, body?.schema ?? '');
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const values = { string: 'text', number: 1.5, boolean: true, array: [1], object: { a: 1 }, null: null };
  return [...propertiesOf(schemas, schema)]
    .filter(([name]) => required.includes(name))
    .map(([name, property]) => {
      const types = typesOf(schemas, property);
      return [name, Object.entries(values).flatMap(([type, value]) => (types.has(type) ? [] : [value]))];
    });
}
