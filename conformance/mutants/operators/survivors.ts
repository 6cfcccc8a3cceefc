/**
 * Derived mutants that no check catches, with the reason, by contract and defect. The nightly tests assert that each
 * still survives: a check that catches one shortens the list.
 */
export const SURVIVORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
