import { connect, type Socket } from 'node:net';

/** A request that is sent again and again. */
export interface Shot {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Connections to one server that stay open from one burst to the next. */
export interface Load {
  /**
   * Sends `count` requests, on each connection the next as soon as one is answered. It reads only the length of a
   * response, so that the server takes most of the time.
   * @throws Error at an unsuccessful response
   */
  fire(count: number, shot: Shot): Promise<void>;
  close(): void;
}

/** Connections that are used at the same time. */
const CONNECTIONS = 64;

const HEAD_END = '\r\n\r\n';

/** Connections are opened on first use; one that the server has closed is opened again. */
export function openLoad(port: number): Load {
  const sockets: Socket[] = [];
  const socketAt = (index: number): Socket => {
    const known = sockets[index];
    if (known?.writable === true) return known;
    const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    // A server may close an idle connection; `work` reports a close in the middle of a burst.
    socket.on('error', () => socket.destroy());
    sockets[index] = socket;
    return socket;
  };
  return {
    async fire(count, shot) {
      const bytes = writeRequest(shot);
      let left = count;
      const workers = Array.from({ length: Math.min(CONNECTIONS, count) }, (_, index) =>
        work(socketAt(index), bytes, () => left-- > 0),
      );
      await Promise.all(workers);
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
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

function work(socket: Socket, bytes: Buffer, takeOne: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const end = (error?: Error): void => {
      socket.off('data', read).off('close', lose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const lose = (): void => end(new Error('the server closed a connection that waited for an answer'));
    const next = (): void => {
      if (takeOne()) socket.write(bytes);
      else end();
    };
    const read = (chunk: string): void => {
      text += chunk;
      const head = text.indexOf(HEAD_END);
      if (head === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (!/^HTTP\/1\.1 2/.test(text) || length === undefined) {
        end(new Error(`the answer is not what was expected: ${text.slice(0, 300)}`));
        socket.destroy();
      } else if (text.length >= head + HEAD_END.length + Number(length)) {
        text = '';
        next();
      }
    };
    socket.on('data', read).on('close', lose);
    next();
  });
}
