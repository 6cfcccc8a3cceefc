import type { FastifyServerOptions } from 'fastify';

/** From silence to everything. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** How much is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Members that hold a secret wherever they stand, one level below the log entry or two. */
const SECRETS = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["x-api-key"]',
  'apiKey',
  'key',
  'password',
  'secret',
];

/** Where entries are written, one JSON object a line. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Logging for `createServer`: one JSON object a line, without secrets. Bodies, descriptors and headers are never logged by
 * the harness; what a handler logs under a telling name is struck out.
 */
export function createLogger(level: LogLevel, stream: LogStream): FastifyServerOptions['logger'] {
  const paths = SECRETS.flatMap((name) => {
    const member = name.startsWith('[') ? name : `.${name}`;
    return [name, `*${member}`, `*.*${member}`];
  });
  return { level, stream, redact: { paths, censor: '[secret]' } };
}
