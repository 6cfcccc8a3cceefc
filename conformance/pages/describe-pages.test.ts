import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../src/contracts.ts';
import { describeChecks } from '../src/describe-checks.ts';
import { type ContractPages, describePages, readExhibits } from './describe-pages.ts';

describe.each(CONTRACTS)('the pages of %s', (contract) => {
  const written: ContractPages = JSON.parse(
    readFileSync(new URL(`./${contract}.json`, import.meta.url), 'utf8'),
  );

  it('say what the register and the checks say', async () => {
    const fresh = await describePages(contract, readExhibits(contract));
    expect(written, 'npm run data:conformance').toEqual(JSON.parse(JSON.stringify(fresh)));
  });

  it('are where --list says that they are', async () => {
    const routes = new Set(written.requirements.map(({ page }) => page));
    const named = (await describeChecks(contract)).map(({ page }) => page);
    expect(named.filter((page) => !routes.has(page))).toEqual([]);
  });

  it('show a wrong answer of every requirement that has caught a wrong server', () => {
    const silent = written.requirements.filter(
      ({ mutants, wrong }) => mutants.length > 0 && wrong === undefined,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});
