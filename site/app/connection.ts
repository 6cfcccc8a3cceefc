/** The parts of the Network Information API in use; all of them may be missing. */
export interface Connection {
  readonly effectiveType?: string;
  readonly saveData?: boolean;
}

/** True when prefetching would cost the reader: 2g or data saver. An unknown connection counts as fast. */
export function isFrugal(connection: Connection | undefined): boolean {
  if (!connection) return false;
  return connection.saveData === true || (connection.effectiveType ?? '').includes('2g');
}
