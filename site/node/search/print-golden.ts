import { existsSync } from 'node:fs';
import path from 'node:path';
import { commandFlags, refuse } from '../command-line.ts';
import { SITE_ROOT } from '../config.ts';
import {
  askGoldenQueries,
  askMistypedQueries,
  askReaders,
  type GoldenResult,
  isInBox,
  meanReciprocalRank,
  recallOf,
} from './golden.ts';

const HELP = `Asks the golden queries of the search and says which do not find their page first;
then each with one letter wrong, then those in readers' words.

Usage: npm run search:golden -w site -- [flags]
  --out DIR     the built site (default site/dist)
  --help        print this

Needs a built site (npm run build -w site).`;

const { values } = commandFlags(HELP, { out: { type: 'string', default: path.join(SITE_ROOT, 'dist') } });
const outDir = path.resolve(values.out);
if (!existsSync(path.join(outDir, 'index.html')))
  refuse(`${outDir} holds no site: run npm run build -w site.`, HELP);
const results = askGoldenQueries(outDir);
print(results.filter(({ rank }) => rank !== 1));
console.log(`${results.length} queries, mean reciprocal rank ${meanReciprocalRank(results).toFixed(3)}`);
const mistyped = askMistypedQueries(outDir);
print(mistyped.filter((result) => !isInBox(result)));
console.log(
  `${mistyped.length} with one wrong letter, ${recallOf(mistyped).toFixed(3)} of them found in the box`,
);
const { tuned, development, untouched } = askReaders(outDir);
print([...tuned, ...development].filter(({ rank }) => rank !== 1));
for (const [name, asked] of Object.entries({ tuned, development, untouched }))
  console.log(
    `${asked.length} in readers' words (${name}), mean reciprocal rank ${meanReciprocalRank(asked).toFixed(3)}`,
  );

function print(poor: readonly GoldenResult[]): void {
  for (const { query, rank, found } of poor)
    console.log(`${rank === null ? 'none' : `rank ${rank}`}  ${query}  (first: ${found[0] ?? 'nothing'})`);
}
