import { extensionPointsReference } from '@tessera/contracts/reference/extension-points';
import { expect, it } from 'vitest';
import { usesOf } from './schema-uses.ts';

function labelsOf(name: string, id = 'tech-adapter'): string[] {
  const api = extensionPointsReference.apis.find((one) => one.id === id);
  if (api === undefined) throw new Error(`there is no API ${id}`);
  return usesOf(name, api).map(({ label }) => label);
}

it('[176] a schema is used by the operations that send or return it', () => {
  expect(labelsOf('ProvisioningRequest')).toContain('Provision a component');
  expect(labelsOf('ProvisioningStatus')).toContain('Provision a component');
});

it('[176] a schema is used by the schemas that contain it, and not by itself', () => {
  expect(labelsOf('ErrorMoreInfo')).toEqual(
    expect.arrayContaining(['SystemError', 'RequestValidationError']),
  );
  expect(labelsOf('ErrorMoreInfo')).not.toContain('ErrorMoreInfo');
});
