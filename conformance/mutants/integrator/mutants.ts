import { mutants } from '../mutant.ts';
import { type Body, isBody } from '../reply.ts';
import type { Sent } from './traffic.ts';

/** Sends other traffic than the correct integrator. */
type Traffic = (good: readonly Sent[]) => readonly Sent[];

const changing =
  (operation: string, change: (body: Body, sent: Sent) => unknown): Traffic =>
  (good) =>
    good.map((one) =>
      one.operation === operation && isBody(one.body) ? { ...one, body: change(one.body, one) } : one,
    );
const eachResult =
  (operation: string, change: (item: Body) => unknown): Traffic =>
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
  (status: number): Traffic =>
  (good) =>
    good.flatMap((one) => (one.status === status ? [one, one] : [one]));
const policies = (list: readonly unknown[]): Traffic =>
  changing('registerTechAdapter', (body) => ({
    ...body,
    properties: { dataContractGuardian: { policies: list } },
  }));
const cron = (cronExpression: string): Traffic =>
  changing('createPolicy', (body) => ({ ...body, cronExpression }));

/** Mutants with defects in the requests that an integrator starts. */
export const trafficMutants = mutants<Traffic>({
  'CR-01': {
    'writes a cron expression without seconds': cron('30 6 * * 1'),
    'writes a cron expression for the last day of the month': cron('0 30 6 L * ?'),
    'writes Sunday as the seventh day of the week': cron('0 30 6 * * 7'),
    'writes a cron expression for the third Monday of the month': cron('0 30 6 ? * 0#3'),
  },
  'GP-01': {
    'pushes results without an environment': (good) =>
      good.map((one) => ({ ...one, path: one.path.replace(/\?environment=.*$/, '') })),
  },
  'GP-02': {
    'pushes the verdict of a policy as text': eachResult('pushPolicyEvaluationResults', (item) => ({
      ...item,
      result: { ...part(item, 'result'), satisfiesPolicy: 'yes' },
    })),
    'pushes the verdict of a policy for a metric': eachResult('pushMetricEvaluationResults', (item) => ({
      ...item,
      result: { satisfiesPolicy: true, errors: [] },
    })),
  },
  'GP-03': {
    'pushes results again after a 422': repeating(422),
  },
  'GP-04': {
    'pushes a result without the id of its resource': eachResult('pushPolicyEvaluationResults', (item) => ({
      ...item,
      resource: without(part(item, 'resource'), 'id'),
    })),
  },
  'IN-01': {
    'sends a decision that is neither OK nor KO': changing('updateHook', (body) => ({
      ...body,
      status: 'MAYBE',
    })),
    'cuts the JSON of a decision short': changing('updateHook', (body) => JSON.stringify(body).slice(0, -4)),
  },
  'IN-02': {
    'labels a registration as text/plain': (good) =>
      good.map((one) =>
        one.operation === 'registerTechAdapter' ? { ...one, mediaType: 'text/plain' } : one,
      ),
  },
  'IN-03': {
    'sends a decision again after a 409': repeating(409),
  },
  'TR-01': {
    'registers an adapter without its address': changing('registerTechAdapter', (body) =>
      without(body, 'url'),
    ),
    'registers an adapter without a description': changing('registerTechAdapter', (body) =>
      without(body, 'description'),
    ),
  },
  'TR-02': {
    'registers a version that differs from that of the id': changing('registerTechAdapter', (body) => ({
      ...body,
      version: '99',
    })),
    'registers under a name that is no URN': changing('registerTechAdapter', (body) => ({
      ...body,
      id: 'my-adapter',
    })),
  },
  'TR-03': {
    'registers for an environment that the builder does not have': changing(
      'registerTechAdapter',
      (body) => ({ ...body, environment: 'staging' }),
    ),
  },
  'TR-04': {
    'registers an adapter at an address where no server listens': changing('registerTechAdapter', (body) => ({
      ...body,
      url: 'http://127.0.0.1:9/',
    })),
  },
  'TR-05': {
    'registers two policies for a resource type': policies([
      { resourceType: 'outputport', spec: { id: 'policy-1' } },
      { resourceType: 'outputport', spec: { id: 'policy-2' } },
    ]),
  },
  'TR-06': {
    'registers a policy that has neither id nor name': policies([
      { resourceType: 'outputport', spec: { description: 'Rows are there.' } },
    ]),
  },
});
