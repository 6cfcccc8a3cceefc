/**
 * Binding requirements that no server breaks without breaking another one: why, by requirement, or by contract and
 * requirement. A test proves each of them.
 */
export const NEVER_ALONE: Readonly<Record<string, string>> = {
  'data-catalog-plugin A-04':
    'two tasks that share a token share their answers too: A-14 reports the outcome that belongs to the other task',
  'notifications WH-15':
    'it fails nobody: an address where nobody takes notifications is told by WH-02 too, which only warns, and it is WH-15 that keeps the run from being called conformant (variants/notifications.test.ts)',
};

/** Why a requirement of a contract has no mutant of its own; undefined when nothing speaks against one. */
export function whyNeverAlone(contract: string, requirement: string): string | undefined {
  return NEVER_ALONE[`${contract} ${requirement}`] ?? NEVER_ALONE[requirement];
}
