/**
 * A value for a parameter, from the examples of a contract: a member of that name or a plain text (such as a token) in
 * `near`, the examples of operations about the same resource; then the same in `all`; otherwise the name itself.
 */
export function exampleFor(name: string, near: readonly unknown[], all: readonly unknown[]): unknown {
  const isText = (value: unknown) => typeof value === 'string';
  return findMember(near, name) ?? near.find(isText) ?? findMember(all, name) ?? all.find(isText) ?? name;
}

/** The first text or number that one of these values has under this name, at any depth. */
function findMember(values: readonly unknown[], name: string): unknown {
  for (const value of values) {
    const found = memberOf(value, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value) && name in value) {
    const own: unknown = Reflect.get(value, name);
    if (typeof own === 'string' || typeof own === 'number') return own;
  }
  return findMember(Object.values(value), name);
}
