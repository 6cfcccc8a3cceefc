/**
 * Lets a program end quietly when the reader of its output, such as `head`, has ended. Other write errors are thrown,
 * unless the program listens to them itself.
 */
export function ignoreEndedReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(ignoreEnd)) stream.on('error', ignoreEnd);
  }
}

function ignoreEnd(this: NodeJS.WriteStream, cause: NodeJS.ErrnoException): void {
  if (cause.code !== 'EPIPE' && this.listenerCount('error') === 1) throw cause;
}
