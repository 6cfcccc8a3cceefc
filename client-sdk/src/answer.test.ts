import { describe, expect, test } from 'vitest';
import { type Reply, serve } from '../testing/loopback.ts';
import { createCoordinatorV1 } from './coordinator-v1.ts';
import { createCoordinatorV2 } from './coordinator-v2.ts';
import { ApiError, ContractError } from './errors.ts';
import type { ClientOptions, ValidateBody } from './options.ts';
import { createTechAdapter } from './tech-adapter.ts';
import { validateResponses } from './validation.ts';

const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
const path = { token: 't' };

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
    ['the user message', { userMessage: 'The descriptor is empty.' }, 'The descriptor is empty.'],
    [
      'the user message and the first error',
      { errors: ['no id', 'no name'], userMessage: 'The descriptor is empty.' },
      'The descriptor is empty. (no id)',
    ],
    [
      'the message and the first error of a platform',
      { message: 'Rejected', errors: [{ error: 'bad id', suggestion: 'x' }, { error: 'bad name' }] },
      'Rejected (bad id)',
    ],
    [
      'an error that the message has',
      { message: 'Rejected: bad id', errors: ['bad id'] },
      'Rejected: bad id',
    ],
    ['the list of errors', { errors: ['a', 'b'], userMessage: null }, 'a; b'],
    ['the error', { error: 'out of disk' }, 'out of disk'],
    ['errors with suggestions', { errors: [{ error: 'bad id', suggestion: 'x' }] }, 'bad id'],
    ['the detail of a framework', { detail: [{ loc: ['body'], msg: 'Field required' }] }, 'Field required'],
  ])('is reported in one line by %s', async (_, json, told) => {
    const adapter = await adapterFor({ status: 400, json });
    const error = await failureOf(adapter.provision({ body, requestId: 'r-7' }));
    expect(error.message).toBe(`provision answered 400: ${told} (request r-7)`);
    expect(error).toMatchObject({ name: 'ApiError', operationId: 'provision', requestId: 'r-7', body: json });
  });

  test.each<[string, Reply]>([
    ['503: no reason', { status: 503, json: {} }],
    ['500: no reason', { status: 500, json: { a: { b: 1 } } }],
    ['502: no reason', { status: 502, text: '<!doctype html><title>Bad Gateway</title>' }],
    ['502: no reason', { status: 502 }],
    ['403: no reason', { status: 403, text: '', headers: { 'content-type': 'application/json' } }],
    ['404: no reason, check baseUrl', { status: 404, text: '<html>' }],
    ['404: no reason, check baseUrl', { status: 404, json: {} }],
    ['405: no reason, check baseUrl', { status: 405 }],
  ])('has the message %s where the body gives no reason: %j', async (told, reply) => {
    const error = await failureOf((await adapterFor(reply)).validate({ body, requestId: 'r' }));
    expect(error.message).toBe(`validate answered ${told} (request r)`);
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

  test('is recognized by its operation when the contract lists it', async () => {
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
  [
    'leads nowhere',
    { status: 404, text: '<html>Not found' },
    /^validate answered 404: no reason, check baseUrl \(request /,
  ],
  ['leads to a page', { status: 200, text: '<!doctype html>' }, /must be JSON, not text\/plain "<!doc/],
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
      /getStatus answered 200 against the contract: the body must be JSON, not text\/html "<!doctype html><p>Log in"/,
    ],
    ['an empty body', { status: 200, text: '' }, /the body must be JSON, not empty/],
    ['an empty body without length', (response) => response.writeHead(200).end(), /not empty/],
    ['no content', { status: 204 }, /answered 204 .*not empty/],
    ['JSON that is cut off', { status: 200, text: '{"status":"RUNN' }, /must be JSON/],
  ])('is reported: %s', async (_, reply, message) => {
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

  test('is found by a custom validator, which receives the response that it checks', async () => {
    const places: unknown[] = [];
    const validate: ValidateBody = (_, place) => {
      places.push(place);
      return [{ pointer: '/x', expected: 'must be better' }];
    };
    const adapter = await adapterFor({ status: 200, json: { status: 'RUNNING' } }, { validate });
    const call = adapter.getStatus({ path, requestId: 'r' });
    await expect(call).rejects.toThrow(/contract: \/x must be better/);
    const place = { api: 'tech-adapter', operationId: 'getStatus', status: 200, requestId: 'r' };
    expect(places).toEqual([place]);
  });
});

test('is tolerant of a charset, of blanks, of null for what is absent, and of unknown members', async () => {
  const text = ' {"status":"RUNNING","info":null,"extra":1}\r\n';
  const adapter = await adapterFor({
    status: 200,
    text,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
  await expect(adapter.getStatus({ path })).resolves.toEqual({ status: 'RUNNING', info: null, extra: 1 });
});

test('an error body that is nested or long without end is reported without delay', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  // A search that starts over at every word would outlast the time of a test by far.
  const words = `"${'apikey '.repeat(200_000)}`;
  for (const text of [deep, words, `"${words}":`, `"secret":"${'\\"'.repeat(100_000)}`]) {
    const error = await failureOf((await adapterFor({ status: 500, text })).validate({ body }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message.length).toBeLessThan(400);
  }
});
