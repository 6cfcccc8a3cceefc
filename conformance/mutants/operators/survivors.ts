/** A-10 compares tasks that took equally many polls with one that a run leaves without polls. */
const NONE_ALONE = 'A-10 needs a task of the operation that is left without polls, and a run leaves none';

/**
 * Derived mutants that no check catches, with the reason, by contract and defect. The nightly tests assert that each
 * still survives: a check that catches one shortens the list.
 */
export const SURVIVORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'tech-adapter': {
    'provision: makes progress only while it is polled': NONE_ALONE,
    'runReverseProvisioning: makes progress only while it is polled': NONE_ALONE,
  },
  'data-catalog-plugin': {
    'unprovision: makes progress only while it is polled': NONE_ALONE,
  },
};
