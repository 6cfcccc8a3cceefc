import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { Contract } from './contract.ts';
import { decodeTolerantly } from './user-info.ts';

/** The operation of an address. */
export interface Match {
  readonly operation: OperationEntry;
  /** The part of the address before the path of the contract. */
  readonly prefix: string;
  /** Decoded values of the path parameters. */
  readonly named: Readonly<Record<string, string>>;
}

/**
 * The operation whose path the address ends with. The path with the most segments wins, and of two alike the one that
 * has a literal segment first where the other has a parameter.
 * @param isWhole the address must not have a prefix
 */
export function matchOperation(
  { table }: Contract,
  method: string,
  pathname: string,
  isWhole = false,
): Match | undefined {
  const fitting = Object.values(table.operations)
    .filter((one) => one.method === method)
    .flatMap((operation): Match[] => {
      const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
      const pattern = operation.path.replaceAll(/\{[^}]+\}/g, '([^/]+)');
      const match = new RegExp(`${isWhole ? '^' : ''}${pattern}$`).exec(pathname);
      if (match === null) return [];
      const named = names.map((name, index) => [name, decodeTolerantly(match[index + 1] ?? '')] as const);
      return [{ operation, prefix: pathname.slice(0, match.index), named: Object.fromEntries(named) }];
    })
    .sort((left, right) => bySpecificity(left.operation.path, right.operation.path));
  return fitting[0];
}

function bySpecificity(left: string, right: string): number {
  const [one, other] = [left.split('/'), right.split('/')];
  if (one.length !== other.length) return other.length - one.length;
  const differing = one.findIndex((segment, index) => segment !== other[index]);
  return Number(one[differing]?.includes('{')) - Number(other[differing]?.includes('{'));
}
