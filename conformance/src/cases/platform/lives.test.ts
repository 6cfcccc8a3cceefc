import { expect, it } from 'vitest';
import { schemasOf } from '../../suite/schemas.ts';
import { kinOf } from './knowledge.ts';
import { earlierThan, livesOf, takenOverBy, unitWork } from './lives.ts';
import { mergePlatform } from './merged-contract.ts';

const contract = mergePlatform();
const operations = Object.values(contract.table.operations);
const called = (id: string) => operations.filter((one) => one.id === id);

it('created resources are read, changed and removed by the links of the operation that creates them', () => {
  const lives = livesOf(operations);
  expect(lives.find(({ create }) => create === 'assistant.createAgent')).toMatchObject({
    read: { operation: 'assistant.getAgent' },
    list: { operation: 'assistant.listAgents' },
    change: { operation: 'assistant.updateAgent' },
    remove: { operation: 'assistant.deleteAgent' },
  });
  expect(lives.find(({ create }) => create === 'governance.createMetric')).toMatchObject({
    read: undefined,
    remove: { operation: 'governance.updateMetricStatus', body: { status: 'deleted' } },
  });
});

it('an operation that starts work or registers several resources creates no named resource', () => {
  const makers = livesOf(operations).map(({ create }) => create);
  expect(makers).not.toContain('coordinator-v1.deploy');
  expect(makers).not.toContain('governance.registerResources');
});

it('a unit is removed last, and a setting is set before it is read', () => {
  const work = unitWork(operations, schemasOf(contract.schemas));
  const before = (id: string) => called(id).map((one) => earlierThan(operations, work, one));
  expect(before('coordinator-v1.deploy')).toEqual([undefined]);
  expect(before('coordinator-v2.startProvisioning')).toEqual(['coordinator-v1.deploy']);
  expect(before('coordinator-v1.undeploy')).toEqual(['coordinator-v2.startProvisioning']);
  expect(before('assistant.getLlmConfig')).toEqual(['assistant.setLlmConfig']);
  // A thing in use may no longer be replaced.
  expect(before('governance.updatePolicyStatus')).toEqual(['governance.updatePolicy']);
  expect(before('governance.updatePolicy')).toEqual([undefined]);
});

it('a replacement has the group and the version of the replaced resource, a removal has neither', () => {
  const taken = (id: string) => called(id).map((one) => takenOverBy(operations, one));
  const members = [
    ['groupId', '/groupId'],
    ['version', '/version'],
  ];
  expect(taken('governance.updatePolicy')).toEqual([{ from: 'governance.createPolicy', members }]);
  expect(taken('governance.updatePolicyStatus')).toEqual([undefined]);
});

it('only policies and metrics are named by the same parameter', () => {
  expect(kinOf(operations, 'policies')).toBe('metrics');
  expect(kinOf(operations, 'metrics')).toBe('policies');
  expect(kinOf(operations, 'tech-adapters')).toBeUndefined();
});
