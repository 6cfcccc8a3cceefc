/** Sentences that tests and readers look for in the console. */
export const HYDRATION_ERROR_PREFIX = 'Recoverable hydration error:';
