import { describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { BENCHES } from '../mutants/benches.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { EVERYWHERE } from './everywhere.ts';

useVirtualTime();

const ALARMS = ['fail', 'warn', 'harness-error'];

const CASES = BENCHES.flatMap(({ contract, runAround }) =>
  runAround === undefined
    ? []
    : EVERYWHERE.map(({ name, tamper }) => ({ contract, name, tamper, runAround })),
);

describe('a conformant server', () => {
  it.each(oneIn(8, CASES))('has no violation: $contract, $name', async ({ tamper, runAround }) => {
    const report = await runAround(tamper());
    const alarms = report.checks.filter(({ verdict }) => ALARMS.includes(verdict));
    expect(alarms.map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }))).toEqual(
      [],
    );
    expect(report.verdict).toBe('conformant');
  });
});
