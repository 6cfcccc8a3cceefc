import type { Replacement } from '../../shared/search/typo.ts';
import { StartingCards, StartingPoints } from './StartingPoints.tsx';

interface ReplacedWordsProps {
  /** Whether anything was found: then words that were left out need a remark. */
  readonly hasResults: boolean;
  readonly replaced: readonly Replacement[];
  /** Searches for the words as typed. */
  readonly onLiteral: () => void;
}

/** Names the words of the query that are in no page, and what was searched instead. */
export function ReplacedWords({ replaced: all, hasResults, onLiteral }: ReplacedWordsProps) {
  const replaced = all.filter(({ meant }) => hasResults || meant !== null);
  if (replaced.length === 0) return null;
  return (
    <div className="search-replaced" role="status">
      {replaced.map(({ typed, meant }) => (
        <p key={typed}>
          No page contains <strong>{typed}</strong>.{' '}
          {meant === null ? (
            'The search left it out.'
          ) : (
            <>
              Showing results for <strong>{meant}</strong>.
            </>
          )}
        </p>
      ))}
      {replaced.some(({ meant }) => meant !== null) && (
        <button type="button" tabIndex={-1} onClick={onLiteral}>
          Search for the original words
        </button>
      )}
    </div>
  );
}

interface NoResultsProps {
  /** The number of results in everything when the search was limited; 0 for none. */
  readonly elsewhere: number;
  /** Searches in everything. */
  readonly onWiden: () => void;
  readonly onLeave?: () => void;
  /** Where there is room for them. */
  readonly hasCards?: boolean;
}

/** What a reader can do without a result. */
export function NoResultHints({ elsewhere, onWiden, onLeave, hasCards = false }: NoResultsProps) {
  return (
    <>
      {elsewhere > 0 && (
        <button type="button" className="search-widen" onClick={onWiden}>
          {elsewhere === 1 ? 'Show 1 result in everything' : `Show ${elsewhere} results in everything`}
        </button>
      )}
      {hasCards ? (
        <>
          <div className="search-advice">
            <h2>What you can try</h2>
            <ul>
              <li>Use other or fewer words.</li>
              <li>
                Search for a path such as <code>/v1/provision</code>, or the code of an error.
              </li>
              <li>Use a term that a heading or an error message would contain.</li>
            </ul>
          </div>
          <h2>Start from a section</h2>
          <StartingCards />
        </>
      ) : (
        <p>
          Try other or fewer words, a path such as <code>/v1/provision</code>, or the code of an error. Or
          start from <StartingPoints onLeave={onLeave} />.
        </p>
      )}
    </>
  );
}
