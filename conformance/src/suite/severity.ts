import type { Requirement } from './requirement.ts';

/**
 * What a departure does to the platform, apart from how binding the sentence is: a task of it stops or ends wrongly, it
 * goes on with less, or readers cope.
 */
export const SEVERITIES = ['breaks', 'degrades', 'untidy'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Follows from the level, where the register does not say it. */
export function severityOf({ level, chosen, severity }: Requirement): Severity {
  if (severity !== undefined) return severity;
  if (level === 'MAY' || chosen !== undefined) return 'untidy';
  return level === 'MUST' ? 'breaks' : 'degrades';
}
