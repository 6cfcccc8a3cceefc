import type { GovernanceSelector } from '@tessera/contracts/types/governance';

/** True when a descriptor matches all selectors. */
export function fitsSelectors(descriptor: unknown, selectors: readonly GovernanceSelector[]): boolean {
  return selectors.every(({ path, values }) => {
    if (path === undefined || values === undefined) return true;
    return valuesAt(descriptor, path.split('.')).some((value) => values.includes(value));
  });
}

/** The texts, numbers and booleans at a path. A list stands for all its elements. */
function valuesAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) {
    const [index, ...rest] = path;
    if (index !== undefined && /^\d+$/.test(index)) return valuesAt(value[Number(index)], rest);
    return value.flatMap((element) => valuesAt(element, path));
  }
  const [name, ...rest] = path;
  if (name === undefined) return isScalar(value) ? [String(value)] : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt(Object.getOwnPropertyDescriptor(value, name)?.value, rest);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
