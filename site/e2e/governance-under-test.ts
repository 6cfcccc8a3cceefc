import { setTimeout as sleep } from 'node:timers/promises';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { governance } from '@tessera/contracts/operations/governance';
import type {
  EvaluationReport,
  EvaluationStarted,
  Metric,
  MetricCreate,
  Policy,
  PolicyCreate,
} from '@tessera/contracts/types/governance';

/** Policies and metrics of a platform, with evaluations of the sample. */
export interface SeededGovernance {
  /** A policy that the sample violates. */
  readonly maturity: Policy;
  /** Id of the report of the last evaluation. */
  readonly reportId: string;
}

/** Members that the sample policies and metrics have in common. */
const COMMON = {
  context: 'global',
  interactionType: 'user2platform',
  trigger: 'active',
  timing: 'runtime',
  strategy: 'default',
  engine: 'cue',
  resourceType: 'dataproduct',
  environment: 'development',
  selectors: [],
  tags: ['sample'],
  additionalMetadata: {},
} as const;
const common = { ...COMMON, selectors: [], tags: [...COMMON.tags] };

const SAMPLE = descriptors['shipment-tracking'].text;

const POLICIES: readonly PolicyCreate[] = [
  {
    ...common,
    name: 'Products in use are strategic',
    description: 'A data product that others read has to be maintained as a strategic one.',
    severity: 'error',
    cueScript: 'maturity: =~"^Strategic$"',
  },
  {
    ...common,
    name: 'Components name a group as owner',
    description: 'People leave; a group stays reachable.',
    severity: 'warning',
    cueScript: 'components: [...{owners?: [...=~"^group:"]}]',
  },
  {
    ...common,
    name: 'Names are short',
    description: 'A name fits into one line of the marketplace.',
    severity: 'info',
    timing: 'deployment',
    cueScript: 'import "strings"\nname: strings.MaxRunes(40)',
  },
];

const SCORE: MetricCreate = {
  ...common,
  name: 'Days until data arrives',
  description: 'What the service level of the data product promises.',
  cueScript: 'days: *2 | number\nvalue: days',
  thresholds: {
    expression: 'below_or_equal',
    ranges: [
      { label: 'good', value: 2 },
      { label: 'bad', value: 30 },
    ],
  },
};

/** Versions of the sample, the latest last: the maturity was right once, and the days vary. */
const EVALUATED = [3, 2, 7, 5, 2].map((days, index) => {
  const text = index < 2 ? SAMPLE.replace('maturity: Tactical', 'maturity: Strategic') : SAMPLE;
  return `${text}days: ${days}\n`;
});

/** Calls an operation of the Governance API. */
export async function call<T>(
  origin: string,
  operation: keyof typeof governance.operations,
  { id = '', body }: { readonly id?: string; readonly body?: object },
): Promise<T> {
  const { method, path } = governance.operations[operation];
  const answer = await fetch(origin + governance.prefix + path.replace('{id}', id), {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${operation} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Creates policies and a metric, and evaluates versions of the sample by them. */
export async function seedGovernance(origin: string): Promise<SeededGovernance> {
  const policies: Policy[] = [];
  for (const policy of POLICIES) {
    const { id } = await call<Policy>(origin, 'createPolicy', { body: policy });
    const body = { status: policies.length === 1 ? 'grace' : 'enabled' };
    policies.push(await call<Policy>(origin, 'updatePolicyStatus', { id, body }));
  }
  const { id } = await call<Metric>(origin, 'createMetric', { body: SCORE });
  await call<Metric>(origin, 'updateMetricStatus', { id, body: { status: 'enabled' } });
  let reportId = '';
  for (const descriptor of EVALUATED) {
    const body = {
      id: 'urn:dmb:dp:logistics:shipment-tracking:1',
      displayName: 'Shipment Tracking',
      environment: 'development',
      resourceType: 'dataproduct',
      descriptor,
    };
    ({ reportId } = await call<EvaluationStarted>(origin, 'evaluate', { body }));
    for (let status = 'pending'; status === 'pending'; await sleep(50))
      ({ status } = await call<EvaluationReport>(origin, 'getEvaluationReport', { id: reportId }));
  }
  const [maturity] = policies;
  if (maturity === undefined) throw new Error('A policy was not created.');
  return { maturity, reportId };
}
