/** Reduces the weight of the first ranks (reciprocal rank fusion). */
const SMOOTHING = 60;

/** Merges rankings of the same items: an item that ranks high in several of them comes first. */
export function fuse<T>(...rankings: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>();
  for (const ranking of rankings) {
    for (const [rank, one] of ranking.entries())
      scores.set(one, (scores.get(one) ?? 0) + 1 / (SMOOTHING + rank));
  }
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([one]) => one);
}
