import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** `npm ci` empties this folder, so a change of the installed packages makes everything stale. */
const STAMPS = 'node_modules/.cache/tessera';

/** What was remembered under a name; undefined at the first time. */
export function readStamp<T>(root: string, name: string): T | undefined {
  const path = stampPath(root, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Remembers prints under a name. */
export function writeStamp(root: string, name: string, stamp: object): void {
  mkdirSync(join(root, STAMPS), { recursive: true });
  writeFileSync(stampPath(root, name), JSON.stringify(stamp));
}

function stampPath(root: string, name: string): string {
  return join(root, STAMPS, `${name.replaceAll('/', '')}.json`);
}

/** Folders that are not read, unless they are named. */
const SKIPPED = ['.git', 'node_modules', '.cache', 'dist'];

/** What identifies a state of files. Equal times of all of them mean equal content, which takes longer to read. */
export interface Prints {
  readonly times: string;
  readonly content: string;
}

/** The prints of files now. Their content is read unless they have the times of `known`. */
export function printsOf(root: string, paths: readonly string[], known?: Prints, variables?: string): Prints {
  const times = hashOf(root, paths, variables, ({ size, mtimeMs }) => `${size} ${mtimeMs}`);
  if (times === known?.times) return known;
  const content = hashOf(root, paths, variables, (_, file) =>
    createHash('sha256').update(readFileSync(file)).digest('hex'),
  );
  return { times, content };
}

/** Describes one file. */
type Describe = (found: Stats, file: string) => string;

/** Changes when a file appears, disappears, or has another description. */
function hashOf(
  root: string,
  paths: readonly string[],
  variables: string | undefined,
  describe: Describe,
): string {
  const hash = createHash('sha256');
  for (const path of paths) for (const line of describeFiles(root, path, describe)) hash.update(line);
  if (variables !== undefined) {
    const set = Object.entries(process.env).filter(([name]) => name.startsWith(variables));
    hash.update(JSON.stringify(set.sort()));
  }
  return hash.digest('hex');
}

function* describeFiles(root: string, path: string, describe: Describe): Generator<string> {
  const file = join(root, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) yield `${path} is missing\n`;
  else if (!found.isDirectory()) yield `${path} ${describe(found, file)}\n`;
  else {
    for (const name of readdirSync(file).sort()) {
      if (!SKIPPED.includes(name)) yield* describeFiles(root, `${path}/${name}`, describe);
    }
  }
}
