import type { Run } from './run.ts';

/** Mulberry32: numbers between 0 and 1, small, and the same on every platform for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function createInvention(seed: number): Run['invent'] {
  const random = createRandom(seed);
  const digits = (count: number, alphabet: string): string =>
    Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  return (kind) => {
    if (kind === 'word') return `unknown-${digits(8, 'bcdfghjklmnpqrstvwxz')}`;
    const hex = '0123456789abcdef';
    return `${digits(8, hex)}-${digits(4, hex)}-4${digits(3, hex)}-a${digits(3, hex)}-${digits(12, hex)}`;
  };
}
