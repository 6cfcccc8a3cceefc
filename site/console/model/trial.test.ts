import type { EvaluationReport, EvaluationResultContent } from '@tessera/contracts/types/governance';
import { describe, expect, it } from 'vitest';
import { placeInScript, resourceIdIn, verdictOf } from './trial.ts';

const report = (outcome: 'ok' | 'error', result: EvaluationResultContent): EvaluationReport => ({
  id: '1',
  environment: 'development',
  evaluationScope: 'test',
  status: outcome === 'ok' ? 'completedWithSuccess' : 'completedWithError',
  evaluationResults: [
    {
      governanceEntityId: 'p',
      governanceEntityStatus: 'draft',
      governanceEntityType: 'policy',
      outcome,
      result,
    },
  ],
});

describe('the verdict on a trial', () => {
  it('is that the resource complies', () => {
    const verdict = verdictOf(report('ok', { isError: false, satisfiesPolicy: true, errors: [] }), '');
    expect(verdict).toEqual({ kind: 'complies', findings: [], scriptFindings: [] });
  });

  it('names the places in the descriptor that violate the policy', () => {
    const errors = ['descriptor:2:1: maturity: conflicting values'];
    const verdict = verdictOf(report('error', { isError: false, satisfiesPolicy: false, errors }), '');
    expect(verdict).toMatchObject({
      kind: 'violates',
      findings: [{ place: { line: 2, column: 1 }, message: 'maturity: conflicting values' }],
    });
  });

  it('names the place in a script that is wrong', () => {
    const errors = ['the script is wrong: name: reference "strin" not found'];
    const verdict = verdictOf(report('error', { isError: true, errors }), 'id: string\n\nname: strin');
    expect(verdict).toMatchObject({
      kind: 'not evaluated',
      findings: [],
      scriptFindings: [{ place: { line: 3, column: 1 }, message: 'name: reference "strin" not found' }],
    });
  });
});

describe('the place of an error in a script', () => {
  it.each([
    ['a.b: conflicting values 1 and 2', 'a: {\n  b: 1\n}', { line: 2, column: 3 }],
    ['"with-dash": wrong', 'x: 1\n"with": 2', undefined],
    ["expected '}', found 'EOF'", 'a: {', undefined],
    ['owners?: wrong', 'owners?: string', undefined],
    ['owners: wrong', 'owners?: string', { line: 1, column: 1 }],
  ])('%s', (message, script, place) => {
    expect(placeInScript(script, message)).toEqual(place);
  });
});

describe('the id of a resource', () => {
  it('is read from its descriptor, and stands for a resource without one', () => {
    expect(resourceIdIn('kind: x\nid: urn:dmb:dp:a:1 # the product')).toBe('urn:dmb:dp:a:1');
    expect(resourceIdIn('components:\n  - id: inner')).toBe('resource');
  });
});
