/** Names of the metrics of the remote engine; separate from their code, for modules that only choose one. */
export const METRICS = ['completeness', 'described-columns'] as const;

/** The available metrics. */
export type MetricName = (typeof METRICS)[number];
