import type { EvaluationResult } from '@tessera/contracts/types/governance';
import { describe, expect, it } from 'vitest';
import { notesByLine, readFinding, resourcesOf } from './report.ts';

const result = (
  id: string,
  outcome: EvaluationResult['outcome'],
  errors: readonly string[] = [],
): EvaluationResult => ({
  governanceEntityId: `policy of ${outcome}`,
  governanceEntityStatus: 'enabled',
  governanceEntityType: 'policy',
  resource: { id, environment: 'development', resourceType: 'dataproduct', descriptor: 'name: x\n' },
  outcome,
  result: { isError: false, errors: [...errors] },
});

describe('an error of an evaluation', () => {
  it.each([
    [
      'descriptor:16:3: maturity: conflicting values',
      { line: 16, column: 3 },
      'maturity: conflicting values',
    ],
    [
      'the descriptor cannot be read: Nested mappings are not allowed at line 2, column 7',
      { line: 2, column: 7 },
      'the descriptor cannot be read: Nested mappings are not allowed',
    ],
    ['original:3:1: name: gone', undefined, 'original:3:1: name: gone'],
    ['the engine timed out', undefined, 'the engine timed out'],
    ['cuePreprocessScript:1:2: wrong', undefined, 'cuePreprocessScript:1:2: wrong'],
  ])('%s has its place', (text, place, message) => {
    expect(readFinding(text, 'key')).toEqual({ key: 'key', place, isAboutScript: false, message });
  });

  it('about the script has its place there', () => {
    expect(readFinding('cueScript:3:9: wrong', 'key')).toEqual({
      key: 'key',
      place: { line: 3, column: 9 },
      isAboutScript: true,
      message: 'wrong',
    });
  });
});

describe('the results of a report', () => {
  it('are grouped by resource, failures first', () => {
    const evaluationResults = [
      result('urn:a', 'ok'),
      result('urn:b', 'ok'),
      result('urn:b', 'error', ['descriptor:1:1: name: wrong']),
      result('urn:a', 'warning'),
    ];
    const resources = resourcesOf({ evaluationResults });
    expect(resources.map(({ id, results }) => [id, results.map(({ outcome }) => outcome)])).toEqual([
      ['urn:b', ['error', 'ok']],
      ['urn:a', ['warning', 'ok']],
    ]);
  });

  it('mark no line for an error of the script', () => {
    const [resource] = resourcesOf({ evaluationResults: [result('urn:a', 'error', ['cueScript:1:1: a'])] });
    expect([...notesByLine(resource?.results ?? [], 2)]).toEqual([]);
  });

  it('mark lines of the descriptor, and its last line for a place behind the end', () => {
    const [resource] = resourcesOf({
      evaluationResults: [result('urn:a', 'error', ['descriptor:1:1: a', 'descriptor:9:1: b', 'c'])],
    });
    const notes = notesByLine(resource?.results ?? [], 2);
    expect([...notes].map(([line, all]) => [line, all.map(({ finding }) => finding.message)])).toEqual([
      [1, ['a']],
      [2, ['b']],
    ]);
  });
});
