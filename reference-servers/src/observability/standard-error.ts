import type { LogStream } from './logger.ts';

/** The log stream. A closed terminal or reader does not stop the process: unread logs are dropped. */
export function standardError(): LogStream {
  outliveReader(process.stderr);
  return process.stderr;
}

/** Keeps the process running when one of its streams can no longer be written. */
export function outliveReader(stream: NodeJS.WriteStream): void {
  if (!stream.listeners('error').includes(lose)) stream.on('error', lose);
}

function lose(): void {}
