import type { Mutant } from '../mutant.ts';
import { type Body, isBody } from '../server.ts';
import type { Sent } from './traffic.ts';

/** A mutant of the integrator: it sends other traffic than the correct integrator. */
export interface TrafficMutant extends Pick<Mutant, 'name' | 'class' | 'defect' | 'caughtBy'> {
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
    name: 'integrator-registers-without-url',
    class: 'shape',
    defect: 'registers an adapter without its address',
    caughtBy: 'TR-01',
    traffic: changing('registerTechAdapter', (body) => without(body, 'url')),
  },
  {
    name: 'integrator-registers-without-description',
    class: 'shape',
    defect: 'registers an adapter without a description',
    caughtBy: 'TR-01',
    traffic: changing('registerTechAdapter', (body) => without(body, 'description')),
  },
  {
    name: 'integrator-registers-a-closed-door',
    class: 'linkage between operations',
    defect: 'registers an adapter at an address where no server listens',
    caughtBy: 'TR-04',
    traffic: changing('registerTechAdapter', (body) => ({ ...body, url: 'http://127.0.0.1:9/' })),
    isFresh: true,
  },
  {
    name: 'integrator-version-disagrees',
    class: 'cross-field meaning',
    defect: 'registers a version that differs from that of the id',
    caughtBy: 'TR-02',
    traffic: changing('registerTechAdapter', (body) => ({ ...body, version: '99' })),
  },
  {
    name: 'integrator-id-is-a-name',
    class: 'identity and isolation',
    defect: 'registers under a name that is no URN',
    caughtBy: 'TR-02',
    traffic: changing('registerTechAdapter', (body) => ({ ...body, id: 'my-adapter' })),
  },
  {
    name: 'integrator-other-environment',
    class: 'linkage between operations',
    defect: 'registers for an environment that the builder does not have',
    caughtBy: 'TR-03',
    traffic: changing('registerTechAdapter', (body) => ({ ...body, environment: 'staging' })),
  },
  {
    name: 'integrator-two-policies',
    class: 'cross-field meaning',
    defect: 'registers two policies for a resource type',
    caughtBy: 'TR-05',
    traffic: policies([
      { resourceType: 'outputport', spec: { id: 'policy-1' } },
      { resourceType: 'outputport', spec: { id: 'policy-2' } },
    ]),
  },
  {
    name: 'integrator-nameless-policy',
    class: 'shape',
    defect: 'registers a policy that has neither id nor name',
    caughtBy: 'TR-06',
    traffic: policies([{ resourceType: 'outputport', spec: { description: 'Rows are there.' } }]),
  },
  {
    name: 'integrator-pushes-anywhere',
    class: 'linkage between operations',
    defect: 'pushes results without an environment',
    caughtBy: 'GP-01',
    traffic: (good) => good.map((one) => ({ ...one, path: one.path.replace(/\?environment=.*$/, '') })),
  },
  {
    name: 'integrator-verdict-as-text',
    class: 'shape',
    defect: 'pushes the verdict of a policy as text',
    caughtBy: 'GP-02',
    traffic: eachResult('pushPolicyEvaluationResults', (item) => ({
      ...item,
      result: { ...part(item, 'result'), satisfiesPolicy: 'yes' },
    })),
  },
  {
    name: 'integrator-metric-without-value',
    class: 'cross-field meaning',
    defect: 'pushes the verdict of a policy for a metric',
    caughtBy: 'GP-02',
    traffic: eachResult('pushMetricEvaluationResults', (item) => ({
      ...item,
      result: { satisfiesPolicy: true, errors: [] },
    })),
  },
  {
    name: 'integrator-pushes-again',
    class: 'sequence',
    defect: 'pushes results again after a 422',
    caughtBy: 'GP-03',
    traffic: repeating(422),
  },
  {
    name: 'integrator-nameless-resource',
    class: 'identity and isolation',
    defect: 'pushes a result without the id of its resource',
    caughtBy: 'GP-04',
    traffic: eachResult('pushPolicyEvaluationResults', (item) => ({
      ...item,
      resource: without(part(item, 'resource'), 'id'),
    })),
  },
  {
    name: 'integrator-five-fields',
    class: 'shape',
    defect: 'writes a cron expression without seconds',
    caughtBy: 'CR-01',
    traffic: cron('30 6 * * 1'),
  },
  {
    name: 'integrator-last-day',
    class: 'cross-field meaning',
    defect: 'writes a cron expression for the last day of the month',
    caughtBy: 'CR-01',
    traffic: cron('0 30 6 L * ?'),
  },
  {
    name: 'integrator-sunday-is-seven',
    class: 'cross-field meaning',
    defect: 'writes Sunday as the seventh day of the week',
    caughtBy: 'CR-01',
    traffic: cron('0 30 6 * * 7'),
  },
  {
    name: 'integrator-third-monday',
    class: 'cross-field meaning',
    defect: 'writes a cron expression for the third Monday of the month',
    caughtBy: 'CR-01',
    traffic: cron('0 30 6 ? * 0#3'),
  },
  {
    name: 'integrator-decides-maybe',
    class: 'shape',
    defect: 'sends a decision that is neither OK nor KO',
    caughtBy: 'IN-01',
    traffic: changing('updateHook', (body) => ({ ...body, status: 'MAYBE' })),
  },
  {
    name: 'integrator-broken-json',
    class: 'shape',
    defect: 'cuts the JSON of a decision short',
    caughtBy: 'IN-01',
    traffic: changing('updateHook', (body) => JSON.stringify(body).slice(0, -4)),
  },
  {
    name: 'integrator-label-text',
    class: 'shape',
    defect: 'labels a registration as text/plain',
    caughtBy: 'IN-02',
    traffic: (good) =>
      good.map((one) =>
        one.operation === 'registerTechAdapter' ? { ...one, mediaType: 'text/plain' } : one,
      ),
  },
  {
    name: 'integrator-insists',
    class: 'state over time',
    defect: 'sends a decision again after a 409',
    caughtBy: 'IN-03',
    traffic: repeating(409),
  },
];
