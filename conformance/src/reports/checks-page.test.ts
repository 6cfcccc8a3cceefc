import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NEVER_ALONE, whyNeverAlone } from '../../mutants/never-alone.ts';
import { CONTRACTS } from '../contracts.ts';
import { describeChecks } from '../describe-checks.ts';
import { renderChecks, sharedRequirements } from './checks-page.ts';

describe('CHECKS.md', () => {
  it('says what the checks and the mutants say', { timeout: 30_000 }, async () => {
    const written = readFileSync(new URL('../../CHECKS.md', import.meta.url), 'utf8');
    expect(written, 'run conformance/write-data.ts').toBe(await renderChecks(CONTRACTS, whyNeverAlone));
  });

  it('has a page, a consequence and a way out for every check', { timeout: 30_000 }, async () => {
    for (const contract of CONTRACTS) {
      for (const { id, page, why, fix, clause } of await describeChecks(contract)) {
        expect({ id, all: [page, why, fix, clause].every((text) => text.length > 10) }).toEqual({
          id,
          all: true,
        });
      }
    }
  });

  it('says of every binding requirement that removing its check lets a wrong server live, or why none can', async () => {
    const used = new Set<string>();
    const unexplained: string[] = [];
    for (const contract of CONTRACTS) {
      const checks = await describeChecks(contract);
      const requirements = [...new Map(checks.map((check) => [check.requirement, check])).values()];
      for (const { requirement } of sharedRequirements(requirements)) {
        const key = [`${contract} ${requirement}`, requirement].find((one) => one in NEVER_ALONE);
        if (key === undefined) unexplained.push(`${contract} ${requirement}`);
        else used.add(key);
      }
    }
    expect(unexplained).toEqual([]);
    expect(Object.keys(NEVER_ALONE).filter((key) => !used.has(key))).toEqual([]);
  });
});
