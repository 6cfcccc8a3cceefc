import { describe, expect, it } from 'vitest';
import { describeResult, isAboutFault, splitMessage, splitReferences } from './references.ts';

const reference = (policyId: string, policyName: string, reportId: string, isError = false) => ({
  policyId,
  policyName,
  reportId,
  isError,
  messages: [`policy ${policyId}`],
});

describe('a text of the platform', () => {
  it('is split at the policies and reports that it names', () => {
    const text = 'policy "Says \\"yes\\"" (a1-b2) in report r1-2:x is not satisfied: descriptor:1:1: no';
    const references = [reference('c3', 'No', 'r1'), reference('a1-b2', 'Says "yes"', 'r1-2:x')];
    expect(splitReferences(text, references)).toEqual([
      { text: 'policy ' },
      { text: '"Says \\"yes\\"" (a1-b2)', route: ['policies', 'a1-b2'] },
      { text: ' in ' },
      { text: 'report r1-2:x', route: ['reports', 'r1-2:x'] },
      { text: ' is not satisfied: descriptor:1:1: no' },
    ]);
  });

  it('is one piece without them', () => {
    const text = 'policy "No" (c4) in report r2';
    expect(splitReferences(text, [reference('c3', 'No', 'r1')])).toEqual([{ text }]);
    expect(splitReferences('', [])).toEqual([]);
  });

  it('is about a policy that could not be evaluated only when the platform says so', () => {
    const references = [reference('a', 'A', 'r', true), reference('b', 'B', 'r')];
    expect(isAboutFault('policy a', references)).toBe(true);
    expect(isAboutFault('policy b', references)).toBe(false);
    expect(isAboutFault('policy could not be evaluated', references)).toBe(false);
  });
});

describe('a message of a log', () => {
  it.each([
    ['storage left {"name":{"value":"T"}}', { text: 'storage left', data: { name: { value: 'T' } } }],
    ['Use {id} in the path', { text: 'Use {id} in the path' }],
    ['Creating storage', { text: 'Creating storage' }],
  ])('%s is split', (message, split) => {
    expect(splitMessage(message)).toEqual(split);
  });
});

describe('the result of a task', () => {
  it.each([
    ['deployed', { text: 'deployed' }],
    ['{"errors":[]}', { text: 'Nothing to correct.' }],
    ['{"id":"r1","evaluationResults":[],"errors":[]}', { text: 'Nothing to correct.', reportId: 'r1' }],
    ['{"errors":["a","b"]}', { text: 'a\nb' }],
    ['{"errors":[],"isSkipped":true}', { text: 'Skipped, because the descriptor itself is not valid.' }],
  ])('%s is described', (result, described) => {
    expect(describeResult(result)).toEqual(described);
  });
});
