import type { EntityResult } from '@tessera/platform/routes';
import { describe, expect, it } from 'vitest';
import { describeTrend, hasTrend, trendOf } from './trend.ts';

const result = (outcome: EntityResult['outcome'], value: number | null = null): EntityResult => ({
  ...{ reportId: '1', outcome, isError: false, value, resourceId: 'urn:x', resourceName: null },
  creationTime: '2026-01-01T00:00:00Z',
});

describe('a trend', () => {
  it('begins with the oldest result, and shows a worse outcome higher', () => {
    const bars = trendOf([result('error'), result('warning'), result('ok')], 12);
    expect(bars.map(({ outcome }) => outcome)).toEqual(['ok', 'warning', 'error']);
    expect(bars.map(({ height }) => height)).toEqual([0.3, 0.75, 1]);
  });

  it('draws measured values between their least and greatest', () => {
    const bars = trendOf([result('ok', 20), result('ok', 15), result('ok', 10)], 12);
    expect(bars.map(({ height }) => height)).toEqual([0.15, 0.575, 1]);
    expect(trendOf([result('ok', 7)], 12)).toEqual([{ outcome: 'ok', height: 1 }]);
  });

  it('leaves out the oldest results when there are too many', () => {
    expect(trendOf([result('ok'), result('error')], 1)).toEqual([{ outcome: 'ok', height: 0.3 }]);
  });

  it('needs three results', () => {
    expect(hasTrend([result('ok'), result('error')])).toBe(false);
    expect(hasTrend([result('ok'), result('error'), result('ok')])).toBe(true);
  });

  it('can be said in words', () => {
    const results = [result('error'), result('ok'), result('error'), result('not_blocking_error')];
    expect(describeTrend(results, 12)).toBe('Last 4 evaluations: 2 error, 1 ok, 1 not blocking error');
    const broken = { ...result('error'), isError: true };
    expect(describeTrend([result('error'), broken], 12)).toBe('Last 2 evaluations: 1 error, 1 not evaluated');
  });
});
