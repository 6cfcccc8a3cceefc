import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { Material } from '../evaluation/material.ts';
import type { ReadDocument } from '../evaluation/read-document.ts';

/** Where a descriptor is named `descriptor` in findings; one that was deployed before has the name of its member. */
const CURRENT = 'descriptor';

/**
 * The place of a member in the descriptor, such as `descriptor:16:1`: where its name stands, or that of the innermost member
 * around it that the descriptor has.
 */
export function placeOf({ sources }: Material, path: readonly string[]): string {
  const alone = sources[''];
  if (alone !== undefined) return `${CURRENT}:${locate(alone, path)}`;
  const [name = '', ...rest] = path;
  const source = sources[name];
  const { current } = sources;
  if (source !== undefined && source !== current) return `${name}:${locate(source, rest)}`;
  return `${CURRENT}:${current === undefined ? '1:1' : locate(current, source === undefined ? [] : rest)}`;
}

function locate({ document, lines }: ReadDocument, path: readonly string[]): string {
  let node: unknown = document.contents;
  let offset = 0;
  for (const name of path) {
    const found = step(node, name);
    if (found === undefined) break;
    offset = found.offset ?? offset;
    node = found.node;
  }
  const { line, col } = lines.linePos(offset);
  return `${Math.max(line, 1)}:${Math.max(col, 1)}`;
}

function step(
  node: unknown,
  name: string,
): { readonly node: unknown; readonly offset: number | undefined } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    return pair === undefined ? undefined : { node: pair.value, offset: offsetOf(pair.key) };
  }
  if (!isSeq(node) || !/^\d+$/.test(name)) return undefined;
  const item = node.items[Number(name)];
  return item === undefined ? undefined : { node: item, offset: offsetOf(item) };
}

function offsetOf(node: unknown): number | undefined {
  const { range }: Partial<Pick<Node, 'range'>> = Object(node);
  return range?.[0];
}
