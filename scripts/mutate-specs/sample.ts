/** `size` of the items, the same ones for the same seed, in their own order. */
export function sample<T>(items: readonly T[], size: number, seed: number): T[] {
  const random = generator(seed);
  const keyed = items.map((item, index) => ({ item, index, key: random() }));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, size)
    .sort((a, b) => a.index - b.index)
    .map(({ item }) => item);
}

/** Numbers from 0 to 1 that look random (mulberry32). */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
