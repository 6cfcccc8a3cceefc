import { describe, expect, it } from 'vitest';
import { readBehaviors, untested } from './list-behaviors.ts';

describe('the list of behaviors', () => {
  const report = readBehaviors();

  it('is complete and numbered without gaps', () => {
    expect([...report.statements.keys()]).toEqual(Array.from({ length: 176 }, (_, index) => index + 1));
  });

  it('has a test for every statement', () => {
    expect(untested(report)).toEqual([]);
  });

  it('has a statement for every number that a test names', () => {
    expect([...report.titles.keys()].filter((n) => !report.statements.has(n))).toEqual([]);
  });
});
