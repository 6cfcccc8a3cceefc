import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Reply, serve } from '../testing/loopback.ts';
import { createAssistant } from './assistant.ts';
import type { ClientOptions } from './options.ts';
import { createTechAdapter } from './tech-adapter.ts';

const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
const SECRET = 'hunter-22-secret';

async function adapterFor(reply: Reply, options: Partial<ClientOptions> = {}) {
  const server = await serve(reply);
  return createTechAdapter({ baseUrl: server.origin, retries: 0, validate: false, ...options });
}

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('the call did not fail');
}

function requestWith(secret: string): Request {
  return new Request('http://host', { headers: { authorization: secret } });
}

describe('no secret', () => {
  const everything = (error: Error) =>
    [error.message, error.stack, JSON.stringify(error), inspect(error, { depth: 9, showHidden: true })].join(
      '\n',
    );

  test.each<[string, Reply]>([
    ['an error', { status: 400, json: { errors: [`token ${SECRET} is wrong`], input: { api_key: SECRET } } }],
    ['a text', { status: 500, text: `Bearer ${SECRET}` }],
    ['a page in place of JSON', { status: 200, text: `<p>${SECRET}</p>` }],
    ['a page that is cut in the middle of it', { status: 200, text: `<p>${'x'.repeat(50)}${SECRET}</p>` }],
    ['a broken token', { status: 202, text: `{"authorization": "${SECRET}"}` }],
  ])('comes back in %s', async (_, reply) => {
    for (const options of [{ token: () => SECRET }, { headers: { 'x-key': SECRET } }]) {
      const error = await failureOf((await adapterFor(reply, options)).provision({ body }));
      expect(everything(error)).not.toContain(SECRET.slice(0, 6));
    }
  });

  test('that stood in the request body comes back', async () => {
    const configuration = {
      provider: 'p',
      endpoint: 'http://p',
      api_key: SECRET,
      deployment: 'd',
      api_version: '1',
      model: 'm',
    };
    for (const text of [`got ${JSON.stringify(configuration)}`, `${SECRET} is no key`]) {
      const server = await serve({ status: 422, text });
      const assistant = createAssistant({ baseUrl: server.origin });
      const error = await failureOf(assistant.setLlmConfig({ body: configuration }));
      expect(everything(error)).not.toContain(SECRET);
    }
  });

  test.each([
    ['JSON that is cut', `{"errors": ["no"], "api_key": "${SECRET}`],
    ['a sentence with JSON in it', `config {"llm": {"client_secret":"pa\\"ss ${SECRET}"}} is wrong`],
    ['what a program prints', `{'password': '${SECRET}', 'user': 'me'}`],
    ['a line of a log', `12:30 ERROR login failed password=${SECRET} user=me`],
    ['a query', `GET /models?api-key=${SECRET}&v=1 failed`],
    ['a header', `sent Authorization: Bearer ${SECRET}`],
    ['a page', `<html><pre>DB_PASSWORD="${SECRET}"</pre></html>`],
  ])('of another caller comes back in %s', async (_, text) => {
    const refused = await failureOf((await adapterFor({ status: 500, text })).validate({ body }));
    expect(refused).toHaveProperty('body', expect.stringContaining('[redacted]'));
    const broken = await failureOf((await adapterFor({ status: 200, text })).validate({ body }));
    for (const error of [refused, broken]) expect(everything(error)).not.toContain(SECRET);
    const logs = [{ level: 'ERROR', message: text }];
    const failing = await adapterFor({ status: 200, json: { status: 'FAILED', logs } });
    expect(everything(await failureOf((await failing.provision({ body })).wait()))).not.toContain(SECRET);
  });

  test.each([
    'the password must have eight characters',
    'password: must have eight characters',
    'secret is required',
    'authorization failed: see the manual',
    'no key in "passwords"',
  ])('is taken for one that only sounds like it: %s', async (text) => {
    const error = await failureOf((await adapterFor({ status: 400, text })).validate({ body }));
    expect(error).toMatchObject({ body: text });
  });

  test.each([
    `"${'apikey '.repeat(30_000)}`,
    'secret'.repeat(40_000),
    'password="'.repeat(20_000),
    `secret: ${'b'.repeat(200_000)}`,
  ])('is looked for at a length that stops the program: %.20s', async (text) => {
    expect(await failureOf((await adapterFor({ status: 500, text })).validate({ body }))).toMatchObject({
      name: 'ApiError',
    });
  });

  test('but nothing else is hidden: a harmless header may say what an error says', async () => {
    const json = { errors: ['no data product'] };
    const headers = { 'x-tenant': 'data', 'x-session': '', 'x-token-kind': 'no' };
    const adapter = await adapterFor({ status: 400, json }, { headers });
    expect(await failureOf(adapter.validate({ body }))).toMatchObject({ body: json });
  });

  test('is in what a broken fetch throws', async () => {
    const broken: typeof fetch = (_, init) =>
      Promise.reject(
        Object.assign(new Error('no route'), { config: { headers: [...new Headers(init?.headers)] } }),
      );
    const adapter = await adapterFor({ status: 200 }, { token: SECRET, fetch: broken });
    expect(everything(await failureOf(adapter.validate({ body })))).not.toContain(SECRET);
  });

  test.each<[string, (error: Error) => unknown]>([
    ['an error that holds itself', (error) => Object.assign(error, { config: { token: SECRET }, error })],
    ['an error with a request', (error) => Object.assign(error, { request: requestWith(SECRET) })],
    ['an error with headers', (error) => Object.assign(error, { headers: new Headers({ key: SECRET }) })],
    ['errors of an error', (error) => new AggregateError([new Error(SECRET)], error.message)],
    ['an error inside a member', (error) => Object.assign(error, { inner: new Error(SECRET) })],
    ['a cause of a cause', (error) => Object.assign(error, { cause: new Error('', { cause: SECRET }) })],
    ['an object', () => ({ headers: { authorization: SECRET } })],
    ['a text', () => `Bearer ${SECRET}`],
  ])('is in %s that a broken fetch throws', async (_, spoil) => {
    const broken = () => Promise.reject(spoil(new Error('no route')));
    const adapter = await adapterFor({ status: 200 }, { token: SECRET, fetch: broken });
    const error = await failureOf(adapter.validate({ body }));
    expect(error.name).toBe('ConnectionError');
    expect(everything(error)).not.toContain(SECRET);
  });

  test('is in what a token provider throws', async () => {
    const token = () => Promise.reject(Object.assign(new Error('no'), { client_secret: SECRET }));
    const error = await failureOf((await adapterFor({ status: 200 }, { token })).validate({ body }));
    expect(error.message).toContain('got no token');
    expect(everything(error)).not.toContain(SECRET);
  });

  test('is in the log of a task that has failed, nor in its last status', async () => {
    const json = {
      status: 'FAILED',
      logs: [{ level: 'ERROR', message: `login with ${SECRET}` }],
      info: { privateInfo: { api_key: 'of the database' } },
    };
    const adapter = await adapterFor({ status: 200, json }, { token: SECRET });
    const task = await adapter.provision({ body });
    const error = await failureOf(task.wait());
    expect(error).toMatchObject({ logs: [{ level: 'ERROR', message: 'login with [redacted]' }] });
    expect(error.message).toContain('provision ended as FAILED: login with [redacted]');
    expect(everything(error)).not.toMatch(/hunter|database/);
    const again = adapter.provision.resume(JSON.parse(JSON.stringify(task)));
    expect(everything(await failureOf(again.wait()))).not.toContain('database');
  });

  test.each(['correcthorse battery', 'correcthorsebattery ab', 'pa"ss\\word12'])(
    'with blanks or quotes is reported: %s',
    async (secret) => {
      const adapter = await adapterFor(
        { status: 400, json: { errors: [`no ${secret}`] } },
        { headers: { 'x-key': secret } },
      );
      expect(await failureOf(adapter.validate({ body }))).toMatchObject({
        body: { errors: ['no [redacted]'] },
      });
      const server = await serve({ status: 422, text: `no ${secret}` });
      const assistant = createAssistant({ baseUrl: server.origin });
      const error = await failureOf(assistant.setLlmConfig({ body: Object({ api_key: secret }) }));
      expect(error).toMatchObject({ body: 'no [redacted]' });
    },
  );

  test('costs an error its shape: short words, and numbers, are reported as they came', async () => {
    const json = {
      errors: ['true'],
      moreInfo: { problems: [], solutions: [] },
      isFinal: true,
      line: 1234567,
    };
    const headers = { 'x-auth-refresh': 'true', 'x-session-kind': '123456' };
    const adapter = await adapterFor({ status: 400, json }, { headers });
    const error = await failureOf(adapter.validate({ body }));
    expect(error).toMatchObject({ body: json });
    expect(adapter.validate.isError(error)).toBe(true);
    const failed = { status: 'FAILED', logs: [{ level: 'ERROR', message: 'no disk' }], took: 1234567 };
    const failing = await adapterFor({ status: 200, json: failed }, { headers });
    const failure = await failureOf((await failing.provision({ body })).wait());
    expect(failure).toMatchObject({ logs: failed.logs, lastStatus: failed });
  });

  test('nor anything beside the name, the message and the stack of what was thrown is in a cause', async () => {
    const thrown = Object.assign(new RangeError('no route'), { code: 'EXAMPLE', hops: [1, 2] });
    const adapter = await adapterFor({ status: 200 }, { token: SECRET, fetch: () => Promise.reject(thrown) });
    const { cause } = await failureOf(adapter.validate({ body }));
    expect(cause).toMatchObject({ name: 'RangeError', message: 'no route', stack: thrown.stack });
    expect(cause).not.toHaveProperty('hops');
  });

  test('nor a connection is looked for without end in an error that is its own cause', async () => {
    const thrown = new Error('no route');
    thrown.cause = thrown;
    const adapter = await adapterFor({ status: 200 }, { fetch: () => Promise.reject(thrown) });
    expect(await failureOf(adapter.validate({ body }))).toMatchObject({
      name: 'ConnectionError',
      cause: { message: 'no route' },
    });
  });

  test('hides what happened: the innermost cause with a code is reported', async () => {
    const inner = Object.assign(new Error('the name is not in the certificate'), {
      code: 'TLS',
      request: requestWith(SECRET),
    });
    const thrown = new TypeError('fetch failed', { cause: inner });
    const adapter = await adapterFor({ status: 200 }, { token: SECRET, fetch: () => Promise.reject(thrown) });
    const error = await failureOf(adapter.validate({ body }));
    expect(error).toMatchObject({ code: 'TLS', cause: { message: 'the name is not in the certificate' } });
    expect(everything(error)).not.toContain(SECRET);
  });

  test('is in the complaint about a header that cannot be sent', async () => {
    const adapter = await adapterFor({ status: 200 }, { token: `${SECRET}\n${SECRET}` });
    const error = await failureOf(adapter.validate({ body }));
    expect(error).toBeInstanceOf(TypeError);
    expect(everything(error)).not.toContain(SECRET);
  });

  test('is seen in the client or in a handle', async () => {
    const adapter = await adapterFor({ status: 202, json: 't' }, { token: SECRET });
    const task = await adapter.provision({ body });
    expect(
      inspect([adapter, task], { depth: 9, showHidden: true }) + JSON.stringify([adapter, task]),
    ).not.toContain(SECRET);
  });
});
