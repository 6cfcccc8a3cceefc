import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** A request as the server has read it. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** What a server answers with: a status with a JSON value, a text, or nothing; or full control. */
export type Reply =
  | { status: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | ((response: ServerResponse, request: IncomingMessage) => void);

/** A real server on the loopback interface. */
export interface Loopback {
  origin: string;
  received: Received[];
}

/** Answers one request after the other with the replies, and keeps giving the last one. */
export function serve(...replies: Reply[]): Promise<Loopback> {
  return serveBy((_, count) => replies[Math.min(count, replies.length) - 1] ?? { status: 500 });
}

/** Answers every request with what the function makes of it; stops with the test. */
export async function serveBy(reply: (request: Received, count: number) => Reply): Promise<Loopback> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    received.push(seen);
    const answer = reply(seen, received.length);
    if (typeof answer === 'function') return answer(response, request);
    const { status, json, text, headers } = answer;
    const type = json === undefined ? 'text/plain' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(json === undefined ? text : JSON.stringify(json));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return { origin: `http://127.0.0.1:${address.port}`, received };
}
