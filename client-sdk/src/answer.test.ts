import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Reply, serve } from '../testing/loopback.ts';
import { createAssistant } from './assistant.ts';
import { createCoordinatorV1 } from './coordinator-v1.ts';
import { createCoordinatorV2 } from './coordinator-v2.ts';
import { ApiError, ContractError } from './errors.ts';
import type { ClientOptions, ValidateBody } from './options.ts';
import { createTechAdapter } from './tech-adapter.ts';
import { validateResponses } from './validation.ts';

const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
const path = { token: 't' };
const SECRET = 'hunter-22-secret';

async function adapterFor(reply: Reply, options: Partial<ClientOptions> = {}) {
  const server = await serve(reply);
  return createTechAdapter({ baseUrl: server.origin, retries: 0, validate: false, ...options });
}

async function coordinatorFor(reply: Reply) {
  return createCoordinatorV2({ baseUrl: (await serve(reply)).origin });
}

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('the call did not fail');
}

describe('an answer other than success', () => {
  test.each([
    [
      'the user message',
      { errors: ['a', 'b'], userMessage: 'The descriptor is empty.' },
      'The descriptor is empty.',
    ],
    ['the list of errors', { errors: ['a', 'b'], userMessage: null }, 'a; b'],
    ['the error', { error: 'out of disk' }, 'out of disk'],
    ['errors with suggestions', { errors: [{ error: 'bad id', suggestion: 'x' }] }, 'bad id'],
    ['the detail of a framework', { detail: [{ loc: ['body'], msg: 'Field required' }] }, 'Field required'],
  ])('is told in one line by %s', async (_, json, told) => {
    const adapter = await adapterFor({ status: 400, json });
    const error = await failureOf(adapter.provision({ body, requestId: 'r-7' }));
    expect(error.message).toBe(`provision answered 400: ${told} (request r-7)`);
    expect(error).toMatchObject({ name: 'ApiError', operationId: 'provision', requestId: 'r-7', body: json });
  });

  test('is told by its status alone when the body tells a person nothing', async () => {
    for (const reply of [
      { status: 502, text: '<!doctype html><title>Bad Gateway</title>' },
      { status: 502, json: { a: { b: 1 } } },
      { status: 502 },
      { status: 502, text: '', headers: { 'content-type': 'application/json' } },
    ]) {
      const error = await failureOf((await adapterFor(reply)).validate({ body, requestId: 'r' }));
      expect(error.message).toBe('validate answered 502 (request r)');
    }
  });

  test('is cut short in the message, not in the body', async () => {
    const text = 'x'.repeat(5_000);
    const error = await failureOf((await adapterFor({ status: 500, text })).validate({ body }));
    expect(error.message.length).toBeLessThan(400);
    expect(error).toMatchObject({ body: text });
  });

  test('has the code that the body tells, or the only one of its status', async () => {
    const told = await failureOf(
      (await coordinatorFor({ status: 400, json: { code: 'COR_UNIT_BUSY', errors: [] } })).startProvisioning({
        path: { 'deployment-unit-id': 'u' },
        query: { environment: 'e' },
        body: { descriptor: '' },
      }),
    );
    expect(told).toMatchObject({ code: 'COR_UNIT_BUSY' });
    const only = await failureOf(
      (await adapterFor({ status: 500, json: { error: 'x' } })).validate({ body }),
    );
    expect(only).toMatchObject({ code: 'SYSTEM_PROBLEM' });
    const unclear = await failureOf(
      (await adapterFor({ status: 400, json: { errors: [] } })).validate({ body }),
    );
    expect(unclear).toMatchObject({ code: undefined });
    const page = await failureOf((await adapterFor({ status: 500, text: '<html>' })).validate({ body }));
    expect(page).toMatchObject({ code: undefined });
  });

  test('is recognised by its operation when the contract lists it', async () => {
    const adapter = await adapterFor({ status: 400, json: { errors: ['no'] } });
    const error = await failureOf(adapter.validate({ body }));
    expect(adapter.validate.isError(error)).toBe(true);
    expect(adapter.provision.isError(error)).toBe(false);
    const undeclared = await failureOf((await adapterFor({ status: 418, json: {} })).validate({ body }));
    expect(adapter.validate.isError(undeclared)).toBe(false);
    const proxy = await failureOf((await adapterFor({ status: 500, text: 'oops' })).validate({ body }));
    expect(proxy).toBeInstanceOf(ApiError);
    expect(adapter.validate.isError(proxy)).toBe(false);
  });
});

const template = {
  id: 'urn:dmb:itm:warehouse:0',
  name: 'Warehouse',
  version: '0',
  url: 'http://warehouse',
  environment: 'development',
};

test.each([
  ['a JSON string', '"urn:dmb:itm:warehouse:0"'],
  ['bare text', 'urn:dmb:itm:warehouse:0'],
])('a body that is a string arrives as %s', async (_, text) => {
  const server = await serve({ status: 200, text });
  const coordinator = createCoordinatorV1({ baseUrl: server.origin });
  const call = coordinator.registerInfrastructureTemplate({ body: template });
  await expect(call).resolves.toBe('urn:dmb:itm:warehouse:0');
});

test.each<[string, Reply, RegExp]>([
  ['leads nowhere', { status: 404, text: '<html>Not found' }, /^validate answered 404 \(request /],
  [
    'leads to a page',
    { status: 200, text: '<!doctype html>' },
    /must be JSON, not text\/plain that starts with "<!doc/,
  ],
])('tells the operation when the base address %s', async (_, reply, message) => {
  const adapter = await adapterFor(reply);
  const error = await failureOf(adapter.validate({ body }));
  expect(error.message).toMatch(message);
  expect(adapter.validate.isError(error)).toBe(false);
});

describe('a success that breaks the contract', () => {
  test.each<[string, Reply, RegExp]>([
    [
      'HTML',
      { status: 200, text: '<!doctype html><p>Log in', headers: { 'content-type': 'text/html' } },
      /getStatus answered 200 against the contract: the body must be JSON, not text\/html that starts with "<!doctype html><p>Log in"/,
    ],
    ['an empty body', { status: 200, text: '' }, /the body must be JSON, not empty/],
    ['an empty body without length', (response) => response.writeHead(200).end(), /not empty/],
    ['no content', { status: 204 }, /answered 204 .*not empty/],
    ['JSON that is cut off', { status: 200, text: '{"status":"RUNN' }, /must be JSON/],
  ])('is told: %s', async (_, reply, message) => {
    const error = await failureOf((await adapterFor(reply)).getStatus({ path }));
    expect(error).toBeInstanceOf(ContractError);
    expect(error.message).toMatch(message);
  });

  test('is a broken connection when the body ends before its length', async () => {
    const adapter = await adapterFor((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"status":', () => response.destroy());
    });
    const error = await failureOf(adapter.getStatus({ path }));
    expect(error).toMatchObject({ name: 'ConnectionError', mayHaveHappened: true });
  });

  test('is found in a poll that has no state', async () => {
    const adapter = await adapterFor({ status: 200, json: { state: 'DONE' } });
    const error = await failureOf(adapter.provision.resume('t').wait());
    expect(error).toMatchObject({ name: 'ContractError', pointer: '/status', operationId: 'getStatus' });
  });

  test('is found by its schema where that is asked for', async () => {
    const json = {
      status: 'RUNNING',
      logs: [{ timestamp: '2026-01-01T00:00:00Z', level: 'LOUD', message: 'x' }],
    };
    const reply = { status: 200, json };
    const strict = await adapterFor(reply, { validate: validateResponses });
    const error = await failureOf(strict.getStatus({ path }));
    expect(error.message).toMatch(
      /^getStatus answered 200 against the contract: \/logs\/0\/level must satisfy 'enum': .*"INFO"/,
    );
    expect(error).toMatchObject({ name: 'ContractError', pointer: '/logs/0/level', status: 200 });
    const fine = await adapterFor(
      { status: 200, json: { status: 'RUNNING' } },
      { validate: validateResponses },
    );
    await expect(fine.getStatus({ path })).resolves.toEqual({ status: 'RUNNING' });
  });

  test('is found by a validator of your own, which is told which answer it judges', async () => {
    const places: unknown[] = [];
    const validate: ValidateBody = (_, place) => {
      places.push(place);
      return [{ pointer: '/x', expected: 'must be better' }];
    };
    const adapter = await adapterFor({ status: 200, json: { status: 'RUNNING' } }, { validate });
    await expect(adapter.getStatus({ path })).rejects.toThrow(/contract: \/x must be better/);
    expect(places).toEqual([{ api: 'tech-adapter', operationId: 'getStatus', status: 200 }]);
  });
});

test('is tolerant of a charset, of blanks, of null for what is absent, and of members nobody knows', async () => {
  const text = ' {"status":"RUNNING","info":null,"extra":1}\r\n';
  const adapter = await adapterFor({
    status: 200,
    text,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
  await expect(adapter.getStatus({ path })).resolves.toEqual({ status: 'RUNNING', info: null, extra: 1 });
});

function requestWith(secret: string): Request {
  return new Request('http://host', { headers: { authorization: secret } });
}

test('a refusal that is nested without end, or long without end, is told without delay', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  // A search that starts over at every word would outlast the time of a test by far.
  const words = `"${'apikey '.repeat(200_000)}`;
  for (const text of [deep, words, `"${words}":`, `"secret":"${'\\"'.repeat(100_000)}`]) {
    const error = await failureOf((await adapterFor({ status: 500, text })).validate({ body }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message.length).toBeLessThan(400);
  }
});

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
    'with blanks or quotes is told: %s',
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

  test('costs an error its shape: short words, and numbers, are told as they came', async () => {
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

  test('is looked for where there is none: the cause stays what was thrown', async () => {
    const thrown = Object.assign(new RangeError('no route'), { code: 'EXAMPLE', hops: [1, 2] });
    const adapter = await adapterFor({ status: 200 }, { token: SECRET, fetch: () => Promise.reject(thrown) });
    expect((await failureOf(adapter.validate({ body }))).cause).toBe(thrown);
  });

  test('nor a connection is looked for without end in an error that is its own cause', async () => {
    const thrown = new Error('no route');
    thrown.cause = thrown;
    const adapter = await adapterFor({ status: 200 }, { fetch: () => Promise.reject(thrown) });
    expect(await failureOf(adapter.validate({ body }))).toMatchObject({
      name: 'ConnectionError',
      cause: thrown,
    });
  });

  test('hides what has happened: an error that holds itself is told with its causes', async () => {
    const certificate: { issuer?: object } = {};
    certificate.issuer = certificate;
    const cause = Object.assign(new Error('the name is not in the certificate'), {
      code: 'TLS',
      certificate,
    });
    const thrown = new TypeError('fetch failed', { cause });
    const adapter = await adapterFor({ status: 200 }, { token: SECRET, fetch: () => Promise.reject(thrown) });
    expect((await failureOf(adapter.validate({ body }))).cause).toBe(thrown);
    Object.assign(cause, { request: requestWith(SECRET) });
    const error = await failureOf(adapter.validate({ body }));
    expect(error).toMatchObject({
      code: 'TLS',
      cause: { message: 'Error: the name is not in the certificate' },
    });
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
