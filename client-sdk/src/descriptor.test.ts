import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readDescriptor, wrapComponent } from './descriptor.ts';
import { InvalidInputError } from './invalid-input.ts';

const samples = Object.entries(descriptors).filter(([, { valid }]) => valid);

test.each(samples)('reads the sample %s', (_, { descriptorKind, json, text }) => {
  const { component, system } = readDescriptor(text);
  const whole = JSON.parse(json);
  expect(system).toEqual({ components: [], ...(whole.dataProduct ?? whole) });
  expect(component?.id).toBe(
    descriptorKind === 'COMPONENT_DESCRIPTOR' ? whole.componentIdToProvision : undefined,
  );
});

const system = 'id: s\nversion: 1.0.0\ncomponents:\n  - id: a\n    components:\n      - id: b\n';

test('wraps a component, also one within another, in the whole system', () => {
  for (const id of ['a', 'b']) {
    const text = wrapComponent(system, id);
    expect(parse(text)).toEqual({ dataProduct: parse(system), componentIdToProvision: id });
    expect(readDescriptor(text).component).toMatchObject({ id });
    expect(wrapComponent(readDescriptor(system).system, id)).toBe(text);
  }
});

test('writes neither aliases for what is shared nor folded lines, which some readers refuse', () => {
  const owners = [{ name: 'x' }];
  const description = 'long '.repeat(40).trim();
  const text = wrapComponent({ id: 's', owners, description, components: [{ id: 'a', owners }] }, 'a');
  expect(text).not.toMatch(/[&*]a1/);
  expect(text).toContain(`description: ${description}\n`);
});

test('does not wrap a component that the system does not have, and names those that it has', () => {
  expect(() => wrapComponent(system, 'c')).toThrow(
    'the descriptor at /componentIdToProvision must name a component of the system (a)',
  );
});

test.each([
  ['no YAML', 'a: [', '', /must be YAML: Flow sequence .* at line 1, column 5$/],
  ['a bare text', 'hello', '', /must be an object/],
  ['nothing', '', '', /must be an object/],
  ['a list', '[]', '', /must be an object/],
  ['what is no text', Object(undefined), '', /must be an object/],
  ['a system without id', 'name: x', '/id', /must be a text/],
  ['a system that is a list', 'dataProduct: []', '/dataProduct', /must be an object/],
  ['components that are no list', 'id: s\ncomponents: x', '/components', /must be a list/],
  ['a component without id', 'id: s\ncomponents:\n  - {}', '/components/0/id', /must be a text/],
  ['a component that is not named', 'dataProduct: { id: s }', '/componentIdToProvision', /\(none\)/],
])('refuses %s and tells the place', (_, text, pointer, message) => {
  const read = () => readDescriptor(text);
  expect(read).toThrow(InvalidInputError);
  expect(read).toThrow(message);
  expect(read).toThrow(expect.objectContaining({ pointer }));
});

test('does not let aliases fill the memory', () => {
  const bomb = [
    'a0: &a0 [x, x]',
    ...Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`),
  ];
  expect(() => readDescriptor(bomb.join('\n'))).toThrow(InvalidInputError);
});
