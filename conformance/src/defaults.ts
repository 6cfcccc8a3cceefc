/** Default options of a run. */
export const DEFAULTS = {
  /** Milliseconds for one answer. */
  timeout: 30_000,
  /** Milliseconds for one task to end. */
  pollBudget: 40_000,
  /** Milliseconds for an answer that must not wait for work. */
  promptness: 1_000,
  /** Invalid requests in flight at a time. */
  concurrency: 6,
  /** Maximum number of requests. */
  maxRequests: 5_000,
} as const;
