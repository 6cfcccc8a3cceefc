import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { CONTRACTS, findSuite } from '../contracts.ts';
import { listChecks } from '../run-conformance.ts';
import { BASES, freeze, loadRequirements, severityOf } from '../suite/requirement.ts';
import { SEVERITIES } from '../suite/severity.ts';

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`);

/** The normative list of each contract. */
const NORMATIVE: Readonly<Record<string, readonly string[]>> = {
  'custom-url-picker': numbered('UP', 17),
  'perimeter-resolver': numbered('PR', 13),
  'remote-engine': numbered('RE', 9),
  'llm-engine': numbered('LE', 4),
};

describe.each(CONTRACTS)('the register of %s', (contract) => {
  it('has a check for every requirement, or a reason why not', async () => {
    const suite = await findSuite(contract);
    const requirements = freeze(loadRequirements(suite.requirements), suite.frozen);
    const checked = new Set((await listChecks(contract)).map(({ requirement }) => requirement.id));
    const silent = requirements.filter(
      ({ id, notTestedReason }) => checked.has(id) === (notTestedReason !== undefined),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('states once for every requirement its clause, its basis, its severity and whether it is scored', async () => {
    const { requirements, frozen } = await findSuite(contract);
    const all = loadRequirements(requirements);
    expect(
      all.filter(({ clause, why, title }) => [clause, why, title].includes('')).map(({ id }) => id),
    ).toEqual([]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ basis }) => !BASES.includes(basis)).map(({ id }) => id)).toEqual([]);
    expect(all.filter((one) => !SEVERITIES.includes(severityOf(one))).map(({ id }) => id)).toEqual([]);
    const reasoned = all.filter(({ basis }) => basis === 'observed' || basis === 'chosen');
    expect(all.filter(({ chosen }) => chosen !== undefined)).toEqual(reasoned);
    const later = freeze(all, frozen).filter(({ chosen }) => chosen?.includes('frozen') === true);
    expect(later.map(({ id }) => id)).toEqual([]);
  });
});

describe.each(CONTRACTS.filter((contract) => contract !== 'platform' && contract !== 'integrator'))(
  'the derived requirements of %s',
  (contract) => {
    it('bind exactly if a sentence of the contract states them', async () => {
      const { requirements, contract: tables } = await findSuite(contract);
      const texts = await Promise.all([tables.table.id, 'extension-points'].map(descriptionsOf));
      const derived = loadRequirements(requirements).filter(({ basis }) => basis === 'derived');
      const odd = derived.filter(({ level, sentence }) => (level === 'MUST') !== (sentence !== undefined));
      expect(odd.map(({ id }) => id)).toEqual([]);
      const unstated = derived.filter(
        ({ sentence }) => sentence !== undefined && !texts.join(' ').includes(sentence),
      );
      expect(unstated.map(({ id }) => id)).toEqual([]);
    });
  },
);

/** All descriptions of an API, as one text. */
async function descriptionsOf(api: string): Promise<string> {
  const text = await readFile(
    new URL(import.meta.resolve(`@tessera/contracts/bundle/${api}.openapi.json`)),
    'utf8',
  );
  const found: string[] = [];
  JSON.parse(text, (key, value) => {
    if (key === 'description' && typeof value === 'string') found.push(value.replaceAll(/\s+/g, ' '));
    return value;
  });
  return found.join(' ');
}

describe.each(Object.entries(NORMATIVE))('the normative list of %s', (contract, ids) => {
  it('is in the register', async () => {
    const suite = await findSuite(contract);
    const known = new Set(loadRequirements(suite.requirements).map(({ id }) => id));
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
  });
});
