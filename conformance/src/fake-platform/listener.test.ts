import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openPlatform } from './listener.ts';

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

describe('the stub that listens', () => {
  it('separates requests by address', async () => {
    const platform = await openPlatform({ clock: () => 0 });
    try {
      const one = platform.open('/one?a=%20b', () => ({ status: 200, body: { taken: true } }));
      const other = platform.open('/other', () => ({ status: 409 }));
      const taken = await fetch(one.url, { method: 'PATCH', body: '{"status":"OK"}' });
      const refused = await fetch(other.url, { method: 'PATCH', body: 'not JSON' });
      const unknown = await fetch(new URL('/elsewhere', one.url));
      expect([taken.status, await taken.json(), refused.status, unknown.status]).toEqual([
        200,
        { taken: true },
        409,
        404,
      ]);
      expect(one.arrivals.map(({ method, json }) => ({ method, json }))).toEqual([
        { method: 'PATCH', json: { value: { status: 'OK' } } },
      ]);
      expect(other.arrivals.map(({ text, json }) => ({ text, json }))).toEqual([
        { text: 'not JSON', json: undefined },
      ]);
    } finally {
      await platform.close();
    }
  });

  it('listens on a separate port behind a public address', async () => {
    const port = await freePort();
    const url = new URL('https://tunnel.example.com/in');
    const platform = await openPlatform({ callback: { url, port }, clock: () => 0 });
    try {
      const inbox = platform.open('/hook', () => ({ status: 200 }));
      expect(inbox.url).toBe('https://tunnel.example.com/in/run-0/hook');
      await fetch(`http://127.0.0.1:${port}/in/run-0/hook`, { method: 'PATCH' });
      expect(inbox.arrivals).toHaveLength(1);
    } finally {
      await platform.close();
    }
  });

  it('rejects decisions of an earlier run on the same port with 410, and does not list them', async () => {
    const url = new URL(`http://127.0.0.1:${await freePort()}`);
    const open = async (run: string) => {
      const platform = await openPlatform({ callback: { url }, clock: () => 0, run });
      return { platform, inbox: platform.open('/hook', () => ({ status: 200 })) };
    };
    const send = async (address: string) => (await fetch(address, { method: 'PATCH', body: '{}' })).status;
    const earlier = await open('a1');
    await earlier.platform.close();
    const later = await open('a2');
    try {
      expect(await send(earlier.inbox.url)).toBe(410);
      expect([later.inbox.arrivals.length, later.platform.strays.length]).toEqual([0, 0]);
      expect(await send(later.inbox.url)).toBe(200);
      // Without the part that names the run, it may be of this run.
      expect(await send(`${url.origin}/hook`)).toBe(404);
      expect([later.inbox.arrivals.length, later.platform.strays.length]).toEqual([1, 1]);
    } finally {
      await later.platform.close();
    }
  });

  it('reports when it cannot listen', async () => {
    const port = await freePort();
    const url = new URL(`http://127.0.0.1:${port}`);
    const first = await openPlatform({ callback: { url }, clock: () => 0 });
    await expect(openPlatform({ callback: { url }, clock: () => 0 })).rejects.toThrow('EADDRINUSE');
    await first.close();
  });
});
