import { expect, it } from 'vitest';
import { schemasOf } from '../../suite/schemas.ts';
import { kinOf } from './knowledge.ts';
import { earlierThan, livesOf, takenOverBy, unitWork } from './lives.ts';
import { mergePlatform } from './merged-contract.ts';

const contract = mergePlatform();
const operations = Object.values(contract.table.operations);
const called = (id: string) => operations.filter((one) => one.id === id);

it('what is made is read, changed and ended as the links of what makes it say', () => {
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

it('whoever starts work or registers several things makes nothing with a name of its own', () => {
  const makers = livesOf(operations).map(({ create }) => create);
  expect(makers).not.toContain('coordinator-v1.deploy');
  expect(makers).not.toContain('governance.registerResources');
});

it('what removes a unit is asked last, and what has to be set is set before it is read', () => {
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

it('a replacement takes over the group and the version of what it replaces, and a removal nothing', () => {
  const taken = (id: string) => called(id).map((one) => takenOverBy(operations, one));
  const members = [
    ['groupId', '/groupId'],
    ['version', '/version'],
  ];
  expect(taken('governance.updatePolicy')).toEqual([{ from: 'governance.createPolicy', members }]);
  expect(taken('governance.updatePolicyStatus')).toEqual([undefined]);
});

it('policies and metrics are alike, and nothing else is', () => {
  expect(kinOf(operations, 'policies')).toBe('metrics');
  expect(kinOf(operations, 'metrics')).toBe('policies');
  expect(kinOf(operations, 'tech-adapters')).toBeUndefined();
});
