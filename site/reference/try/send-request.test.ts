import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendRequest } from './send-request.ts';

const HERE = 'https://docs.example';

describe('sending a request', () => {
  it('gives status, headers, type and text of the answer', async () => {
    const origin = await serve(200, { 'content-type': 'application/json; charset=utf-8' }, '{}');
    const answer = await send(origin);
    expect(answer).toMatchObject({ status: 200, milliseconds: 5, mediaType: 'application/json', text: '{}' });
    expect(answer).toHaveProperty(
      'headers',
      expect.arrayContaining([['content-type', 'application/json; charset=utf-8']]),
    );
  });

  it('tells a server that does not answer from one that does not allow the page', async () => {
    const origin = await serve(200, {}, '');
    expect(await send('http://127.0.0.1:1')).toMatchObject({ problem: 'No answer from http://127.0.0.1:1.' });
    // What a browser does without permission of the server.
    const restricted: typeof fetch = (input, init) =>
      init?.mode === 'no-cors' ? fetch(input, init) : Promise.reject(new TypeError('Failed to fetch'));
    expect(await send(origin, restricted)).toMatchObject({
      problem: `${origin} is reachable, but the browser does not let this page call it (CORS).`,
      help: expect.stringContaining(`with --cors ${HERE}`),
    });
  });

  it('says when the address is not encrypted', async () => {
    const refused = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await send('http://adapter.example', refused)).toMatchObject({
      problem: expect.stringContaining('not encrypted'),
    });
  });

  it('says that the reader stopped it', async () => {
    expect(await send('http://127.0.0.1:1', fetch, AbortSignal.abort())).toMatchObject({
      problem: 'You stopped the request.',
    });
  });
});

function send(origin: string, fetcher = fetch, signal = new AbortController().signal) {
  let time = 0;
  const now = () => (time += 5);
  const request = { method: 'GET', url: `${origin}/v1/x`, headers: {}, curl: '' };
  return sendRequest(request, signal, { fetch: fetcher, now, origin: HERE });
}

async function serve(status: number, headers: Record<string, string>, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return `http://127.0.0.1:${address.port}`;
}
