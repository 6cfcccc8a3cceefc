import { expect, it } from 'vitest';
import { remoteEngineSuite } from '../cases/remote-engine.ts';
import { bodyProblems } from './own-bodies.ts';

it('refuses bodies that the contract does not have or take, and says which it has', () => {
  const { contract } = remoteEngineSuite;
  const good = { content: 'id: b', resourceType: 'storage-bucket', resourceId: 'b' };
  expect(bodyProblems(contract, { evaluateResource: good })).toEqual([]);
  expect(bodyProblems(contract, { evaluateResource: { ...good, content: 17 }, evaluate: good })).toEqual([
    'the body for evaluateResource is not what the contract says: /content: type "string"',
    'evaluate is no operation with a body; known: evaluateResource',
  ]);
});
