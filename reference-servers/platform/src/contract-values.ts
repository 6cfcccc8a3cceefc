import type { SchemaDocument } from '@tessera/contracts/vocabulary';

/**
 * The values of an enumeration of a contract, in its order.
 * @throws Error when the contract has no enumeration of this name
 */
export function enumValues({ $defs, $id }: SchemaDocument, name: string): readonly string[] {
  const schema = $defs[name];
  const values: unknown = schema !== undefined && 'enum' in schema ? schema.enum : undefined;
  if (!Array.isArray(values)) throw new Error(`${$id} has no enumeration ${name}`);
  return values.map(String);
}
