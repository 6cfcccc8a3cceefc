/** Lines of a table: what other tools find on the same servers. */
export async function comparePeers(_scratch: string): Promise<string[]> {
  return [];
}
