import { connect, type Socket } from 'node:net';

/** A request that is sent again and again. */
export interface Shot {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Connections that are used at the same time. */
const CONNECTIONS = 64;

const HEAD_END = '\r\n\r\n';

/**
 * Sends `count` requests over connections that stay open, the next as soon as one is answered. It reads no more of an answer
 * than its length, so that the server is what takes the time.
 * @throws Error at an answer that is no success
 */
export async function fire(port: number, count: number, shot: Shot): Promise<void> {
  const bytes = writeRequest(shot);
  let left = count;
  const connections = Math.min(CONNECTIONS, count);
  await Promise.all(Array.from({ length: connections }, () => work(port, bytes, () => left-- > 0)));
}

function writeRequest({ method, path, body }: Shot): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    HEAD_END.slice(2),
  ];
  return Buffer.from(lines.join('\r\n') + body);
}

function work(port: number, bytes: Buffer, takeOne: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    let text = '';
    const next = (): void => {
      if (takeOne()) socket.write(bytes);
      else socket.end(resolve);
    };
    socket.setNoDelay(true).setEncoding('latin1');
    socket.once('connect', next);
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      text += chunk;
      const head = text.indexOf(HEAD_END);
      if (head === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (!/^HTTP\/1\.1 2/.test(text) || length === undefined) {
        socket.destroy();
        reject(new Error(`the answer is not what was expected: ${text.slice(0, 300)}`));
      } else if (text.length >= head + HEAD_END.length + Number(length)) {
        text = '';
        next();
      }
    });
  });
}
