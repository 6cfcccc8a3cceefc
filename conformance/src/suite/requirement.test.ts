import { describe, expect, it } from 'vitest';
import { techAdapterSuite } from '../cases/tech-adapter.ts';
import { listChecks } from '../run-conformance.ts';
import { FINGERPRINT_COUNT } from './fingerprints.ts';
import { freeze, loadRequirements } from './requirement.ts';

const requirements = loadRequirements(techAdapterSuite.requirements);
const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`);

describe('the register of requirements', () => {
  it('contains every requirement for a tech adapter', () => {
    const ids = new Set(requirements.map(({ id }) => id));
    const wanted = [...numbered('X', 17), ...numbered('A', 15), ...numbered('TA', 40)];
    expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe(requirements.length);
  });

  it('has a check for each of them, or a reason why not', async () => {
    const checked = new Set((await listChecks('tech-adapter')).map(({ requirement }) => requirement.id));
    const asked = freeze(requirements, techAdapterSuite.frozen);
    expect(
      asked.filter(({ id, notTestedReason }) => checked.has(id) === (notTestedReason !== undefined)),
    ).toEqual([]);
  });

  it('gives every requirement a clause and a reason', () => {
    expect(requirements.filter(({ clause, why }) => clause === '' || why === '')).toEqual([]);
  });

  it('scores every requirement, or has a reason why not', () => {
    const outside = freeze(requirements, techAdapterSuite.frozen).filter(
      ({ chosen }) => chosen !== undefined,
    );
    expect(outside.map(({ id }) => id)).toEqual([]);
  });

  it('fails no target for a requirement that was added after the set was frozen', () => {
    const later = {
      id: 'TA-99',
      level: 'MUST',
      basis: 'required',
      title: 'new',
      clause: 'new',
      why: 'new',
    } as const;
    expect(freeze([later], techAdapterSuite.frozen)[0]?.chosen).toContain('frozen');
  });

  it.each([
    { contractVersion: '2.0.0', asked: ['TA-11', 'TA-20'], notYet: ['TA-01', 'TA-34', 'TA-26', 'TA-15'] },
    { contractVersion: '2.1.0', asked: ['TA-01', 'TA-02'], notYet: ['TA-03', 'TA-34', 'TA-26'] },
    { contractVersion: '2.2.0', asked: ['TA-03', 'TA-34'], notYet: ['TA-26', 'TA-15'] },
    { contractVersion: '2.5', asked: ['TA-26', 'TA-15', 'TA-34'], notYet: [] },
  ])(
    'checks contract version $contractVersion for its features, and for nothing newer',
    async ({ contractVersion, asked, notYet }) => {
      const ids = (await listChecks('tech-adapter', contractVersion)).map(
        ({ requirement }) => requirement.id,
      );
      expect(ids).toEqual(expect.arrayContaining(asked));
      expect(notYet.filter((id) => ids.includes(id))).toEqual([]);
    },
  );

  it('knows at least twenty-five framework errors', () => {
    expect(FINGERPRINT_COUNT).toBeGreaterThanOrEqual(25);
  });
});
