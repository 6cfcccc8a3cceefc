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

/** The defaults of the members of an object of a contract, by their names. */
export function defaultsOf({ $defs, $id }: SchemaDocument, name: string): Readonly<Record<string, unknown>> {
  const schema = $defs[name];
  if (schema === undefined || !('properties' in schema)) throw new Error(`${$id} has no object ${name}`);
  const members = Object.entries(Object(schema.properties));
  return Object.fromEntries(
    members.flatMap(([member, about]) => {
      const { default: value }: { default?: unknown } = Object(about);
      return value === undefined ? [] : [[member, value]];
    }),
  );
}
