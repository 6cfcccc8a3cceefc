import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { afterEach } from 'vitest';

/** A decision that a platform received. */
export interface Told {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A stub of a platform that waits for decisions, on loopback. */
export interface PlatformServer {
  readonly origin: string;
  readonly told: readonly Told[];
}

const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

/** Starts a platform; it returns the statuses in their order, then the last one for every further request. */
export async function startPlatform(
  answers: readonly number[] = [200],
  write: (response: ServerResponse) => void = (response) => response.end('{}'),
): Promise<PlatformServer> {
  const told: Told[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url: path = '', headers } = request;
    response.statusCode = answers[told.length] ?? answers.at(-1) ?? 200;
    told.push({ method, path, headers, body: JSON.parse(text) });
    write(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { origin: `http://127.0.0.1:${port}`, told };
}

/** Waits for real time to pass until a condition is true, because the network takes time. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let turns = 0; !isTrue(); turns += 1) {
    if (turns > 1_000_000) throw new Error(`it never became true: ${isTrue}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
