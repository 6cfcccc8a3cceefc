import { commandAlone } from '../command-line.ts';
import { askGoldenQueries, meanReciprocalRank } from './golden.ts';

commandAlone(`Asks the golden queries of the search and says which do not find their page first.

Usage: npm run search:golden -w site`);

const results = await askGoldenQueries();
for (const { query, rank, found } of results) {
  if (rank !== 1)
    console.log(`${rank === null ? 'none' : `rank ${rank}`}  ${query}  (first: ${found[0] ?? 'nothing'})`);
}
console.log(`${results.length} queries, mean reciprocal rank ${meanReciprocalRank(results).toFixed(3)}`);
