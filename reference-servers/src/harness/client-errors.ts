import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errors } from '@tessera/contracts/errors';
import type { BoundMount } from './mount.ts';
import { Refusal } from './problem.ts';
import { renderProblem } from './problem-body.ts';

/** What a server with these mounts says to what never becomes a request. */
export interface ClientErrorScope {
  readonly mounts: readonly BoundMount[];
  /** How long a request may take to arrive, in milliseconds. */
  readonly requestTimeout: number;
}

/**
 * Answers what the parser of HTTP refuses, in the shape that every other refusal has, and closes the connection: what
 * follows on it cannot be told apart from what was wrong. One mount speaks in the shape of its contract, several in the
 * common one.
 */
export function createClientErrorHandler({ mounts, requestTimeout }: ClientErrorScope) {
  const [only, ...others] = mounts;
  const contract = others.length === 0 ? only?.contract : undefined;

  function refuse(error: Error & { readonly code?: string }): Refusal {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      return new Refusal('REQUEST_TOO_SLOW', { limit: String(requestTimeout) });
    }
    if (error.code === 'HPE_HEADER_OVERFLOW') {
      return new Refusal('HEADERS_TOO_LARGE', { limit: String(maxHeaderSize) });
    }
    // The parser's own words name no file and repeat nothing of what was sent.
    return new Refusal('REQUEST_NOT_HTTP', { problem: error.message.replace(/^Parse Error:? ?/, '') });
  }

  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { status, body } = renderProblem(
      refuse(error),
      contract?.catalogue ?? errors,
      contract?.schemas,
      {},
    );
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
  };
}
