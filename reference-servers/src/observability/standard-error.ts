import type { LogStream } from './logger.ts';

/** Where logs go. A terminal that closes, or a reader that has gone, is no reason to stop: what nobody reads is lost. */
export function standardError(): LogStream {
  outliveReader(process.stderr);
  return process.stderr;
}

/** Lets the process live on when a stream of its own cannot be written to any more. */
export function outliveReader(stream: NodeJS.WriteStream): void {
  if (!stream.listeners('error').includes(lose)) stream.on('error', lose);
}

function lose(): void {}
