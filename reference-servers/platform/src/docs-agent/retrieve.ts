import lunr from 'lunr';
import { stemsOf } from '../text/words.ts';
import type { DocsIndex, IndexPart, PartName, Passage } from './docs-index.ts';

/** A passage that fits a question. */
export interface Hit {
  readonly passage: Passage;
  /** The share of the question that occurs in the passage, from 0 to 1; rare words count more. */
  readonly coverage: number;
}

/** The weight of a word in each part: one in a title says more about a page than one in a paragraph. */
const WEIGHTS: Readonly<Record<PartName, number>> = {
  title: 1.2,
  heading: 1.2,
  description: 0.8,
  keywords: 0.6,
  content: 1,
};

/** Pages that explain a subject come before those that list it. */
const LIST_FACTOR = 0.6;

/** Passages that share words with a question, the best first. */
export function retrieve(index: DocsIndex, question: string, limit: number): Hit[] {
  const stems = [...new Set(stemsOf(question))];
  if (stems.length === 0) return [];
  const weights = weigh(index, stems);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const found = new Map<Passage, { score: number; stems: Set<string> }>();
  for (const part of index.parts) {
    for (const { ref, score, matched } of ask(part, stems)) {
      for (const passage of part.about.get(ref) ?? []) {
        const one = found.get(passage) ?? { score: 0, stems: new Set<string>() };
        one.score += score * WEIGHTS[part.name] * (passage.isList ? LIST_FACTOR : 1);
        // Readers find a page by its keywords, but a text that lacks the words does not answer them.
        if (part.name !== 'keywords') for (const stem of matched) one.stems.add(stem);
        found.set(passage, one);
      }
    }
  }
  return [...found]
    .map(([passage, one]) => {
      const covered = [...one.stems].reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);
      return { passage, coverage: covered / total, score: one.score * (covered / total) };
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ passage, coverage }) => ({ passage, coverage }));
}

interface PartHit {
  readonly ref: string;
  readonly score: number;
  readonly matched: readonly string[];
}

function ask({ index, frequencies }: IndexPart, stems: readonly string[]): PartHit[] {
  const known = stems.filter((stem) => frequencies.has(stem));
  if (known.length === 0) return [];
  const hits = index.query((query) => {
    for (const stem of known) {
      query.term(stem, {
        usePipeline: false,
        presence: lunr.Query.presence.OPTIONAL,
        wildcard: lunr.Query.wildcard.NONE,
      });
    }
  });
  return hits.map(({ ref, score, matchData }) => ({ ref, score, matched: Object.keys(matchData.metadata) }));
}

/** Rare words have more weight than common ones; a word outside the documentation has the most. */
function weigh({ parts, passages }: DocsIndex, stems: readonly string[]): Map<string, number> {
  const content = parts.find(({ name }) => name === 'content');
  return new Map(
    stems.map((stem) => [stem, Math.log(1 + passages.length / (1 + (content?.frequencies.get(stem) ?? 0)))]),
  );
}
