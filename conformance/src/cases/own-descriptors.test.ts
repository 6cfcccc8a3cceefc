import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { isObject } from '../suite/json.ts';
import { collectSamples as collectProducts } from './data-catalog-plugin/samples.ts';
import { collectSamples } from './tech-adapter/samples.ts';

const port = { id: 'urn:dmb:cmp:finance:ledger:2:view', kind: 'outputport' };
const storage = { id: 'urn:dmb:cmp:finance:ledger:2:raw', kind: 'storage' };
const system = { id: 'urn:dmb:dp:finance:ledger:2', components: [storage, port] };

it('knows a component descriptor in flow style', () => {
  const own = JSON.stringify({ dataProduct: system, componentIdToProvision: port.id });
  expect(collectSamples(own).main).toEqual({ descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: own });
});

it('never uses the id of an existing component as a similar one', () => {
  const twelfth = { ...port, id: `${port.id}12`, name: 'Entries' };
  const first = { ...port, id: `${port.id}1` };
  const naming = (components: object[]): string =>
    stringify({ dataProduct: { ...system, components }, componentIdToProvision: twelfth.id });
  const nearIn = (components: object[]) => Object.keys(collectSamples(naming(components)).nearComponents);
  expect(nearIn([twelfth])).toEqual(['shorter', 'elsewhere', 'name', 'former']);
  expect(nearIn([first, twelfth])).toEqual(['elsewhere', 'name', 'former']);
  // The id of another component may be the name of this one.
  expect(nearIn([twelfth, { ...port, id: twelfth.name }])).toEqual(['shorter', 'elsewhere', 'former']);
});

it('reports the line of text that is not YAML', () => {
  const { invalid } = collectSamples(undefined, { invalid: ['{', 'componentIdToProvision: a\n- : ['] });
  expect(invalid.map(({ descriptorKind }) => descriptorKind)).toEqual([
    'DATAPRODUCT_DESCRIPTOR',
    'COMPONENT_DESCRIPTOR',
  ]);
});

it('requests access to the output port of a system', () => {
  const { main, accessJson } = collectSamples(JSON.stringify(system));
  expect(main.descriptorKind).toBe('DATAPRODUCT_DESCRIPTOR');
  expect(parse(main.descriptor)).toEqual(system);
  expect(JSON.parse(accessJson)).toEqual({ dataProduct: system, componentIdToProvision: port.id });
});

it('requests access to the system itself when it has no components', () => {
  expect(JSON.parse(collectSamples('id: urn:dmb:dp:finance:ledger:2\n').accessJson)).toEqual({
    id: system.id,
  });
});

it('writes results of many components as YAML that every parser accepts', () => {
  const components = Array.from({ length: 220 }, (_, index) => ({
    ...storage,
    id: `${storage.id}-${index}`,
  }));
  const { descriptor } = collectProducts(JSON.stringify({ ...system, components })).results;
  expect(descriptor).not.toMatch(/[&*]a1/);
  const document: unknown = parse(descriptor);
  expect(isObject(document) ? document['components'] : undefined).toHaveLength(220);
});
