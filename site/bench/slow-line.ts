import { createServer, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A slow telephone's line: milliseconds to the first byte, and bytes a second for all requests together. */
export const SLOW_LINE = { latency: 150, bytesPerSecond: 200_000 };
const CHUNK = 4_096;

export interface SlowLine {
  readonly origin: string;
  /** Bytes of bodies that have gone through it so far. A browser counts what a worker takes from its cache, too. */
  carried(): number;
  close(): Promise<void>;
}

/** The same server behind a slow line: for requests that a browser does not slow down by itself, those of workers. */
export async function slowDown(origin: string): Promise<SlowLine> {
  let freeAt = 0;
  let carried = 0;
  const server = createServer(async (request, response) => {
    await wait(SLOW_LINE.latency);
    get(origin + request.url, { headers: request.headers }, async (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      for await (const part of answer) {
        for (let from = 0; from < part.length; from += CHUNK) {
          const chunk: Buffer = part.subarray(from, from + CHUNK);
          freeAt = Math.max(freeAt, performance.now()) + (chunk.length / SLOW_LINE.bytesPerSecond) * 1000;
          await wait(freeAt - performance.now());
          response.write(chunk);
          carried += chunk.length;
        }
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the slow line has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    carried: () => carried,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
