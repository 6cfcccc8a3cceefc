import { describe, expect, it } from 'vitest';
import { componentsOf } from './unit-state.ts';

describe('the components of a unit', () => {
  it('have the names of the descriptor and what their adapters tell', () => {
    const publicInfo = {
      location: { type: 'string', label: 'Table', value: 'SHIPMENTS', href: 'https://console.example.com/1' },
      script: { type: 'string', label: 'Script', value: 'run', href: 'javascript:alert(1)' },
      empty: null,
    };
    const components = componentsOf({
      status: 'DEPLOYED',
      provisioningDetails: {
        descriptor: { components: [{ id: 'urn:a', name: 'Tables' }] },
        componentsStatus: [
          { componentId: 'urn:a', status: 'DEPLOYED' },
          { componentId: 'urn:gone', status: 'CORRUPT' },
        ],
        provisioningInfo: { 'urn:a': { publicInfo } },
      },
    });
    expect(components.map(({ name, status }) => [name, status])).toEqual([
      ['Tables', 'DEPLOYED'],
      ['gone', 'CORRUPT'],
    ]);
    expect(components[0]?.information).toEqual([
      { name: 'Table', value: 'SHIPMENTS', href: 'https://console.example.com/1' },
      { name: 'Script', value: 'run', href: undefined },
    ]);
  });

  it('are none where nothing was ever provisioned', () => {
    expect(componentsOf({ status: 'NOT_DEPLOYED' })).toEqual([]);
  });
});
