import { type IncomingMessage, maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errors } from '@tessera/contracts/errors';
import type { FastifyInstance } from 'fastify';
import type { BoundMount } from './mount.ts';
import { Refusal } from './problem.ts';
import { renderProblem } from './problem-body.ts';

/** How a server with these mounts responds to input that never becomes a request. */
export interface ClientErrorScope {
  readonly mounts: readonly BoundMount[];
  /** How long a request may take to arrive, in milliseconds. */
  readonly requestTimeout: number;
}

/**
 * Responds to requests that the HTTP parser rejects, in the shape of every other error. One mount uses the shape of its
 * contract, several use the common one.
 */
export function createClientErrorHandler(scope: ClientErrorScope) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable) close(socket, refuse(error, scope), scope);
    else socket.destroy();
  };
}

/** The same for requests that Node would reject with an empty body. */
export function answerOddities(app: FastifyInstance, scope: ClientErrorScope): void {
  app.server.on('connect', ({ method = '', url = '' }: IncomingMessage, socket: Socket) => {
    // From here on no other code handles the connection, not even when the server is closed.
    socket.on('error', () => socket.destroy()).on('finish', () => socket.destroy());
    close(socket, new Refusal('PATH_UNKNOWN'), scope, { method, path: url });
  });
  // An unknown Expect header is ignored, which RFC 9110 (10.1.1) allows.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', ({ raw }, _reply, next) => {
    const problem = findHostProblem(raw);
    next(problem === undefined ? undefined : new Refusal('REQUEST_NOT_HTTP', { problem }));
  });
}

/** What is wrong with the header Host (RFC 9112, 3.2); Node accepts any number of them. */
function findHostProblem({ headers, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? 'the header Host is absent' : undefined;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 'the header Host is there more than once' : undefined;
}

interface ClientError extends Error {
  readonly code?: string;
}

function refuse({ code, message }: ClientError, { requestTimeout }: ClientErrorScope): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Refusal('REQUEST_TOO_SLOW', { limit: String(requestTimeout) });
  }
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal('HEADERS_TOO_LARGE', { limit: String(maxHeaderSize) });
  // The parser's messages name no file and repeat no input.
  return new Refusal('REQUEST_NOT_HTTP', { problem: message.replace(/^Parse Error:? ?/, '') });
}

/** Closes the connection with a response: the parser cannot find the start of the next request. */
function close(
  socket: Socket,
  refusal: Refusal,
  { mounts }: ClientErrorScope,
  known: Readonly<Record<string, string>> = {},
): void {
  const [only, ...others] = mounts;
  const contract = others.length === 0 ? only?.contract : undefined;
  const { status, body } = renderProblem(refusal, contract?.catalog ?? errors, contract?.schemas, known);
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}
