import { rules } from '@tessera/contracts/rules';
import { describe, expect, it } from 'vitest';
import { outcomeOfMetric, outcomeOfPolicy, rangeOf, statusOfReport } from './outcomes.ts';
import { fitsSelectors } from './selectors.ts';

describe('the outcome of a policy', () => {
  it.each(
    rules['outcome-of-a-policy'].cases.map(({ title, given, expect }) => [title, given, expect] as const),
  )('follows the contract: %s', (_title, { governanceEntityStatus, severity, result }, wanted) => {
    expect(outcomeOfPolicy({ status: governanceEntityStatus, severity }, result)).toBe(wanted.outcome);
  });

  it('is that of a failure when the policy could not be carried out', () => {
    expect(outcomeOfPolicy({ status: 'enabled', severity: 'error' }, { isError: true })).toBe('error');
    expect(outcomeOfPolicy({ status: 'grace', severity: 'error' }, { isError: true })).toBe(
      'not_blocking_error',
    );
  });
});

describe('the outcome of a metric', () => {
  it('is ok when it measured something, and not_executed otherwise', () => {
    expect(outcomeOfMetric({ value: 0 })).toBe('ok');
    expect(outcomeOfMetric({ isError: true })).toBe('not_executed');
  });
});

describe('the status of a report', () => {
  it.each(
    rules['report-status-from-outcomes'].cases.map(
      ({ title, given, expect }) => [title, given, expect] as const,
    ),
  )('follows the contract: %s', (_title, { evaluationResults }, wanted) => {
    expect(statusOfReport(evaluationResults.map(({ outcome }) => outcome))).toBe(wanted.status);
  });
});

describe('the range of a measured value', () => {
  it.each(
    rules['first-fitting-range'].cases.map(({ title, given, expect }) => [title, given, expect] as const),
  )('follows the contract: %s', (_title, { expression, ranges, measured }, wanted) => {
    expect(rangeOf({ expression, ranges: [...ranges] }, measured)).toEqual(wanted);
  });
});

describe('selectors', () => {
  const descriptor = {
    domain: 'logistics',
    owner: { team: 'own' },
    version: 1,
    tags: ['a', 'b'],
    ports: [{ kind: 'view' }],
  };

  it.each([
    ['a member', [{ path: 'domain', values: ['finance', 'logistics'] }], true],
    ['a member of a member', [{ path: 'owner.team', values: ['own'] }], true],
    ['a number', [{ path: 'version', values: ['1'] }], true],
    ['an element of a list', [{ path: 'tags', values: ['b'] }], true],
    ['a member of an element', [{ path: 'ports.kind', values: ['view'] }], true],
    ['an element by its index', [{ path: 'ports.0.kind', values: ['view'] }], true],
    ['no selector', [], true],
    ['another value', [{ path: 'domain', values: ['finance'] }], false],
    [
      'one of two',
      [
        { path: 'domain', values: ['logistics'] },
        { path: 'owner.team', values: ['x'] },
      ],
      false,
    ],
    ['a member that is not there', [{ path: 'constructor.name', values: ['Object'] }], false],
  ])('look at %s', (_title, selectors, fits) => {
    expect(fitsSelectors(descriptor, selectors)).toBe(fits);
  });

  it('fit nothing in a descriptor that is no object', () => {
    expect(fitsSelectors(undefined, [{ path: 'domain', values: ['logistics'] }])).toBe(false);
  });
});
