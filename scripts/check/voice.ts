import { type Finding, type Gate, judge } from './gate.ts';
import { listFiles, readText } from './source-tree.ts';

/** Phrases that read as if translated, and what plain English has instead. */
const PHRASES: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/\bwhoever\b/i, 'write "the caller", "the client" or "a user"'],
  [/\b(?:nobody|Nobody|NOBODY)\b/, 'write "no client", "no caller" or "no user"'],
  [/\bsomebody\b/i, 'write "a user" or "a client"'],
  [/\bnought\b/i, 'write "zero" or "0"'],
  [/\baffairs?\b/i, 'write "depends on" or "is up to"'],
  [/\bcrimes?\b/i, 'write "defect" or "mutant"'],
  [/\b(?:is|are|was|were) told\b/i, 'write "reports", "states" or "receives"'],
  [/\b(?:told|tells?) of\b/i, 'write "reports", "states" or "lists"'],
  [/(?<!\bthere )\bis none\b/, 'write "is not a ..."'],
  [/\bof (?:its|your|their) own\b/i, 'write "its", "your", "their" or "a separate"'],
  [/\bof yours\b/i, 'write "your"'],
  [/\bstands (?:in(?! for)|under|beside|behind) /i, 'write "is in", "is listed under" or "is defined in"'],
  [/\bin other letters\b/i, 'say "non-ASCII" or "in a different case"'],
  [/\bin peace\b/i, 'write "gracefully"'],
];

/** Further phrases, in the texts of contracts, which every reference and every guide shows. */
const CONTRACT_PHRASES: typeof PHRASES = [
  [/\b(?:greatest|fewest)\b/i, 'write "maximum" or "minimum"'],
  [/\banswer(?:s|ed)? with\b/i, 'write "returns"'],
  [/\bnothing (?:says|shows)\b/i, 'write "... is not specified"'],
  [/\bshall\b/i, 'write "must", or say what is'],
  [/\bours?\b/i, 'write "this toolkit"'],
  [/\bin plain words\b/i, 'write "in natural language"'],
  [/\bbehind the back\b/i, 'say by which means'],
];

const CONTRACTS = /^specs\/(?:extension-points|platform|shared)\/.*\.yaml$/;

/** British spellings, also within identifiers, and the American ones. */
const SPELLINGS: readonly (readonly [british: RegExp, american: string])[] = [
  [/(?:behavi|col|fav|flav|hon|lab|neighb|endeav)our/i, '-or: behavior, color'],
  [
    /(?:author|categor|custom|final|general|initial|minim|maxim|normal|optim|organ|priorit|recogn|serial|special|standard|summar|synchron|util|visual)is(?:e|ing|ation)/i,
    '-iz-: organize, authorization',
  ],
  [/analys(?:e[ds]?|ing)\b/i, 'analyze'],
  [/(?:cancel|label|model|signal|total|travel)l(?:ed(?!by)|ing)/i, 'one l: canceled, labeled'],
  [/catalogue/i, 'catalog'],
  [/(?:cent|theat)re/i, '-er: center'],
  [/(?:lic|def|off|pret)ence/i, '-ense: license, defense'],
  [/judgement|acknowledgement/i, '-gment: judgment, acknowledgment'],
  [/\b(?:mis)?spelt\b/i, 'spelled'],
  [/\blearnt\b/i, 'learned'],
  [/\btowards\b/i, 'toward'],
  [/\bper cent\b/i, 'percent'],
  [/\btime-outs?\b/i, 'timeout'],
];

/** Text that people write and read, with the templates of projects. Generated, recorded and installed files follow from it. */
const READ =
  /\.(?:md|mdx|ts|tsx|mts|js|mjs|css|html|sh|ya?ml|json|py|java|xml|toml)$|(?:^|\/)(?:readme|Dockerfile)$/;
const NOT_READ = /^(?:generated|scripts\/check\/voice|site\/content\/_reports)|(?:^|\/)package-lock\.json$/;

/** What users type into the search in either spelling, and the samples of the check of language. */
const QUOTED = /^site\/(?:shared\/search\/synonyms|node\/language\/check-language\.test)\.ts$/;

/** Plain American English in every text that people write. */
export const voice: Gate = {
  name: 'voice',
  asserts: 'no text has a phrase of translated English or a British spelling',
  fix: 'write it as advised',
  async run(root) {
    const files = listFiles(root).filter((path) => READ.test(path) && !NOT_READ.test(path));
    return judge(files.flatMap((path) => findingsIn(root, path)));
  },
};

function findingsIn(root: string, path: string): Finding[] {
  const rules = [
    ...PHRASES,
    ...(CONTRACTS.test(path) ? CONTRACT_PHRASES : []),
    ...(QUOTED.test(path)
      ? []
      : SPELLINGS.map(([british, american]) => [british, `write ${american}`] as const)),
  ];
  return readText(root, path)
    .split('\n')
    .flatMap((line, index) =>
      rules.flatMap(([pattern, advice]) => {
        const [phrase] = pattern.exec(line) ?? [];
        if (phrase === undefined) return [];
        return [{ where: `${path}:${index + 1}`, message: `"${phrase.trim()}": ${advice}` }];
      }),
    );
}
