/**
 * Limit of every wait in tests of the platform, in milliseconds. It only ends a test that hangs: on a busy machine, a
 * request that usually takes milliseconds can take half a minute.
 */
export const HANGS_AFTER_MS = 300_000;
