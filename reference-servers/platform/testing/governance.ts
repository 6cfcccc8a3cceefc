import { createGovernance, type Governance } from '@tessera/client/governance';
import { lifecycles } from '@tessera/contracts/lifecycles';
import type {
  EvaluationReport,
  GovernanceEntityStatus,
  Metric,
  MetricCreate,
  Policy,
  PolicyCreate,
} from '@tessera/contracts/types/governance';
import type { PlatformOptions } from '../src/create-platform.ts';
import { type OpenPlatform, openPlatform } from './open-platform.ts';

/** A platform with a client of its governance. */
export interface OpenGovernance extends OpenPlatform {
  readonly governance: Governance;
  /** Creates a policy, in the status that is wanted. */
  createPolicy(more?: Partial<PolicyCreate>, status?: 'draft' | 'grace' | 'enabled'): Promise<Policy>;
  /** Creates a metric, in the status that is wanted. */
  createMetric(more?: Partial<MetricCreate>, status?: 'draft' | 'grace' | 'enabled'): Promise<Metric>;
  /** Judges a descriptor by everything that applies, and waits for the report. */
  evaluate(descriptor: string, more?: Partial<Evaluated>): Promise<EvaluationReport>;
  /** Judges a descriptor by one policy, and waits for the report. */
  test(policy: Policy, descriptor: string, more?: Partial<Evaluated>): Promise<EvaluationReport>;
}

interface Evaluated {
  id: string;
  environment: string;
  resourceType: string;
  labels: string[];
}

/** Members of a policy or metric whose results come from outside. */
export const PASSIVE = { trigger: 'passive', engine: 'none', strategy: 'none' } as const;

/** Members that all policies and metrics of these tests have. */
export const COMMON = {
  name: 'A check',
  description: 'Made for a test.',
  context: 'global',
  interactionType: 'user2platform',
  trigger: 'active',
  timing: 'runtime',
  strategy: 'default',
  engine: 'cue',
  resourceType: 'dataproduct',
  environment: 'development',
  selectors: [],
  tags: [],
  additionalMetadata: {},
} as const;

/** Ranges of the metrics of these tests. */
export const THRESHOLDS: MetricCreate['thresholds'] = {
  expression: 'below',
  ranges: [
    { label: 'bad', value: 50 },
    { label: 'good', value: 101 },
  ],
};

/** Opens a platform, with a client of its governance. */
export async function openGovernance(options: PlatformOptions = {}): Promise<OpenGovernance> {
  const open = await openPlatform(options);
  const governance = createGovernance({
    baseUrl: `${open.origin}/governance`,
    poll: { initial: 10, longest: 50 },
  });
  const resource = {
    id: 'urn:dmb:dp:logistics:shipments:1',
    environment: 'development',
    resourceType: 'dataproduct',
  };
  return {
    ...open,
    governance,
    async createPolicy(more = {}, status = 'draft') {
      const body: PolicyCreate = {
        ...COMMON,
        selectors: [],
        tags: [],
        cueScript: 'name: string',
        severity: 'error',
        ...more,
      };
      const policy = await governance.createPolicy({ body });
      if (status === 'draft') return policy;
      return governance.updatePolicyStatus({ path: { id: policy.id }, body: { status } });
    },
    async createMetric(more = {}, status = 'draft') {
      const body: MetricCreate = {
        ...COMMON,
        selectors: [],
        tags: [],
        cueScript: 'value: number',
        thresholds: THRESHOLDS,
        ...more,
      };
      const metric = await governance.createMetric({ body });
      if (status === 'draft') return metric;
      return governance.updateMetricStatus({ path: { id: metric.id }, body: { status } });
    },
    async evaluate(descriptor, more = {}) {
      return (await governance.evaluate({ body: { ...resource, ...more, descriptor } })).wait();
    },
    async test({ id }, descriptor, more = {}) {
      const body = { ...resource, ...more, descriptor };
      return (await governance.testPolicy({ path: { id }, body })).wait();
    },
  };
}

/** The statuses on a shortest way of a policy or metric from the first status to another, with an operation. */
export function wayTo(
  wanted: GovernanceEntityStatus,
  operation: 'updatePolicyStatus' | 'updateMetricStatus',
): GovernanceEntityStatus[] {
  const { initial, transitions } = lifecycles.GovernanceEntityStatus;
  const ways = new Map<GovernanceEntityStatus, GovernanceEntityStatus[]>([[initial, []]]);
  for (const [from, way] of ways) {
    for (const { to } of transitions.filter((one) => one.by === operation && one.from === from))
      if (!ways.has(to)) ways.set(to, [...way, to]);
  }
  return ways.get(wanted) ?? [];
}
