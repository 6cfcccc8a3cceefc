import type { Mutant } from '../mutant.ts';
import { type Body, isBody } from '../server.ts';
import type { Sent } from './traffic.ts';

/** A mutant of the integrator: it sends other traffic than the correct integrator. */
export interface TrafficMutant extends Pick<Mutant, 'defect' | 'caughtBy'> {
  readonly traffic: (good: readonly Sent[]) => readonly Sent[];
  /** The suite tests it live, not from a recording, and calls the addresses that it sends. */
  readonly isFresh?: true;
}

const changing =
  (operation: string, change: (body: Body, sent: Sent) => unknown): TrafficMutant['traffic'] =>
  (good) =>
    good.map((one) =>
      one.operation === operation && isBody(one.body) ? { ...one, body: change(one.body, one) } : one,
    );
const eachResult =
  (operation: string, change: (item: Body) => unknown): TrafficMutant['traffic'] =>
  (good) =>
    good.map((one) =>
      one.operation === operation && Array.isArray(one.body)
        ? { ...one, body: one.body.map((item: unknown) => (isBody(item) ? change(item) : item)) }
        : one,
    );
const part = (body: Body, name: string): Body => {
  const value = body[name];
  return isBody(value) ? value : {};
};
const without = (body: Body, name: string): Body => {
  const { [name]: _, ...rest } = body;
  return rest;
};
const repeating =
  (status: number): TrafficMutant['traffic'] =>
  (good) =>
    good.flatMap((one) => (one.status === status ? [one, one] : [one]));
const policies = (list: readonly unknown[]): TrafficMutant['traffic'] =>
  changing('registerTechAdapter', (body) => ({
    ...body,
    properties: { dataContractGuardian: { policies: list } },
  }));
const cron = (cronExpression: string): TrafficMutant['traffic'] =>
  changing('createPolicy', (body) => ({ ...body, cronExpression }));

/** Mutants with defects in the requests that an integrator starts. */
export const trafficMutants: readonly TrafficMutant[] = [
  {
    defect: 'registers an adapter without its address',
    caughtBy: 'TR-01',
    traffic: changing('registerTechAdapter', (body) => without(body, 'url')),
  },
  {
    defect: 'registers an adapter without a description',
    caughtBy: 'TR-01',
    traffic: changing('registerTechAdapter', (body) => without(body, 'description')),
  },
  {
    defect: 'registers an adapter at an address where no server listens',
    caughtBy: 'TR-04',
    traffic: changing('registerTechAdapter', (body) => ({ ...body, url: 'http://127.0.0.1:9/' })),
    isFresh: true,
  },
  {
    defect: 'registers a version that differs from that of the id',
    caughtBy: 'TR-02',
    traffic: changing('registerTechAdapter', (body) => ({ ...body, version: '99' })),
  },
  {
    defect: 'registers under a name that is no URN',
    caughtBy: 'TR-02',
    traffic: changing('registerTechAdapter', (body) => ({ ...body, id: 'my-adapter' })),
  },
  {
    defect: 'registers for an environment that the builder does not have',
    caughtBy: 'TR-03',
    traffic: changing('registerTechAdapter', (body) => ({ ...body, environment: 'staging' })),
  },
  {
    defect: 'registers two policies for a resource type',
    caughtBy: 'TR-05',
    traffic: policies([
      { resourceType: 'outputport', spec: { id: 'policy-1' } },
      { resourceType: 'outputport', spec: { id: 'policy-2' } },
    ]),
  },
  {
    defect: 'registers a policy that has neither id nor name',
    caughtBy: 'TR-06',
    traffic: policies([{ resourceType: 'outputport', spec: { description: 'Rows are there.' } }]),
  },
  {
    defect: 'pushes results without an environment',
    caughtBy: 'GP-01',
    traffic: (good) => good.map((one) => ({ ...one, path: one.path.replace(/\?environment=.*$/, '') })),
  },
  {
    defect: 'pushes the verdict of a policy as text',
    caughtBy: 'GP-02',
    traffic: eachResult('pushPolicyEvaluationResults', (item) => ({
      ...item,
      result: { ...part(item, 'result'), satisfiesPolicy: 'yes' },
    })),
  },
  {
    defect: 'pushes the verdict of a policy for a metric',
    caughtBy: 'GP-02',
    traffic: eachResult('pushMetricEvaluationResults', (item) => ({
      ...item,
      result: { satisfiesPolicy: true, errors: [] },
    })),
  },
  {
    defect: 'pushes results again after a 422',
    caughtBy: 'GP-03',
    traffic: repeating(422),
  },
  {
    defect: 'pushes a result without the id of its resource',
    caughtBy: 'GP-04',
    traffic: eachResult('pushPolicyEvaluationResults', (item) => ({
      ...item,
      resource: without(part(item, 'resource'), 'id'),
    })),
  },
  {
    defect: 'writes a cron expression without seconds',
    caughtBy: 'CR-01',
    traffic: cron('30 6 * * 1'),
  },
  {
    defect: 'writes a cron expression for the last day of the month',
    caughtBy: 'CR-01',
    traffic: cron('0 30 6 L * ?'),
  },
  {
    defect: 'writes Sunday as the seventh day of the week',
    caughtBy: 'CR-01',
    traffic: cron('0 30 6 * * 7'),
  },
  {
    defect: 'writes a cron expression for the third Monday of the month',
    caughtBy: 'CR-01',
    traffic: cron('0 30 6 ? * 0#3'),
  },
  {
    defect: 'sends a decision that is neither OK nor KO',
    caughtBy: 'IN-01',
    traffic: changing('updateHook', (body) => ({ ...body, status: 'MAYBE' })),
  },
  {
    defect: 'cuts the JSON of a decision short',
    caughtBy: 'IN-01',
    traffic: changing('updateHook', (body) => JSON.stringify(body).slice(0, -4)),
  },
  {
    defect: 'labels a registration as text/plain',
    caughtBy: 'IN-02',
    traffic: (good) =>
      good.map((one) =>
        one.operation === 'registerTechAdapter' ? { ...one, mediaType: 'text/plain' } : one,
      ),
  },
  {
    defect: 'sends a decision again after a 409',
    caughtBy: 'IN-03',
    traffic: repeating(409),
  },
];
