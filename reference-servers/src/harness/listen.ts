import type { FastifyInstance } from 'fastify';
import { shown } from './shown.ts';

/** Where a server listens. */
export interface Place {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
}

/** Signals that ask a server to stop: Ctrl-C, a supervisor, a terminal that closes. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts to listen; resolves with the origin. `advice` says what to do about an unavailable port.
 * @throws Error that says in one sentence why it cannot listen, in terms of its user
 */
export async function listenAt(
  app: FastifyInstance,
  { port, host }: Place,
  advice = 'choose another one',
): Promise<string> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`there is no port ${shown(port)}: ports are whole numbers from 0 to 65535`);
  }
  // Node would listen at every address, which an empty variable does not request.
  if (host === '') {
    throw new Error('the host is empty: 127.0.0.1 is this machine alone, 0.0.0.0 is every address of it');
  }
  try {
    return await app.listen({ port, host });
  } catch (cause) {
    throw new Error(whyNot(cause, { port, host }, advice), { cause });
  }
}

function whyNot(cause: unknown, { port, host }: Place, advice: string): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') return `port ${port} of ${host} is taken by another program: ${advice}`;
  if (code === 'EACCES') return `port ${port} of ${host} is reserved: ${advice}`;
  return `cannot listen on ${host}:${port}: ${cause instanceof Error ? cause.message : String(cause)}`;
}
