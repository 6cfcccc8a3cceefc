import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, type Gate, judge } from './gate.ts';
import { listFiles, readText } from './source-tree.ts';

const FILE = 'scripts/voice.json';

/** How many places of a room a failure lists. */
const SHOWN = 20;

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
  [/(?<!\bthere )\bis none\b/i, 'write "is not a ..."'],
  [/\bof (?:its|your|their) own\b/i, 'write "its", "your", "their" or "a separate"'],
  [/\bof yours\b/i, 'write "your"'],
  [/\bstands (?:in(?! for)|under|beside|behind) /i, 'write "is in", "is listed under" or "is defined in"'],
  [/\bin other letters\b/i, 'say "non-ASCII" or "in a different case"'],
  [/\bin peace\b/i, 'write "gracefully"'],
];

/** Text that people write and read. Generated, recorded and installed files follow from it. */
const READ = /\.(?:md|mdx|ts|tsx|mts|js|mjs|css|html|sh|ya?ml|json)$/;
const NOT_READ =
  /^(?:generated|scripts\/check\/voice|site\/content\/_reports)|(?:^|\/)package-lock\.json$|\.frozen\.json$/;

/** Plain English: no room has more of these phrases than `scripts/voice.json` allows, none where it has no number. */
export const voice: Gate = {
  name: 'voice',
  asserts: `no room has more phrases of translated English than ${FILE} allows`,
  fix: 'write the phrase as advised; lower a number that has improved with: npm run ratchet',
  async run(root) {
    const limits = readLimits(root);
    const found = findPhrases(root);
    const findings: Finding[] = [];
    const notes: string[] = [];
    for (const [room, places] of found) {
      const limit = limits[room] ?? 0;
      if (places.length > limit) {
        findings.push({
          where: room,
          message: `${places.length} phrases, at most ${limit}; the newest files:`,
        });
        findings.push(...newestFirst(root, places).slice(0, SHOWN));
      } else if (places.length < limit) notes.push(`${room} is down to ${places.length} from ${limit}`);
    }
    return judge(findings, notes);
  },
  write(root) {
    const limits = readLimits(root);
    const counts = [...findPhrases(root)].map(
      ([room, places]) => [room, Math.min(limits[room] ?? 0, places.length)] as const,
    );
    const kept = Object.fromEntries(
      counts.filter(([, count]) => count > 0).sort(([a], [b]) => a.localeCompare(b)),
    );
    writeFileSync(join(root, FILE), `${JSON.stringify(kept, null, 2)}\n`);
  },
};

interface Place extends Finding {
  path: string;
}

/** Every place with a phrase, by top-level folder; files at the top are in the room `repo`. */
function findPhrases(root: string): Map<string, Place[]> {
  const rooms = new Map<string, Place[]>();
  for (const path of listFiles(root).filter((name) => READ.test(name) && !NOT_READ.test(name))) {
    const room = path.includes('/') ? (path.split('/', 1)[0] ?? '') : 'repo';
    const places = rooms.get(room) ?? [];
    rooms.set(room, places);
    for (const [index, line] of readText(root, path).split('\n').entries()) {
      for (const [pattern, advice] of PHRASES) {
        const [phrase] = pattern.exec(line) ?? [];
        if (phrase === undefined) continue;
        places.push({ path, where: `${path}:${index + 1}`, message: `"${phrase.trim()}": ${advice}` });
      }
    }
  }
  return rooms;
}

function newestFirst(root: string, places: readonly Place[]): Place[] {
  const changed = new Map(places.map(({ path }) => [path, statSync(join(root, path)).mtimeMs]));
  return places.toSorted((a, b) => (changed.get(b.path) ?? 0) - (changed.get(a.path) ?? 0));
}

function readLimits(root: string): Record<string, number> {
  const limits: Record<string, number> = JSON.parse(readText(root, FILE));
  return limits;
}
