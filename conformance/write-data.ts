import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kill } from './mutants/kills.ts';
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
const kills: Kills = { ...known, ...(folder === undefined ? {} : readKills(folder)) };
const sorted = Object.fromEntries(
  CONTRACTS.filter((contract) => kills[contract] !== undefined).map((contract) => [
    contract,
    kills[contract],
  ]),
);
writeFileSync(here('./requirements/kills.json'), `${JSON.stringify(sorted, null, 1)}\n`);
writeFileSync(here('./CHECKS.md'), await renderChecks(CONTRACTS));
execFileSync('npx', ['biome', 'format', '--write', 'config.schema.json', 'requirements/kills.json'], {
  cwd: here('.'),
});

/** By contract and requirement; what was run twice counts once. */
function readKills(path: string): Kills {
  if (!existsSync(path))
    throw new Error(`${path}: there is no such folder; run the mutants with KILLS=${path}`);
  const contracts: Record<string, Record<string, { name: string; crime: string }[]>> = {};
  for (const file of readdirSync(path)) {
    const all: Kill[] = readFileSync(join(path, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    const own = [...new Map(all.map((kill) => [kill.name, kill])).values()].sort(byName);
    for (const { contract, name, crime, killedBy } of own) {
      const requirements = contracts[contract] ?? {};
      for (const id of killedBy) requirements[id] = [...(requirements[id] ?? []), { name, crime }];
      contracts[contract] = requirements;
    }
  }
  return contracts;
}

function byName(left: Kill, right: Kill): number {
  return left.name < right.name ? -1 : 1;
}
