import { createServer, type Socket } from 'node:net';
import type { ValidationPhaseResult } from '@tessera/contracts/types/coordinator-v1';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  component,
  describeUnit,
  type OpenPlatform,
  openPlatform,
  register,
} from '../../testing/open-platform.ts';

const BROKEN = 'urn:dmb:itm:broken:0';

/** How long the platform waits for an answer, in milliseconds. */
const CALL_MS = 2_000;

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform({
    settings: { callMs: CALL_MS, dataCatalog: undefined },
  });
});
afterAll(() => open.close());

/** Registers a server that answers every request with bytes. */
async function serveBytes(answer: (socket: Socket) => void): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => answer(socket));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await register(open.v2, BROKEN, `http://127.0.0.1:${port}`);
}

/** Writes a text byte by byte, again and again. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(text[at % text.length] ?? '');
    at += 1;
  }, 1);
  socket.once('close', () => clearInterval(timer));
}

/** What the adapter's phase of a validation says. */
async function validate(): Promise<ValidationPhaseResult | undefined> {
  const table = component('table', [], { infrastructureTemplateId: BROKEN });
  const { results } = await open.v1.validateDescriptor({ body: { descriptor: describeUnit(table) } });
  return results.find(({ validationPhaseKind }) => validationPhaseKind === 'COMPONENT_VALIDATION_PHASE');
}

describe('a plan fails with a reason when an adapter', () => {
  it.each<[does: string, answer: (socket: Socket) => void]>([
    ['stalls', () => {}],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['answers something that is not HTTP', (socket) => socket.end('\u0000\u00ff\r\n garbage \r\n\r\n')],
    [
      'answers something that is not JSON',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n{"a"'),
    ],
    [
      'answers byte by byte without an end',
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx: 1\r\n'),
    ],
  ])('%s', async (_does, answer) => {
    await serveBytes(answer);
    const phase = await validate();
    expect(phase?.status).toBe('FAILED');
    expect(JSON.stringify(phase?.errors)).toMatch(/\w{3}/);
  });
});
