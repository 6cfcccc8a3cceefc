import { builderFixtures } from '@tessera/contracts/fixtures/builder';
import { governanceFixtures } from '@tessera/contracts/fixtures/governance';
import { type Body, isBody } from '../reply.ts';

/** One request of an integrator, and the response of the platform. */
export interface Sent {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly mediaType: string;
  readonly status: number;
}

const GOVERNANCE = '/governance/v1/computational-governance';

function example(operation: string): unknown {
  const all: Readonly<Record<string, { readonly request: object } | undefined>> = {
    ...governanceFixtures,
    ...builderFixtures,
  };
  const [first] = Object.values(all[operation]?.request ?? {});
  return isBody(first) ? first['value'] : undefined;
}

const request = (
  operation: string,
  method: string,
  path: string,
  change: (body: unknown) => unknown = (body) => body,
): Sent => ({
  operation,
  method,
  path,
  body: change(example(operation)),
  mediaType: 'application/json',
  status: 200,
});

/** The traffic of a correct integrator. No server answers at the address of the adapter that it registers. */
export const GOOD: readonly Sent[] = [
  request('registerTechAdapter', 'POST', '/builder-base-path/api/builder/register', registration),
  request('updateHook', 'PATCH', '/builder-base-path/api/actionHandler/hooks/hook-1'),
  {
    ...request('updateHook', 'PATCH', '/builder-base-path/api/actionHandler/hooks/hook-2'),
    status: 409,
  },
  request('createPolicy', 'POST', `${GOVERNANCE}/policies`, (body) => ({
    ...(isBody(body) ? body : {}),
    cronExpression: '0 30 6 * * 0-4',
  })),
  request(
    'pushPolicyEvaluationResults',
    'POST',
    `${GOVERNANCE}/policies/policy-1/evaluation-results?environment=development`,
  ),
  {
    ...request(
      'pushMetricEvaluationResults',
      'POST',
      `${GOVERNANCE}/metrics/metric-1/evaluation-results?environment=development`,
    ),
    status: 422,
  },
];

/** The traffic of a correct integrator that registers the adapter at the given address. */
export function trafficWith(adapter: URL): readonly Sent[] {
  return GOOD.map((one) =>
    one.operation === 'registerTechAdapter' && isBody(one.body)
      ? { ...one, body: { ...one.body, url: adapter.href } }
      : one,
  );
}

/** A registration with a guardian of two policies. */
function registration(body: unknown): Body {
  const policies = [
    { resourceType: 'outputport', spec: { id: 'policy-1' } },
    { resourceType: 'storage', spec: { name: 'Rows are there', description: 'Counts rows.' } },
  ];
  return { ...(isBody(body) ? body : {}), properties: { dataContractGuardian: { policies } } };
}

/** Writes traffic as a recording. */
export function write(traffic: readonly Sent[]): string {
  return traffic
    .map(({ method, path, body, mediaType, status }, index) =>
      JSON.stringify({
        request: {
          method,
          url: `https://platform.example.com${path}`,
          headers: { 'content-type': mediaType },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        },
        response: { status, headers: { 'content-type': 'application/json' }, body: '{}' },
        startedAt: 1_700_000_000_000 + index * 1_000,
        took: 5,
      }),
    )
    .join('\n');
}
