import { remoteRequestHook } from '@tessera/contracts/operations/remote-request-hook';
import { remoteRequestHookSchemas } from '@tessera/contracts/schemas/remote-request-hook';
import { describe, expect, it } from 'vitest';
import { describeBadInput } from '../../testing/bench.ts';
import { bench, DECISION_MS, example, FIELDS, hook, REQUEST_ID } from '../../testing/hook.ts';
import { startPlatform, until } from '../../testing/platform-server.ts';
import { readContract } from '../harness/contract.ts';
import { validatorsOf } from '../harness/validators.ts';
import { createManualClock } from '../runtime/clock.ts';
import { createRemoteRequestHook } from './remote-request-hook.ts';

const UNREACHABLE = 'http://127.0.0.1:1/hooks/1';

const contract = readContract(remoteRequestHook, remoteRequestHookSchemas);

describe('taking a request over', () => {
  it('is answered before anything is decided', async () => {
    const platform = await startPlatform();
    const { status, body } = await hook().ask(`${platform.origin}/hooks/1`);
    expect([status, body]).toEqual([
      202,
      { hookInfo: { status: 'accepted', message: 'A rule decides in a moment.' } },
    ]);
    expect(platform.told).toEqual([]);
  });

  it('says where the case can be followed', async () => {
    const { body } = await hook({ publicUrl: 'https://approvals.example.com/hook/' }).ask(UNREACHABLE);
    expect(body.tracking).toEqual({
      id: 'case-1',
      url: 'https://approvals.example.com/hook/decisions/case-1',
    });
  });

  it('knows by itself where it listens', async () => {
    const service = hook();
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { url } = (await service.ask(UNREACHABLE)).body.tracking;
    expect(url).toBe(`${origin}/remote-request-hook/decisions/case-1`);
    expect((await fetch(url)).status).toBe(200);
  });

  it('needs the id of the request, which is a UUID', async () => {
    const service = hook();
    expect(await service.ask(UNREACHABLE, { 'X-Request-ID': 'word' })).toEqual({
      status: 400,
      body: example(400, 'requestId'),
    });
    const body = { respondToUrl: UNREACHABLE, fields: {} };
    const { status, body: said } = await service.call('requestApproval', { body });
    expect([status, said.error.details]).toEqual([400, 'X-Request-ID is required']);
  });

  it('needs an address for the decision', async () => {
    const headers = { 'X-Request-ID': REQUEST_ID };
    const { body } = await hook().call('requestApproval', { headers, body: { fields: {} } });
    expect(body).toEqual(example(400, 'respondToUrl'));
  });
});

describe('the decision', () => {
  it.each([
    ['approve', 'OK'],
    ['reject', 'KO'],
  ] as const)(
    'of a rule to %s is sent as %s, in the shape of the contract, and once',
    async (decision, status) => {
      const platform = await startPlatform();
      const service = hook({ decision, publicUrl: 'http://here' });
      await service.ask(`${platform.origin}/hooks/1?a=b%20c`);
      await service.clock.advance(DECISION_MS);
      await until(() => platform.told.length === 1);
      const [told] = platform.told;
      expect(told).toMatchObject({
        method: 'PATCH',
        path: '/hooks/1?a=b%20c',
        headers: { 'content-type': 'application/json' },
        body: { status, hookInfo: { tracking: { id: 'case-1', url: 'http://here/decisions/case-1' } } },
      });
      expect(validatorsOf(contract.schemas).checkResponse('HookUpdate', told?.body)).toEqual([]);
      await service.clock.advance(1_000_000);
      expect(platform.told).toHaveLength(1);
    },
  );

  it('is one when the same request comes again, in any case of its id', async () => {
    const platform = await startPlatform();
    const service = hook({ publicUrl: 'http://here' });
    const first = await service.ask(`${platform.origin}/1`);
    expect(await service.ask(`${platform.origin}/2`, { 'X-Request-ID': REQUEST_ID.toUpperCase() })).toEqual(
      first,
    );
    await service.clock.advance(DECISION_MS);
    await until(() => platform.told.length === 1);
    expect(await service.ask(`${platform.origin}/1`)).toEqual(first);
    await service.clock.advance(1_000_000);
    expect(platform.told.map(({ path }) => path)).toEqual(['/1']);
  });

  it('is not asked for a second time within an hour after it was sent', async () => {
    const platform = await startPlatform();
    const service = hook();
    await service.ask(platform.origin);
    await service.clock.advance(DECISION_MS);
    await until(() => platform.told.length === 1);
    await service.clock.advance(3_600_000 * 2);
    await service.ask(platform.origin);
    await service.clock.advance(DECISION_MS);
    await until(() => platform.told.length === 2);
    expect((await service.page('/case-1')).status).toBe(404);
  });
});

describe('a platform that does not take the decision', () => {
  async function send(answers: readonly number[]) {
    const platform = await startPlatform(answers);
    const service = hook();
    await service.ask(platform.origin);
    await service.clock.advance(DECISION_MS);
    await until(() => platform.told.length === 1);
    return { platform, service };
  }

  it.each([404, 408, 429, 500, 503])(
    'with %i is asked again with growing pauses, and not for ever',
    async (status) => {
      const { platform, service } = await send([status]);
      for (const [index, pause] of [1000, 1000, 2000, 4000, 8000, 16_000, 32_000].entries()) {
        await until(() => service.pauses.length === index + 2);
        expect(service.pauses.at(-1)).toBe(pause);
        await service.clock.advance(pause - 1);
        expect(platform.told).toHaveLength(index + 1);
        await service.clock.advance(1);
        await until(() => platform.told.length === index + 2);
      }
      await service.clock.advance(1_000_000);
      expect(platform.told).toHaveLength(8);
      expect(await service.reaches('failed')).toContain(`the platform answered ${status}`);
    },
  );

  it('takes it later', async () => {
    const { platform, service } = await send([500, 200]);
    await until(() => service.pauses.length === 2);
    await service.clock.advance(1000);
    await until(() => platform.told.length === 2);
    await service.clock.advance(1_000_000);
    expect(platform.told).toHaveLength(2);
    await service.reaches('taken');
  });

  it.each([
    [409, 'too late'],
    [302, 'failed'],
    [400, 'failed'],
    [401, 'failed'],
  ])('with %i is not asked again', async (status, state) => {
    const { platform, service } = await send([status]);
    await service.reaches(state);
    await service.clock.advance(1_000_000);
    expect(platform.told).toHaveLength(1);
  });

  it('because it is not there, or never answers, is asked again', async () => {
    const service = hook();
    await service.ask(UNREACHABLE);
    await service.clock.advance(DECISION_MS);
    await until(() => service.pauses.length === 2);
    const silent = await startPlatform([200], () => undefined);
    const other = hook();
    await other.ask(silent.origin);
    await other.clock.advance(DECISION_MS);
    await until(() => silent.told.length === 1);
    await other.clock.advance(10_000);
    await until(() => other.logged().some(({ msg }) => msg === 'a decision could not be sent'));
    expect((await other.page()).text).toContain('not done within 10000 ms');
  });

  it('but leads elsewhere is not followed', async () => {
    const elsewhere = await startPlatform();
    const platform = await startPlatform([307], (response) => {
      response.setHeader('location', elsewhere.origin).end();
    });
    const service = hook();
    await service.ask(platform.origin);
    await service.clock.advance(DECISION_MS);
    await until(() => platform.told.length === 1);
    await service.clock.advance(1_000_000);
    expect(elsewhere.told).toEqual([]);
  });

  it('is left alone when the service goes down, which says so', async () => {
    const { platform, service } = await send([500]);
    await until(() => service.pauses.length === 2);
    await service.app.close();
    await service.clock.advance(1_000_000);
    expect(platform.told).toHaveLength(1);
    expect(service.logged()).toContainEqual(
      expect.objectContaining({
        level: 40,
        ids: ['case-1'],
        msg: 'requests for approval end with the server, without a word to who asked',
      }),
    );
  });

  it('is delivered before the service shuts down, within the time limit', async () => {
    const platform = await startPlatform([500, 200]);
    const service = hook({ drainTimeout: 60_000 });
    await service.ask(platform.origin);
    const closed = service.app.close();
    await service.clock.advance(DECISION_MS);
    await until(() => service.pauses.length === 3);
    await service.clock.advance(1000);
    await closed;
    expect(platform.told).toHaveLength(2);
    expect(service.logged().filter(({ msg }) => /without a word/.test(String(msg)))).toEqual([]);
  });
});

describe('a sender', () => {
  it.each([
    {},
    { authorization: 'Bearer wrong' },
    { authorization: 'secret' },
    { authorization: 'Bearer secret ' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
  ])('that does not know the secret is turned away: %j', async (headers) => {
    const service = hook({ secret: 'secret' });
    const wrong = await service.ask(UNREACHABLE, headers);
    expect(wrong).toEqual({ status: 401, body: example(401, 'unknownSender') });
    const { status } = await service.call('requestApproval', { headers, body: 'not even a request' });
    expect(status).toBe(401);
  });

  it('that knows the secret is served', async () => {
    const service = hook({ secret: 'open sesame' });
    expect((await service.ask(UNREACHABLE, { authorization: 'Bearer open sesame' })).status).toBe(202);
    expect((await service.ask(UNREACHABLE, { authorization: 'bearer open sesame' })).status).toBe(202);
  });
});

describe('a service whose parts break', () => {
  it('answers 500 in the shape of the contract', async () => {
    const ids = () => {
      throw new Error('secret');
    };
    const { status, body } = await hook({ ids }).ask(UNREACHABLE);
    expect([status, body.error.message]).toEqual([500, 'An internal error occurred. It was logged.']);
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

describeBadInput(
  remoteRequestHook,
  remoteRequestHookSchemas,
  bench,
  () => createRemoteRequestHook({ clock: createManualClock() }),
  {
    requestApproval: {
      headers: { 'X-Request-ID': REQUEST_ID },
      body: { respondToUrl: UNREACHABLE, fields: FIELDS },
    },
  },
);

describe('every operation with every status that the contract declares', () => {
  it('is answered by the requests of this file', () => {
    expect(bench.tape.missing()).toEqual([]);
  });
});
