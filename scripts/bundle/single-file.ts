import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Name of the command of the conformance suite as one file. */
export const SINGLE_FILE = 'tessera-conformance.mjs';

/** What the suite reads from its package at run time: folders, and files. */
const OWN_FOLDERS = ['requirements', 'requirements/explained'];
const OWN_FILES = ['package.json', 'report.schema.json'];

/**
 * Writes the command of the conformance suite with everything that it reads as one file, which runs in any folder.
 * @param room folder of the suite
 * @param fresh folder of a bundle with the same code, and with its licenses
 */
export async function writeSingleFile(room: string, fresh: string): Promise<void> {
  const outfile = join(fresh, SINGLE_FILE);
  await build({
    stdin: {
      contents: "import { main } from './src/cli.ts';\nprocess.exitCode = await main(process.argv.slice(2));",
      resolveDir: room,
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['tessera-source'],
    plugins: [ownFiles(room)],
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
    banner: {
      js: "#!/usr/bin/env node\nimport{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
  });
  const licenses = readFileSync(join(fresh, 'THIRD-PARTY.txt'), 'utf8').replaceAll('*/', '* /');
  writeFileSync(outfile, `/*\n${licenses}*/\n`, { flag: 'a' });
  chmodSync(outfile, 0o755);
}

/** Puts the files of the package into the module that reads them. */
function ownFiles(room: string): Plugin {
  const listed = OWN_FOLDERS.flatMap((folder) =>
    readdirSync(join(room, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${folder}/${name}`),
  );
  const texts = [...listed, ...OWN_FILES].map((path) => [path, readFileSync(join(room, path), 'utf8')]);
  return {
    name: 'own-files',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]conformance[\\/]src[\\/]own-files\.ts$/ }, () => ({
        contents: `const texts = new Map(${JSON.stringify(texts)});
export function readOwnFile(path) {
  const text = texts.get(path);
  if (text === undefined) throw new Error(path + ' is not in the single-file build');
  return text;
}`,
      }));
    },
  };
}
