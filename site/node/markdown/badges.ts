import type { StateCore } from 'markdown-it';
import { LEVELS, SEVERITIES } from '../conformance/wording.ts';

/** Words that a cell of a table, or a fact of a list, shows as a badge: the levels of requirements, and what a violation causes. */
const WORDS: ReadonlySet<string> = new Set([...Object.keys(LEVELS), ...Object.keys(SEVERITIES)]);

/** What opens a cell, and what opens an item of a list. */
const OPENS = /^(?:t[hd]|list_item)_open$/;

/** Makes a badge of each of these words that is strong in a cell, or in an item after its name. */
export function markBadges({ tokens }: StateCore): void {
  tokens.forEach(({ type, children }, index) => {
    const opening = tokens.slice(Math.max(0, index - 2), index).find((token) => OPENS.test(token.type));
    if (type !== 'inline' || opening === undefined) return;
    children?.forEach((child, at) => {
      const word = children[at + 1]?.content ?? '';
      if (child.type === 'strong_open' && WORDS.has(word))
        child.attrSet('class', `badge ${word.toLowerCase()}`);
    });
  });
}
