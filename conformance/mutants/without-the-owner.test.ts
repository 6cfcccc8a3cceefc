import { describe, expect, it } from 'vitest';
import { BENCHES } from './benches.ts';
import { useVirtualTime } from './use-virtual-time.ts';

useVirtualTime();

/** Mutants that would catch if a more specific requirement did not own the clause. */
const OWNED = [
  'getStatus: returns a 200 with an unlisted value of /logs/*/level',
  'getStatus: returns a 200 without /logs/*/timestamp',
  'returns numbers as tokens',
  'asyncValidate: returns the problems of moreInfo as one string',
  'omits errors when it rejects a request without descriptorKind',
  'returns a 501 without an error string for a termination request',
  'getReverseProvisioningStatus: returns a 200 without /updates',
  'names an update by a path with an empty segment',
  'ends a reverse provisioning as TERMINATED',
];

const MUTANTS = BENCHES.find(({ contract }) => contract === 'tech-adapter')?.mutants ?? [];

async function caught(defect: string, withOwner: boolean): Promise<string[]> {
  const mutant = MUTANTS.find((one) => one.defect === defect);
  if (mutant === undefined) throw new Error(`there is no mutant '${defect}'`);
  const { checks } = await mutant.run({ skip: withOwner ? [] : [mutant.caughtBy] });
  const told = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return [
    ...new Set(told.map(({ requirement }) => (requirement === mutant.caughtBy ? 'its owner' : requirement))),
  ];
}

describe('each clause has one owner', () => {
  it.each(OWNED)('only its owner catches %s: without it the server passes', async (defect) => {
    expect(await caught(defect, true)).toEqual(['its owner']);
    expect(await caught(defect, false)).toEqual([]);
  });
});
