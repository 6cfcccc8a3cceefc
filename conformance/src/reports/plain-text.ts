/**
 * Characters that a terminal interprets: control characters other than tabs and line ends, and those that change the
 * text direction.
 */
const CONTROL = /[^\t\n\P{Cc}]|[\u{202A}-\u{202E}\u{2066}-\u{2069}\u{200B}\u{200E}\u{200F}\u{FEFF}]/gu;

/** Text of a target that is safe for a terminal. */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(CONTROL, '\uFFFD');
}

/** The same in one line, shortened to a readable length. */
export function oneLine(text: string): string {
  const LIMIT = 300;
  const flat = plainText(text.replaceAll(/\s+/g, ' ')).trim();
  return flat.length > LIMIT ? `${flat.slice(0, LIMIT - 1)}…` : flat;
}
