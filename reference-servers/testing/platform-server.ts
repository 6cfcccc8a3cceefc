import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { afterEach } from 'vitest';

/** What a platform was told. */
export interface Told {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A stand-in for a platform that waits for decisions, on loopback. */
export interface PlatformServer {
  readonly origin: string;
  readonly told: readonly Told[];
}

const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

/** Starts a platform; it answers with the statuses in their order, and with the last one from then on. */
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

/** Lets everything go on until something has become true, which takes as long as the network takes. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let turns = 0; !isTrue(); turns += 1) {
    if (turns > 1_000_000) throw new Error(`it never became true: ${isTrue}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
