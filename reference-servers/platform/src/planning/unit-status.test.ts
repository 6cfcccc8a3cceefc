import { rules } from '@tessera/contracts/rules';
import { expect, test } from 'vitest';
import { unitStatus } from './unit-status.ts';

test.each(rules['unit-status-from-components'].cases)(
  'the status of a unit: $title',
  ({ given, expect: expected }) => {
    expect(unitStatus({ components: given.componentsStatus })).toBe(expected.status);
  },
);
