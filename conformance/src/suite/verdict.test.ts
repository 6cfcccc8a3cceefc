import { describe, expect, it } from 'vitest';
import { type Ballot, EXIT, weigh } from './verdict.ts';

const pass = { verdict: 'pass', level: 'MUST' } as const;
const ballot = (changes: Partial<Ballot>): Ballot => ({
  outcomes: [pass],
  unreachable: false,
  interrupted: false,
  deselected: 0,
  staleWaivers: 0,
  ...changes,
});

describe('the verdict of a run', () => {
  it.each([
    { given: {}, want: EXIT.conformant, name: 'everything passed' },
    {
      given: { outcomes: [pass, { verdict: 'warn', level: 'SHOULD' }] },
      want: EXIT.conformant,
      name: 'something warned',
    },
    {
      given: { outcomes: [pass, { verdict: 'fail', level: 'MUST' }] },
      want: EXIT.nonConformant,
      name: 'something failed',
    },
    {
      given: { outcomes: [pass, { verdict: 'not-testable', level: 'MUST' }] },
      want: EXIT.partial,
      name: 'a MUST was not testable',
    },
    {
      given: { outcomes: [pass, { verdict: 'not-testable', level: 'SHOULD' }] },
      want: EXIT.conformant,
      name: 'a SHOULD was not testable',
    },
    {
      given: { outcomes: [pass, { verdict: 'waived', level: 'MUST' }] },
      want: EXIT.partial,
      name: 'a MUST is waived',
    },
    {
      given: { outcomes: [pass, { verdict: 'known-flaky', level: 'MUST' }] },
      want: EXIT.partial,
      name: 'a MUST is known to be flaky and failed',
    },
    { given: { deselected: 1 }, want: EXIT.partial, name: 'a MUST was excluded' },
    {
      given: { outcomes: [{ verdict: 'not-applicable', level: 'MUST', evidence: [1, 2] }], deselected: 1 },
      want: EXIT.partial,
      name: 'the only selected check saw no relevant response',
    },
    {
      given: { outcomes: [{ verdict: 'not-applicable', level: 'MUST', evidence: [] }], deselected: 1 },
      want: EXIT.nothingExecuted,
      name: 'the only selected check saw nothing',
    },
    { given: { interrupted: true }, want: EXIT.partial, name: 'the run was interrupted' },
    {
      given: { outcomes: [pass, { verdict: 'harness-error', level: 'MAY' }] },
      want: EXIT.harnessError,
      name: 'the suite failed',
    },
    { given: { outcomes: [] }, want: EXIT.nothingExecuted, name: 'nothing was executed' },
    {
      given: { outcomes: [{ verdict: 'not-applicable', level: 'MUST' }] },
      want: EXIT.nothingExecuted,
      name: 'nothing was applicable',
    },
    {
      given: {
        outcomes: [
          { verdict: 'pass', level: 'SHOULD' },
          { verdict: 'not-applicable', level: 'MUST' },
        ],
      },
      want: EXIT.nothingExecuted,
      name: 'no binding check was executed',
    },
    {
      given: { unreachable: true, outcomes: [] },
      want: EXIT.unreachable,
      name: 'the server does not respond',
    },
    { given: { staleWaivers: 1 }, want: EXIT.staleWaiver, name: 'a waiver is stale' },
  ] satisfies { given: Partial<Ballot>; want: number; name: string }[])(
    'is $want when $name',
    ({ given, want }) => {
      expect(weigh(ballot(given)).exitCode).toBe(want);
    },
  );

  it.each([
    ['must', 'breaks', EXIT.conformant],
    ['breaks', 'breaks', EXIT.nonConformant],
    ['breaks', 'degrades', EXIT.conformant],
    ['should', 'untidy', EXIT.nonConformant],
  ] as const)(
    'with --fail-on %s and a warning that %s, ends with %i and the verdict stays',
    (failOn, severity, code) => {
      const outcomes = [pass, { verdict: 'warn', level: 'SHOULD', severity }] as const;
      expect(weigh(ballot({ outcomes, failOn }))).toEqual({ verdict: 'conformant', exitCode: code });
    },
  );
});
