import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../testing/plain-handlers.ts';
import { createManualClock } from '../runtime/clock.ts';
import { createOrder } from './in-order.ts';
import { createTechAdapter, type TechAdapterHandlers } from './tech-adapter.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** An adapter whose work takes a second, in order by the keys in its descriptor: `a,b`. */
function serve() {
  const clock = createManualClock();
  const inOrder = createOrder();
  const events: string[] = [];
  const provision: TechAdapterHandlers['provision'] = ({ body }) =>
    inOrder(body.descriptor.split(','), async (task) => {
      events.push(`begin ${body.descriptor}`);
      await clock.sleep(1_000, task.signal);
      events.push(`end ${body.descriptor}`);
      return { result: 'done' };
    });
  const handlers = { ...PLAIN, provision, terminate: true as const };
  const app = createTechAdapter(handlers, { clock, drainTimeout: 0 });
  servers.push(app);
  const start = async (descriptor: string): Promise<string> => {
    const payload = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor };
    return (await app.inject({ method: 'POST', url: '/tech-adapter/v1/provision', payload })).json();
  };
  const stop = (token: string) =>
    app.inject({ method: 'DELETE', url: `/tech-adapter/v1/provision/${token}` });
  const stateOf = async (token: string) =>
    (await app.inject(`/tech-adapter/v1/provision/${token}/status`)).json().status;
  return { clock, events, start, stop, stateOf };
}

describe('work in order', () => {
  it('with a common key runs one after another, and other work at the same time', async () => {
    const { clock, events, start } = serve();
    for (const keys of ['a', 'a', 'b']) await start(keys);
    expect(events).toEqual(['begin a', 'begin b']);
    await clock.advance(1_000);
    expect(events.slice(2).toSorted()).toEqual(['begin a', 'end a', 'end b']);
    await clock.advance(1_000);
    expect(events.at(-1)).toBe('end a');
  });

  it('with several keys waits for all of them, in the order of the starts', async () => {
    const { clock, events, start } = serve();
    for (const keys of ['a', 'a,b', 'b']) await start(keys);
    expect(events).toEqual(['begin a']);
    await clock.advance(1_000);
    expect(events).toEqual(['begin a', 'end a', 'begin a,b']);
    await clock.advance(1_000);
    expect(events.slice(-2)).toEqual(['end a,b', 'begin b']);
  });

  it('can be stopped while it waits, and lets no other work overtake', async () => {
    const { clock, events, start, stop, stateOf } = serve();
    await start('a');
    const second = await start('a');
    await start('a');
    await stop(second);
    await clock.advance(0);
    expect([await stateOf(second), events]).toEqual(['TERMINATED', ['begin a']]);
    await clock.advance(1_000);
    expect(events).toEqual(['begin a', 'end a', 'begin a']);
  });
});
