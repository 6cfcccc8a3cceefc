import { expect, it } from 'vitest';
import { schemasOf } from '../../suite/schemas.ts';
import { castOf } from './cast.ts';
import { mergePlatform } from './merged-contract.ts';

const contract = mergePlatform();
const cast = castOf(Object.values(contract.table.operations), schemasOf(contract.schemas));

it('report a missing operation or link', () => {
  const [, ...others] = Object.values(contract.table.operations).filter(({ id }) => id !== cast.start);
  const schemas = schemasOf(contract.schemas);
  expect(() => castOf(others, schemas)).toThrow(`no operation of the platform is ${cast.start}`);
  expect(() => cast.link(cast.start, 'nowhere')).toThrow('startProvisioning has no link nowhere');
});

it('parameters are found by their declared role', () => {
  expect(cast.where(cast.start)).toBe('environment');
  expect(cast.toggle(cast.start)).toBe('unsafe');
  expect(cast.place(cast.component, 'component')).toBe('component-id');
});
