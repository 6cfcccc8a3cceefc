/**
 * The effect of a violation on the platform, independent of the level: a task of the platform fails or has a wrong
 * result, the platform works with less, or clients tolerate it.
 */
export const SEVERITIES = ['breaks', 'degrades', 'untidy'] as const;
export type Severity = (typeof SEVERITIES)[number];
