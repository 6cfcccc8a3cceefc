import type { FastifyServerOptions } from 'fastify';

/** From silent to everything. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** How much is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Secret members, wherever they are, one or two levels below the log entry. */
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

/** Where entries are written, one JSON object per line. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Logging for `createServer`: one JSON object per line, without secrets. The harness never logs bodies, descriptors and
 * headers; values that a handler logs under a secret's name are masked.
 */
export function createLogger(level: LogLevel, stream: LogStream): FastifyServerOptions['logger'] {
  const paths = SECRETS.flatMap((name) => {
    const member = name.startsWith('[') ? name : `.${name}`;
    return [name, `*${member}`, `*.*${member}`];
  });
  return { level, stream, redact: { paths, censor: '[secret]' } };
}
