import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/** What becomes a bundle, and where. */
export interface Bundle {
  /** Folder of the room, absolute. */
  readonly room: string;
  /** Sources that are entry points, from the folder of the room; or a package, and the name that it gets. */
  readonly entries: readonly string[] | readonly { readonly in: string; readonly out: string }[];
  /** Folder that holds only the bundle, from the folder of the room. */
  readonly folder: string;
  /** Packages that are not bundled, because they are installed together with the room. */
  readonly external?: readonly string[];
  readonly plugins?: readonly Plugin[];
  /** Adds to the bundle before it is put in place. */
  readonly complete?: (folder: string) => void | Promise<void>;
}

/** Writes code with all its dependencies into a folder of a room, and the licenses of third-party code. */
export async function writeBundle({ room, entries, folder, ...options }: Bundle): Promise<void> {
  const cache = join(room, '.cache');
  mkdirSync(cache, { recursive: true });
  // A unique name: another process may be writing the same bundle.
  const fresh = mkdtempSync(join(cache, 'bundle-'));
  try {
    await fill(fresh, { room, entries, ...options });
    moveInto(fresh, join(room, folder));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function fill(fresh: string, { room, entries, ...options }: Omit<Bundle, 'folder'>): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: room,
    entryPoints: [...entries],
    outdir: fresh,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['tessera-source'],
    external: [...(options.external ?? [])],
    plugins: [...(options.plugins ?? [])],
    // Names are kept: errors are reported with their stack.
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    logLevel: 'warning',
    // CommonJS libraries call `require` for modules of Node. Sources may import that name as well.
    banner: {
      js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
  });
  writeFileSync(join(fresh, 'THIRD-PARTY.txt'), licensesOf(metafile, room));
  await options.complete?.(fresh);
}

/** The licenses of all third-party code in the bundle. */
function licensesOf({ inputs }: Metafile, room: string): string {
  const folders = Object.keys(inputs).flatMap((path) => {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.slice(path.indexOf(':') + 1))?.[1];
    return found === undefined ? [] : [resolve(room, found)];
  });
  const parts = [...new Set(folders)].sort().map((folder) => {
    const manifest: { name: string; version: string; license: string } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const file = readdirSync(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
    const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
    return `${manifest.name} ${manifest.version} (${manifest.license})${text}`;
  });
  return `The bundle holds code of these packages.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/**
 * Adds the new files before it removes the old ones, each atomically, and the command's entry files last: another
 * process may be running the command.
 */
function moveInto(fresh: string, target: string): void {
  const files = listFiles(fresh).map((file) => relative(fresh, file));
  const isPart = (file: string): boolean => /(^|[/\\])chunk-|\.cjs$/.test(file);
  for (const file of files.toSorted((a, b) => Number(isPart(b)) - Number(isPart(a)))) {
    const [from, to] = [join(fresh, file), join(target, file)];
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) continue;
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
  }
  const wanted = new Set(files.map((file) => resolve(target, file)));
  for (const file of listFiles(target)) if (!wanted.has(file)) rmSync(file, { force: true });
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
