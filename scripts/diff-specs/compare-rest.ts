import { asObject } from '../generate/json.ts';
import { compareUnknown } from './compare-schemas.ts';
import type { Exchange } from './flow.ts';
import { isSame, keysOf, type Pair, pairAt, type Side } from './sides.ts';

const WORDS = ['description', 'summary', 'example', 'examples', 'deprecated', 'x-dp-chosen'];

/** Reports changed texts, and keys without a known meaning. */
export function compareRest(pair: Pair, exchange: Exchange, known: readonly string[]): void {
  for (const key of keysOf(pair).filter((name) => !known.includes(name))) {
    if (!WORDS.includes(key)) compareUnknown(pair, exchange.changes, key);
    else if (!isSame(pairAt(pair, key)))
      exchange.changes.add('words-changed', pairAt(pair, key), {}, `\`${key}\` is worded differently`);
  }
}

/** Whether a parameter or a body is required. */
export function isRequired({ value }: Side): boolean {
  return asObject(value)['required'] === true;
}
