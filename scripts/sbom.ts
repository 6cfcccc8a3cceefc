import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from './check/command.ts';
import { readPackages } from './check/versions.ts';
import { readFlags, runProgram } from './flags.ts';
import { type Bom, partOf } from './sbom/part-of.ts';

const HELP = `Writes an inventory of each public package, with everything that it needs at run time, as CycloneDX JSON.

Usage: npm run sbom -- [flags]
  --out DIR  folder of the files (default reports/sbom)
  --help     print this

Examples
  npm run sbom
  npm run sbom -- --out ./inventory`;

const ROOT = resolve(import.meta.dirname, '..');

await runProgram(HELP, async (argv) => {
  const { out } = readFlags(argv, { out: { type: 'string', default: 'reports/sbom' } });
  const folder = resolve(ROOT, out);
  // Not for one workspace, which overflows the stack of npm, and not with --omit dev, which leaves out what is used at run
  // time and for development.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library'];
  const { code, stdout, output } = await runCommand(ROOT, 'npm', args);
  if (code !== 0) {
    console.error(`npm sbom failed: run npm ci, then try again\n${output.trimEnd()}`);
    return 1;
  }
  const whole: Bom = JSON.parse(stdout);
  mkdirSync(folder, { recursive: true });
  const packages = readPackages(ROOT).slice(1);
  const runtime = new Map(
    packages.map(({ json }) => [
      `${json.name}@${json.version}`,
      new Set(Object.keys(json.dependencies ?? {})),
    ]),
  );
  for (const { json } of packages) {
    if (json.private === true || json.name === undefined) continue;
    const bom = partOf(whole, `${json.name}@${json.version}`, runtime);
    const file = join(folder, `${json.name.replace(/^@/, '').replace('/', '-')}.cdx.json`);
    writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
    console.log(`${file}: ${bom.components.length} packages`);
  }
  return 0;
});
