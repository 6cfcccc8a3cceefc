/** Whether output has to be plain text: it goes to a file or a pipe, or the user does not want colors. */
export function isPlainTerminal(): boolean {
  return process.stdout.isTTY !== true || Boolean(process.env['NO_COLOR']) || process.env['TERM'] === 'dumb';
}
