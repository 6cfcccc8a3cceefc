/** A new UUID. Browsers have `randomUUID` on secure pages only; elsewhere the address of any new object ends with one. */
export function newUuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36);
}
