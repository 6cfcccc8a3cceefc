/** A value as a message shows what somebody has given, who may have no compiler. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
