import type { Requirement } from './requirement.ts';

/**
 * The effect of a violation on the platform, independent of the level: a task of the platform fails or has a wrong
 * result, the platform works with less, or clients tolerate it.
 */
export const SEVERITIES = ['breaks', 'degrades', 'untidy'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The default follows from the level. */
export function severityOf({ level, chosen, severity }: Requirement): Severity {
  if (severity !== undefined) return severity;
  if (level === 'MAY' || chosen !== undefined) return 'untidy';
  return level === 'MUST' ? 'breaks' : 'degrades';
}
