import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readFlags, runProgram, UsageError } from './flags.ts';
import { emitAll } from './generate/emit/all.ts';
import type { EmittedFile } from './generate/emit/file.ts';
import { type EmitWireTypes, startWireTypes } from './generate/emit/wire-types.ts';
import { formatProblems, type Problem } from './generate/problems.ts';
import { readContracts, rootWithSpecs } from './generate/read-contracts.ts';
import {
  findForeign,
  hashFolder,
  MANIFEST,
  type Manifest,
  sha256,
  writeGenerated,
} from './generate/write.ts';

const HELP = `Reads specs/ and writes generated/. Nothing is written while the specs have problems.

Usage: npm run generate -- [flags]
  --check     write nothing; exit 1 when generated/ does not fit specs/ and the generator
  --out DIR   write to DIR instead of generated/: to an empty folder, or to one that this command wrote
  --root DIR  the folder that holds specs/ (default: this repository)
  --help      print this

Examples
  npm run generate
  npm run generate -- --check
  npm run generate -- --out /tmp/contracts`;

const HERE = resolve(import.meta.dirname, '..');

/** All of `generated/` for the specs under `root`, or the problems that prevent it. */
export async function generate(root: string): Promise<{ files: EmittedFile[]; problems: Problem[] }> {
  const wire = startWireTypes();
  try {
    return await emitContracts(root, wire.emit);
  } finally {
    wire.close();
  }
}

async function emitContracts(root: string, emitWireTypes: EmitWireTypes): ReturnType<typeof generate> {
  const { specs, model } = readContracts(root);
  if (model === undefined || !specs.problems.isEmpty) return { files: [], problems: specs.problems.list() };
  const files = await emitAll(model, productVersion(), emitWireTypes);
  const manifest: Manifest = {
    ...inputHashes(root),
    files: Object.fromEntries(files.map(({ path, text }) => [path, sha256(text)])),
  };
  return {
    files: [...files, { path: MANIFEST, text: `${JSON.stringify(manifest, null, 2)}\n` }],
    problems: [],
  };
}

function inputHashes(root: string): Pick<Manifest, 'specs' | 'generator'> {
  const own = (path: string) => !path.endsWith('.test.ts');
  const wireLibrary = readFileSync(join(HERE, 'package.json'), 'utf8').match(
    /"openapi-typescript": "(.*?)"/,
  )?.[1];
  const generator = `${hashFolder(join(HERE, 'scripts/generate'), own)} ${sha256(readFileSync(import.meta.filename))} ${wireLibrary}`;
  return { specs: hashFolder(join(root, 'specs')), generator: sha256(generator) };
}

function productVersion(): string {
  return String(JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')).version);
}

/** Whether this generator wrote `folder` from these specs, and its files are unchanged. */
function isFresh(root: string, folder: string): boolean {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return false;
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'));
  const inputs = inputHashes(root);
  const intact = Object.entries(manifest.files).every(
    ([file, hash]) => existsSync(join(folder, file)) && sha256(readFileSync(join(folder, file))) === hash,
  );
  return intact && manifest.specs === inputs.specs && manifest.generator === inputs.generator;
}

async function main(argv: readonly string[]): Promise<number> {
  const flags = readFlags(argv, {
    check: { type: 'boolean' },
    out: { type: 'string' },
    root: { type: 'string' },
  });
  const root = rootWithSpecs(flags.root ?? HERE);
  const folder = resolve(flags.out ?? join(root, 'generated'));
  if (flags.check) {
    const fresh = isFresh(root, folder);
    if (!fresh) console.error('generated/ does not fit specs/; run: npm run generate');
    return fresh ? 0 : 1;
  }
  const foreign = flags.out === undefined ? undefined : findForeign(folder);
  if (foreign !== undefined)
    throw new UsageError(
      `--out ${flags.out}: ${foreign} is not of the generator, and would go; name an empty folder`,
    );
  const started = performance.now();
  const { files, problems } = await generate(root);
  if (problems.length > 0) {
    console.error(
      `${formatProblems(problems)}\n\n${problems.length} problem${problems.length === 1 ? '' : 's'} in specs/; nothing was written.`,
    );
    return 1;
  }
  const changed = writeGenerated(folder, files);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  for (const path of changed) console.log(`  ${path}`);
  console.log(`${files.length} files, ${changed.length} changed (${seconds} s)`);
  return 0;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  await runProgram(HELP, main);
}
