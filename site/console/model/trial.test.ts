import { describe, expect, it } from 'vitest';
import { verdictOf } from './trial.ts';

describe('the verdict on a trial', () => {
  it('is that the resource complies', () => {
    const verdict = verdictOf({ isError: false, satisfiesPolicy: true, errors: [] });
    expect(verdict).toEqual({ kind: 'complies', findings: [], scriptFindings: [] });
  });

  it('names the places in the descriptor that violate the policy', () => {
    const errors = ['descriptor:2:1: maturity: conflicting values'];
    expect(verdictOf({ isError: false, satisfiesPolicy: false, errors })).toMatchObject({
      kind: 'violates',
      findings: [{ place: { line: 2, column: 1 }, message: 'maturity: conflicting values' }],
      scriptFindings: [],
    });
  });

  it('names the place in a script that is wrong', () => {
    const errors = ["cueScript:3:9: expected operand, found '='"];
    expect(verdictOf({ isError: true, errors })).toMatchObject({
      kind: 'not evaluated',
      findings: [],
      scriptFindings: [{ place: { line: 3, column: 9 }, message: "expected operand, found '='" }],
    });
  });
});
