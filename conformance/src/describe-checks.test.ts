import { describe, expect, it } from 'vitest';
import { CONTRACTS } from './contracts.ts';
import { describeChecks } from './describe-checks.ts';

describe('the list of checks', () => {
  it('has a page, a consequence and a fix for every check', async () => {
    for (const contract of CONTRACTS) {
      for (const { id, page, why, fix, clause } of await describeChecks(contract)) {
        expect({ id, all: [page, why, fix, clause].every((text) => text.length > 10) }).toEqual({
          id,
          all: true,
        });
      }
    }
  });
});
