import type { FastifyInstance } from 'fastify';
import { shown } from './shown.ts';

/** Where a server listens. */
export interface Place {
  /** 0 takes any that is free. */
  readonly port: number;
  readonly host: string;
}

/** What asks a server to end: Ctrl-C, whoever started it, a terminal that closes. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Lets a server listen; resolves with its origin. `advice` is what to do about a port that cannot be had.
 * @throws Error that says in a sentence why it cannot, as whoever starts the server would put it
 */
export async function listenAt(
  app: FastifyInstance,
  { port, host }: Place,
  advice = 'choose another one',
): Promise<string> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`there is no port ${shown(port)}: ports are whole numbers from 0 to 65535`);
  }
  // Node would listen at every address, which a variable without a value does not ask for.
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
