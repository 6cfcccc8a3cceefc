import { expect, it } from 'vitest';
import { at, listOf } from '../../suite/json.ts';
import { readYaml } from '../../suite/yaml.ts';
import { underOwnName } from './own-unit.ts';

const COMPONENTS = [
  { id: 'urn:dmb:cmp:sales:orders:1:storage' },
  { id: 'urn:dmb:cmp:sales:orders:1:export', dependsOn: ['urn:dmb:cmp:sales:orders:1:storage'] },
];
const GIVEN = { id: 'urn:dmb:dp:sales:orders:1', description: 'orders:10 a day', components: COMPONENTS };

it.each([
  ['JSON', JSON.stringify(GIVEN)],
  ['JSON over lines', JSON.stringify(GIVEN, null, 4)],
  ['YAML with quotes', `components: ${JSON.stringify(COMPONENTS)}\nid: "${GIVEN.id}"\n`],
])('copies no id of the platform from a descriptor in %s', (_, text) => {
  const unit = underOwnName(text, 'run-7');
  expect(unit.id).toBe('urn:dmb:dp:sales:run-7:1');
  const written = readYaml(unit.descriptor);
  expect(at(written, 'id')).toBe(unit.id);
  expect(listOf(at(written, 'components')).map((one) => at(one, 'id'))).toEqual([
    'urn:dmb:cmp:sales:run-7:1:storage',
    'urn:dmb:cmp:sales:run-7:1:export',
  ]);
  expect(unit.components).toEqual([
    { id: 'urn:dmb:cmp:sales:run-7:1:storage', needs: [] },
    { id: 'urn:dmb:cmp:sales:run-7:1:export', needs: ['urn:dmb:cmp:sales:run-7:1:storage'] },
  ]);
});

it('leaves other texts unchanged', () => {
  expect(at(readYaml(underOwnName(JSON.stringify(GIVEN), 'run-7').descriptor), 'description')).toBe(
    'orders:10 a day',
  );
});
