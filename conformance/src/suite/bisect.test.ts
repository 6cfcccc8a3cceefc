import { expect, it } from 'vitest';
import { bisect } from './bisect.ts';
import type { JsonObject } from './json.ts';
import type { Ended } from './tasks.ts';
import type { Work } from './work.ts';

/** Work of a server that fails on requests with one of the members. */
function startServer(failsOn: readonly string[]) {
  const sent: JsonObject[] = [];
  const exchangeOf = (id: number) => ({
    id,
    label: '',
    operation: 'provision',
    intent: 'valid' as const,
    sent: { method: 'POST', path: '/', headers: {} },
    at: 0,
    took: 0,
    lag: 0,
  });
  const send = (_label: string, more: JsonObject): Work => {
    let index = 0;
    const end = async (): Promise<Ended> => {
      const state = failsOn.some((name) => name in more) ? 'FAILED' : 'COMPLETED';
      return { state, body: {}, exchange: exchangeOf(index), isOver: true };
    };
    const start = async () => {
      if (index === 0) index = sent.push(more);
      return { kind: 'finished' as const, exchange: exchangeOf(index) };
    };
    return { start, end };
  };
  return { sent, send };
}

const variations = { a: { a: 1, in: { a: 1 } }, b: { b: 1, in: { b: 1 } }, c: { c: 1 } };

async function run(failsOn: readonly string[]) {
  const { sent, send } = startServer(failsOn);
  const { isFine, failing } = await bisect({ send, label: 'a request', variations }).read();
  return { sent: sent.map((more) => Object.keys(more).join('')), isFine, failing: failing?.name };
}

it('sends all variations in one request, and no other if it succeeds', async () => {
  const { sent, send } = startServer([]);
  await bisect({ send, label: 'a request', variations }).read();
  expect(sent).toEqual([{ a: 1, b: 1, c: 1, in: { a: 1, b: 1 } }]);
});

it.each([
  ['a', ['ainbc', 'ain', '']],
  ['b', ['ainbc', 'ain', 'bin', '']],
  ['c', ['ainbc', 'ain', 'bin']],
])('names the variation %s that fails alone', async (name, sent) => {
  expect(await run([name])).toEqual({ sent, isFine: true, failing: name });
});

it('names no variation if the request without any fails, too', async () => {
  const { send } = startServer([]);
  const plain = startServer(['plain']).send('the usual request', { plain: 1 });
  const failingAlways = (label: string): Work => ({ ...send(label, {}), end: plain.end });
  const known = await bisect({ send: failingAlways, label: 'a request', variations, plain }).read();
  expect(known).toMatchObject({ isFine: false });
  expect(known.failing).toBeUndefined();
});
