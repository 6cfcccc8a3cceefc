import { fastifyCors } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { shown } from './shown.ts';

/** True for an origin as browsers send it: scheme, host and, unless it is the default, port. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/**
 * Lets pages of one origin call a server and read its responses (CORS). Browsers send no cookies along; a token in the
 * header Authorization is accepted.
 * @throws Error when it is not an origin
 */
export function allowOrigin(app: FastifyInstance, origin: unknown): void {
  if (typeof origin !== 'string' || !isOrigin(origin)) {
    throw new Error(`cors is an origin such as https://docs.example, without a path, not ${shown(origin)}`);
  }
  const options = {
    origin: [origin],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: '*',
    // Otherwise an OPTIONS request without the headers of a preflight gets an error that is no JSON.
    strictPreflight: false,
  };
  // Called, not registered: its hook runs before every hook that may respond, such as that of injected faults.
  fastifyCors(app, options, throwIfAny);
}

function throwIfAny(error?: Error): void {
  if (error !== undefined) throw error;
}
