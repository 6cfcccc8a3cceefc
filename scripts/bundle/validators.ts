import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runCommand } from '../check/command.ts';

/** Has a room compile its validators into the folder `validators` of its bundle, and puts into each what it needs. */
export async function bundleValidators(room: string, bundle: string): Promise<void> {
  const folder = join(bundle, 'validators');
  mkdirSync(folder);
  const { code, output } = await runCommand(room, 'npm', ['run', '--silent', 'validators', '--', folder]);
  if (code !== 0) throw new Error(output);
  await build({
    entryPoints: readdirSync(folder).map((file) => join(folder, file)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    allowOverwrite: true,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minify: true,
    logLevel: 'warning',
  });
}
