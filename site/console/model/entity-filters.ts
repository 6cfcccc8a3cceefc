import type {
  GovernanceContext,
  GovernanceEngine,
  GovernanceEntityStatus,
  GovernanceEntityType,
  GovernanceTiming,
  GovernanceTrigger,
  PolicySeverity,
} from '@tessera/contracts/types/governance';

/** Values in words, complete by their types. */
export const TYPES: Readonly<Record<GovernanceEntityType, string>> = { policy: 'Policy', metric: 'Metric' };
export const STATUSES: Readonly<Record<GovernanceEntityStatus, string>> = {
  draft: 'Draft',
  grace: 'Grace',
  disabled_grace: 'Disabled grace',
  enabled: 'Enabled',
  disabled: 'Disabled',
  deprecated: 'Deprecated',
  deleted: 'Deleted',
};
const SEVERITIES: Readonly<Record<PolicySeverity, string>> = {
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
};
export const ENGINES: Readonly<Record<GovernanceEngine, string>> = {
  cue: 'CUE',
  remote: 'Remote engine',
  governanceAgent: 'Governance agent',
  none: 'Pushed results',
};
export const TIMINGS: Readonly<Record<GovernanceTiming, string>> = {
  deployment: 'At deployment',
  runtime: 'At run time',
};
export const TRIGGERS: Readonly<Record<GovernanceTrigger, string>> = { active: 'Active', passive: 'Passive' };
export const CONTEXTS: Readonly<Record<GovernanceContext, string>> = { global: 'Global', local: 'Local' };

/** A filter of the list of policies and metrics. */
export interface EntityFilter {
  /** Its name in the query. */
  readonly name: string;
  readonly label: string;
  /** Values in words; absent where the platform decides which there are. */
  readonly values?: Readonly<Record<string, string>>;
}

/** The filters of the form, in its order. */
export const ENTITY_FILTERS: readonly EntityFilter[] = [
  { name: 'type', label: 'Type', values: TYPES },
  { name: 'severity', label: 'Severity', values: SEVERITIES },
  { name: 'engine', label: 'Engine', values: ENGINES },
  { name: 'timing', label: 'Timing', values: TIMINGS },
  { name: 'trigger', label: 'Trigger', values: TRIGGERS },
  { name: 'context', label: 'Context', values: CONTEXTS },
  { name: 'environment', label: 'Environment' },
  { name: 'resourceType', label: 'Resource type' },
];

/** The filters of the form in a query; other parameters are ignored. */
export function filtersIn(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    ENTITY_FILTERS.flatMap(({ name }) => {
      const value = query.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
}
