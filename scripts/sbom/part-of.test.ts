import { describe, expect, test } from 'vitest';
import { partOf } from './part-of.ts';

const component = (ref: string) => ({ 'bom-ref': ref });
const RUNTIME = new Map([['a@1', new Set(['b'])]]);

const WHOLE = {
  metadata: { component: component('root@0') },
  components: ['a@1', 'b@1', 'c@1', 'other@1'].map(component),
  dependencies: [
    { ref: 'root@0', dependsOn: ['a@1', 'other@1'] },
    { ref: 'a@1', dependsOn: ['b@1', 'other@1'] },
    { ref: 'b@1', dependsOn: ['c@1', 'a@1'] },
    { ref: 'c@1', dependsOn: [] },
    { ref: 'other@1', dependsOn: [] },
  ],
};

describe('the inventory of one package', () => {
  test('lists what it needs at run time, directly or not, once, and nothing else', () => {
    const { metadata, components, dependencies } = partOf(WHOLE, 'a@1', RUNTIME);
    expect(metadata.component).toEqual(component('a@1'));
    expect(components).toEqual(['b@1', 'c@1'].map(component));
    expect(dependencies.map(({ ref }) => ref)).toEqual(['a@1', 'b@1', 'c@1']);
  });

  test('cannot be made of an unknown package', () => {
    expect(() => partOf(WHOLE, 'unknown@1', RUNTIME)).toThrow('the inventory has no package unknown@1');
  });
});
