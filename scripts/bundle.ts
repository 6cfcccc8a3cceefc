import { join, resolve } from 'node:path';
import { compiledOpenapi } from './bundle/compiled-openapi.ts';
import { copyDeclarations } from './bundle/declarations.ts';
import { writeSingleFile } from './bundle/single-file.ts';
import { bundleValidators } from './bundle/validators.ts';
import { type Bundle, writeBundle } from './bundle/write-bundle.ts';
import { readFlags, runProgram } from './flags.ts';

const HELP = `Writes the commands of the packages as bundles, with what they need. Part of npm run prepare and npm run build, after
the compiler.

Usage: npm run bundle -- [flags]
  --help  print this

Examples
  npm run bundle`;

const ROOT = resolve(import.meta.dirname, '..');
const CONFORMANCE = join(ROOT, 'conformance');
const SERVERS = join(ROOT, 'reference-servers');

const BUNDLES: readonly Bundle[] = [
  // Command, library, and the declarations of the library's entry point: its users need no other package. And the
  // command as one file, for machines without npm.
  {
    room: CONFORMANCE,
    entries: ['src/cli.ts', 'src/index.ts'],
    folder: 'dist',
    complete: (fresh) => {
      const declarations = join(CONFORMANCE, '.cache/declarations');
      copyDeclarations('index.d.ts', { declarations, contracts: join(ROOT, 'generated') }, fresh);
      return writeSingleFile(CONFORMANCE, fresh);
    },
  },
  // The command is bundled because it then starts in half the time. The library stays in modules, because its users
  // share its fastify; of it, only the router is bundled, because of the code compiled into it.
  {
    room: SERVERS,
    entries: ['src/main.ts'],
    folder: 'dist/command',
    external: ['@tessera/contracts/*'],
    plugins: [compiledOpenapi()],
    complete: (fresh) => bundleValidators(SERVERS, fresh),
  },
  {
    room: SERVERS,
    entries: [{ in: 'fastify-openapi-glue', out: 'glue' }],
    folder: 'dist/glue',
    external: ['ajv', 'ajv-formats', 'yaml'],
    plugins: [compiledOpenapi()],
  },
];

await runProgram(HELP, async (argv) => {
  readFlags(argv, {});
  for (const bundle of BUNDLES) await writeBundle(bundle);
  return 0;
});
