/** Formats a value of any type for a message; the caller may not use TypeScript. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
