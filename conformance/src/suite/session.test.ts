import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { findSuite } from '../contracts.ts';
import { createHttpClient } from './http.ts';
import { createSession } from './session.ts';

/** Keeps this process busy, so that answers lie unread. */
function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it('does not count the time in which this process was busy as the time of the target', async () => {
  const server = createServer((_request, response) => {
    response.end('{}');
    setImmediate(() => block(400));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { contract } = await findSuite('tech-adapter');
  const client = createHttpClient({ base: new URL(`http://127.0.0.1:${port}`), headers: {}, timeout: 5_000 });
  const session = createSession({
    contract,
    client,
    signal: new AbortController().signal,
    concurrency: 1,
    maxRequests: 10,
  });
  const { took, lag } = await session.call({
    operation: 'getStatus',
    label: 'any',
    intent: 'valid',
    token: 'any',
  });
  session.close();
  client.close();
  server.close();
  expect(took).toBeGreaterThan(300);
  expect(took - lag).toBeLessThan(200);
});
