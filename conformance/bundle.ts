import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

/*
 * Writes `dist/`: the command and the library with everything that they need, so that whoever installs the suite
 * installs one package, and the declarations that the library's door leads to. Run by `npm run prepare`, after tsc.
 */
const ROOM = dirname(fileURLToPath(import.meta.url));
const FRESH = join(ROOM, '.cache/dist');
const DIST = join(ROOM, 'dist');
const DECLARATIONS = join(ROOM, '.cache/declarations');
const CONTRACTS = dirname(fileURLToPath(import.meta.resolve('@tessera/contracts/package.json')));
/** The only types of the contracts that the declarations name. */
const VOCABULARY = '@tessera/contracts/vocabulary';

rmSync(FRESH, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: ROOM,
  entryPoints: ['src/cli.ts', 'src/index.ts'],
  outdir: FRESH,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  conditions: ['tessera-source'],
  // Names stay: a fault of the suite is reported with its stack.
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  logLevel: 'warning',
  // Libraries in the older format ask for modules of Node in the older way.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
});
writeFileSync(join(FRESH, 'THIRD-PARTY.txt'), licensesOf(metafile));
copyDeclarations('index.d.ts', new Set());
moveInto(DIST);

/** The licences of everything from elsewhere that stands in the bundle. */
function licensesOf({ inputs }: Metafile): string {
  const folders = Object.keys(inputs).flatMap((path) => {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    return found === undefined ? [] : [found];
  });
  const parts = [...new Set(folders)].sort().map((folder) => {
    const manifest: { name: string; version: string; license: string } = JSON.parse(
      readFileSync(join(ROOM, folder, 'package.json'), 'utf8'),
    );
    const file = readdirSync(join(ROOM, folder)).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
    const text = file === undefined ? '' : `\n\n${readFileSync(join(ROOM, folder, file), 'utf8').trim()}`;
    return `${manifest.name} ${manifest.version} (${manifest.license})${text}`;
  });
  return `The bundle holds code of these packages.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** A declaration and those that it names, each once. */
function copyDeclarations(file: string, done: Set<string>): void {
  if (done.has(file)) return;
  done.add(file);
  const source = join(file === 'vocabulary.d.ts' ? CONTRACTS : DECLARATIONS, file);
  if (!existsSync(source)) throw new Error(`${source} is missing: run npm run prepare, which compiles first`);
  const home = dirname(file);
  const text = readFileSync(source, 'utf8').replaceAll(VOCABULARY, () => {
    const path = relative(home, 'vocabulary.d.ts');
    return path.startsWith('.') ? path : `./${path}`;
  });
  const target = join(FRESH, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  for (const [, name = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g))
    copyDeclarations(join(home, name).replace(/(?:\.d)?\.[jt]s$/, '.d.ts'), done);
}

/** Puts the new files in place before the old ones go: somebody may be running the command. */
function moveInto(dist: string): void {
  cpSync(FRESH, dist, { recursive: true });
  const wanted = new Set(listFiles(FRESH).map((file) => resolve(dist, relative(FRESH, file))));
  for (const file of listFiles(dist)) if (!wanted.has(file)) rmSync(file);
  rmSync(FRESH, { recursive: true, force: true });
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
