import { describe, expectTypeOf, it } from 'vitest';
import { readDescriptor, readProvisionedComponent } from './descriptor.ts';
import { accept } from './findings.ts';
import { fromJsonSchema } from './specific.ts';

const request = { descriptorKind: 'COMPONENT_DESCRIPTOR' as const, descriptor: '' };

describe('the specific section of a component', () => {
  it('has unknown members without a schema', () => {
    const { components } = accept(readDescriptor(request, { serves: [] }));
    expectTypeOf(components)
      .items.toHaveProperty('specific')
      .toEqualTypeOf<Readonly<Record<string, unknown>>>();
  });

  it('has the type of its schema', () => {
    const specific = fromJsonSchema<{ database: string }>({});
    const { components } = accept(readDescriptor(request, { specific }));
    expectTypeOf(components).items.toHaveProperty('specific').toEqualTypeOf<{ database: string }>();
    const access = readProvisionedComponent('', { specific: () => specific });
    expectTypeOf(access.components).items.toHaveProperty('specific').toEqualTypeOf<{ database: string }>();
  });
});
