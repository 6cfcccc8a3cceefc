import { type Prints, printsOf, readStamp, writeStamp } from '../build/prints.ts';
import type { Gate } from './gate.ts';
import { listFiles } from './source-tree.ts';

/** The last pass of a gate that names what it reads. */
export interface LastPass {
  /** Nothing that the gate reads has changed since. */
  readonly holds: boolean;
  /** Remembers that the gate passes with the files of now. */
  remember(): void;
}

/** The last pass of a gate; undefined for a gate whose verdict follows from more than files. */
export function lastPassOf({ name, reads }: Gate, root: string): LastPass | undefined {
  if (reads === undefined) return undefined;
  const stamp = `gate-${name}`;
  const known = readStamp<Prints>(root, stamp);
  const isRead = (path: string): boolean => reads.some((place) => path.startsWith(place));
  const now = printsOf(root, listFiles(root).filter(isRead), known);
  return {
    holds: now.content === known?.content,
    remember: () => writeStamp(root, stamp, now),
  };
}
