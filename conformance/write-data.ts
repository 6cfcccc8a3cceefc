import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RightLine } from './mutants/exhibits.ts';
import type { Kill } from './mutants/kills.ts';
import { whyNeverAlone } from './mutants/never-alone.ts';
import { describePages, readExhibits } from './pages/describe-pages.ts';
import { chooseExhibits } from './pages/exhibits.ts';
import { configSchema } from './src/config-schema.ts';
import { CONTRACTS } from './src/contracts.ts';
import type { Kills } from './src/describe-checks.ts';
import { renderChecks } from './src/reports/checks-page.ts';

/*
 * Writes what follows from the sources: run it after a change of flags, checks or mutants.
 *
 *   KILLS=/tmp/kills npx vitest run --project conformance conformance/mutants
 *   npx tsx --conditions=tessera-source conformance/write-data.ts /tmp/kills
 *
 * Contracts that the folder tells nothing about keep what was known about them.
 */
const here = (path: string): URL => new URL(path, import.meta.url);

writeFileSync(here('./config.schema.json'), `${JSON.stringify(configSchema(), null, 2)}\n`);

const known: Kills = JSON.parse(readFileSync(here('./requirements/kills.json'), 'utf8'));
const [, , folder] = process.argv;
if (folder !== undefined && !existsSync(folder))
  throw new Error(`${folder}: there is no such folder; run the mutants with KILLS=${folder}`);
const recorded = new Map(CONTRACTS.map((contract) => [contract, readKills(contract)]));
const kills = Object.fromEntries(
  CONTRACTS.map((contract) => [contract, byRequirement(recorded.get(contract) ?? []) ?? known[contract]]),
);
writeFileSync(here('./requirements/kills.json'), `${JSON.stringify(kills, null, 1)}\n`);
writeFileSync(here('./CHECKS.md'), await renderChecks(CONTRACTS, whyNeverAlone));
for (const contract of CONTRACTS) {
  const seen = recorded.get(contract) ?? [];
  const exhibits =
    seen.length === 0
      ? readExhibits(contract)
      : chooseExhibits(seen, readLines<RightLine>(`${contract}.right.ndjson`));
  const pages = await describePages(contract, exhibits);
  writeFileSync(here(`./pages/${contract}.json`), `${JSON.stringify(pages, null, 1)}\n`);
}
execFileSync(
  'npx',
  ['biome', 'format', '--write', 'config.schema.json', 'requirements/kills.json', 'pages'],
  {
    cwd: here('.'),
  },
);

/** What caught the mutants of a contract; what was run twice counts once. */
function readKills(contract: string): Kill[] {
  const all = readLines<Kill>(`${contract}.ndjson`);
  return [...new Map(all.map((kill) => [kill.name, kill])).values()].sort(byName);
}

function readLines<T>(name: string): T[] {
  const file = folder === undefined ? '' : join(folder, name);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Undefined when nothing was recorded. */
function byRequirement(all: readonly Kill[]): Kills[string] | undefined {
  if (all.length === 0) return undefined;
  const requirements: Record<string, { name: string; crime: string }[]> = {};
  for (const { name, crime, killedBy } of all)
    for (const id of killedBy) requirements[id] = [...(requirements[id] ?? []), { name, crime }];
  return requirements;
}

function byName(left: Kill, right: Kill): number {
  return left.name < right.name ? -1 : 1;
}
