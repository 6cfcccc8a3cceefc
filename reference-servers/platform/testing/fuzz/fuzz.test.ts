import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HANGS_AFTER_MS } from '../limits.ts';
import { readContract } from './contract.ts';
import { type FuzzReport, fuzz } from './fuzz.ts';
import { mutate } from './mutate.ts';

/** Fuzzes a server that answers every request in the same way. */
async function fuzzServer(
  answer: (response: ServerResponse) => void,
  { requests = 20, hangsAfterMs = HANGS_AFTER_MS } = {},
): Promise<FuzzReport> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => answer(response));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const contract = await readContract('custom-url-picker');
  return fuzz({ origin: `http://127.0.0.1:${port}`, contract, requests, seed: 1, hangsAfterMs });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

describe('a fuzzer', () => {
  it('accepts that a server refuses what it does not understand', async () => {
    const { problems, statuses, sent } = await fuzzServer((response) => json(response, 415, {}));
    expect(problems).toEqual([]);
    expect([...statuses]).toEqual([[415, sent]]);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp, hangsAfterMs?: number]>([
    [
      'an error of the server',
      (response) => json(response, 500, { error: 'x' }),
      /: an error of the server, 500/,
    ],
    ['an undeclared status', (response) => json(response, 418, {}), /: 418, which is not declared/],
    [
      'a body that departs',
      (response) => json(response, 200, { no: 'list' }),
      /: 200, whose body departs from the contract: /,
    ],
    [
      'a page in place of JSON',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      /: 200 with text\/html in place of JSON/,
    ],
    [
      'a stack trace',
      (response) => json(response, 400, { errors: [{ error: 'at f (/app/x.js:1:2)' }] }),
      /shows the inside of the server/,
    ],
    ['no answer', () => {}, /: no answer\n/, 500],
    ['a connection that ends', (response) => response.destroy(), /: no answer: /],
  ])('reports %s, with a request that shows it', async (_what, answer, problem, hangsAfterMs) => {
    const limit = hangsAfterMs === undefined ? {} : { hangsAfterMs };
    const { problems } = await fuzzServer(answer, { requests: 8, ...limit });
    expect(problems).not.toEqual([]);
    for (const one of problems) {
      expect(one).toMatch(problem);
      expect(one).toMatch(/\n {4}(GET|POST) \/v1\//);
    }
  });

  it('changes a copy, never the example of a contract', () => {
    const example = { list: ['a', { text: 'abc' }], __proto__: null };
    const before = JSON.stringify(example);
    const kinds = ['replace', 'delete', 'add', 'repeat', 'cut'] as const;
    const changed = new Set<string>();
    for (let at = 0; at < 12; at += 1)
      for (const kind of kinds)
        changed.add(JSON.stringify(mutate(example, [{ at, kind, value: '__proto__' }])));
    expect(JSON.stringify(example)).toBe(before);
    expect(changed.size).toBeGreaterThan(10);
    expect({}).not.toHaveProperty('polluted');
  });
});
