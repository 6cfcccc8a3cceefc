import { expect, it } from 'vitest';
import { perimeterResolverSuite } from '../cases/perimeter-resolver.ts';
import { platformSuite } from '../cases/platform.ts';
import { remoteEngineSuite } from '../cases/remote-engine.ts';
import { techAdapterSuite } from '../cases/tech-adapter.ts';
import { givenProblems } from './given.ts';

it('refuses bodies that the contract does not have or take, and says which it has', () => {
  const good = { content: 'id: b', resourceType: 'storage-bucket', resourceId: 'b' };
  expect(givenProblems(remoteEngineSuite, { bodies: { evaluateResource: good } })).toEqual([]);
  const bodies = { evaluateResource: { ...good, content: 17 }, evaluate: good };
  expect(givenProblems(remoteEngineSuite, { bodies })).toEqual([
    'the body for evaluateResource is not what the contract says: /content: type "string"',
    'evaluate is no operation with a body; known: evaluateResource',
  ]);
});

it('refuses kinds of things that nobody asks about, and says which are known', () => {
  expect(givenProblems(perimeterResolverSuite, { ids: { environment: 'production' } })).toEqual([]);
  expect(givenProblems(platformSuite, { ids: { environment: 'production', policies: 'p-1' } })).toEqual([]);
  expect(givenProblems(perimeterResolverSuite, { ids: { enviroment: 'production' } })).toEqual([
    '--id enviroment: perimeter-resolver is asked about nothing of the kind; did you mean environment?; known: environment, resource, resource-type',
  ]);
  expect(givenProblems(techAdapterSuite, { ids: { environment: 'production' } })).toEqual([
    '--id environment: tech-adapter is asked about nothing of the kind, nor of any other',
  ]);
});

it('refuses descriptors for what a contract does not do, and those that are none', () => {
  expect(givenProblems(techAdapterSuite, { samples: { invalid: ['- : ['], other: ['id: x'] } })).toEqual([]);
  expect(givenProblems(perimeterResolverSuite, { samples: { other: ['id: x'] } })).toEqual([
    '--sample other: perimeter-resolver is asked about nothing of the kind, nor of any other',
  ]);
  expect(
    givenProblems(techAdapterSuite, { descriptor: 'just words', samples: { enriched: [': ['] } }),
  ).toEqual([
    '--descriptor: holds no YAML mapping, so it is no descriptor',
    expect.stringContaining('--sample enriched: is not YAML: '),
  ]);
});

it('refuses a descriptor that does not hold the component it names: no adapter could deploy it', () => {
  const id = 'urn:dmb:cmp:sales:orders:1:table';
  const whole = `componentIdToProvision: ${id}\ndataProduct: { components: [{ id: '${id}' }] }`;
  expect(givenProblems(techAdapterSuite, { descriptor: whole })).toEqual([]);
  const missing = `componentIdToProvision: ${id}\ndataProduct: { components: [{ id: 'another' }] }`;
  expect(givenProblems(techAdapterSuite, { descriptor: missing, samples: { invalid: [missing] } })).toEqual([
    `--descriptor: componentIdToProvision is ${id}, and nothing in dataProduct has that id`,
  ]);
});
