/** Names of the metrics of the remote engine; apart from what measures, for those who only choose one. */
export const METRICS = ['completeness', 'described-columns'] as const;

/** What there is to measure. */
export type MetricName = (typeof METRICS)[number];
