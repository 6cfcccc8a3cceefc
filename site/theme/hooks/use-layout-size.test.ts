import { describe, expect, it } from 'vitest';
import { layoutSizeOf } from './use-layout-size.ts';

describe('the layout', () => {
  it('[52] is mobile up to 996 px and desktop from 997 px on', () => {
    expect([layoutSizeOf(996), layoutSizeOf(997)]).toEqual(['mobile', 'desktop']);
  });
});
