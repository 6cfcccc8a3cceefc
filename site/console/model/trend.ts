import type { EntityResult } from '@tessera/platform/routes';
import { count, inWords } from './format.ts';

/** A bar of a trend. */
export interface TrendBar {
  readonly outcome: string;
  /** From 0 to 1. */
  readonly height: number;
}

/** Heights of the outcomes of a policy: a worse one is higher, so that the colors are not needed. */
const HEIGHTS: Readonly<Record<string, number>> = {
  ok: 0.3,
  info: 0.5,
  warning: 0.75,
  not_blocking_error: 0.75,
  error: 1,
};

/** The lowest bar of a measured value. */
const LOWEST = 0.15;

/** Fewer results say nothing about how they change. */
const FEWEST = 3;

/** Whether there are enough results for a chart. */
export function hasTrend(results: readonly EntityResult[]): boolean {
  return results.length >= FEWEST;
}

/** Bars of the latest results, the oldest first. Measured values are drawn between their least and greatest. */
export function trendOf(results: readonly EntityResult[], most: number): TrendBar[] {
  const latest = results.slice(0, most).toReversed();
  const values = latest.flatMap(({ value }) => value ?? []);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  return latest.map(({ outcome, value }) => {
    const share = value === null || greatest === least ? 1 : (value - least) / (greatest - least);
    const height = value === null ? (HEIGHTS[outcome] ?? LOWEST) : LOWEST + (1 - LOWEST) * share;
    return { outcome, height };
  });
}

/** The same in words. */
export function describeTrend(results: readonly EntityResult[], most: number): string {
  const latest = results.slice(0, most);
  const outcomes = new Map<string, number>();
  for (const { outcome, isError } of latest) {
    const words = isError ? 'not evaluated' : inWords(outcome).toLowerCase();
    outcomes.set(words, (outcomes.get(words) ?? 0) + 1);
  }
  const parts = [...outcomes].map(([words, number]) => `${number} ${words}`);
  return `Last ${count(latest.length, 'evaluation')}: ${parts.join(', ')}`;
}
