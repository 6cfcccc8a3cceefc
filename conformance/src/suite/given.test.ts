import { expect, it } from 'vitest';
import { perimeterResolverSuite } from '../cases/perimeter-resolver.ts';
import { platformSuite } from '../cases/platform.ts';
import { remoteEngineSuite } from '../cases/remote-engine.ts';
import { techAdapterSuite } from '../cases/tech-adapter.ts';
import { givenProblems } from './given.ts';

it('rejects bodies for unknown operations, and lists the known ones', () => {
  const good = { content: 'id: b', resourceType: 'storage-bucket', resourceId: 'b' };
  expect(givenProblems(remoteEngineSuite, { bodies: { evaluateResource: good } })).toEqual([]);
  const bodies = { evaluateResource: { ...good, content: 17 }, evaluate: good };
  expect(givenProblems(remoteEngineSuite, { bodies })).toEqual([
    'the body for evaluateResource violates the contract: /content: type "string"',
    'evaluate is not an operation with a body; known: evaluateResource',
  ]);
});

it('rejects unknown kinds of ids, and lists the known ones', () => {
  expect(givenProblems(perimeterResolverSuite, { ids: { environment: 'production' } })).toEqual([]);
  expect(givenProblems(platformSuite, { ids: { environment: 'production', policies: 'p-1' } })).toEqual([]);
  expect(givenProblems(perimeterResolverSuite, { ids: { enviroment: 'production' } })).toEqual([
    '--id enviroment: perimeter-resolver does not use it; did you mean environment?; known: environment, resource, resource-type',
  ]);
  expect(givenProblems(techAdapterSuite, { ids: { environment: 'production' } })).toEqual([
    '--id environment: tech-adapter does not use it; it uses none',
  ]);
});

it('rejects unused descriptors, and those that are not YAML', () => {
  expect(givenProblems(techAdapterSuite, { samples: { invalid: ['- : ['], other: ['id: x'] } })).toEqual([]);
  expect(givenProblems(perimeterResolverSuite, { samples: { other: ['id: x'] } })).toEqual([
    '--sample other: perimeter-resolver does not use it; it uses none',
  ]);
  expect(
    givenProblems(techAdapterSuite, { descriptor: 'just words', samples: { enriched: [': ['] } }),
  ).toEqual([
    '--descriptor: contains no YAML mapping, so it is not a descriptor',
    expect.stringContaining('--sample enriched: is not YAML: '),
  ]);
});

it('rejects a descriptor without the component that it names: no adapter could deploy it', () => {
  const id = 'urn:dmb:cmp:sales:orders:1:table';
  const whole = `componentIdToProvision: ${id}\ndataProduct: { components: [{ id: '${id}' }] }`;
  expect(givenProblems(techAdapterSuite, { descriptor: whole })).toEqual([]);
  const missing = `componentIdToProvision: ${id}\ndataProduct: { components: [{ id: 'another' }] }`;
  expect(givenProblems(techAdapterSuite, { descriptor: missing, samples: { invalid: [missing] } })).toEqual([
    `--descriptor: componentIdToProvision is ${id}, and nothing in dataProduct has that id`,
  ]);
});
