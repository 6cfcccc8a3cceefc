import type { StateCore } from 'markdown-it';
import { LEVELS, SEVERITIES } from '../conformance/wording.ts';

/** Words that a cell of a table shows as a badge: the levels of requirements, and what a violation causes. */
const WORDS: ReadonlySet<string> = new Set([...Object.keys(LEVELS), ...Object.keys(SEVERITIES)]);

/** Makes a badge of each of these words that is strong in a cell. */
export function markBadges({ tokens }: StateCore): void {
  tokens.forEach(({ type, children }, index) => {
    if (type !== 'inline' || !/^t[hd]_open$/.test(tokens[index - 1]?.type ?? '')) return;
    children?.forEach((child, at) => {
      const word = children[at + 1]?.content ?? '';
      if (child.type === 'strong_open' && WORDS.has(word))
        child.attrSet('class', `badge ${word.toLowerCase()}`);
    });
  });
}
