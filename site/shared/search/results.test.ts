import { describe, expect, it } from 'vitest';
import { arrangeResults, type Found } from './results.ts';

const page = (i: number): Found => ({ document: { i, t: `page ${i}`, u: `/${i}/` }, part: 'title' });
const section = (i: number, p: number, part: Found['part'] = 'heading'): Found => ({
  document: { i, t: `section ${i}`, u: `/${p}/`, h: `#${i}`, p },
  part,
});

function order(found: Found[]): string[] {
  return arrangeResults(found).map(({ document, place }) => `${document.i} ${place}`);
}

describe('results', () => {
  it('[134] put sections under their page where it was found too', () => {
    expect(order([section(11, 1), page(2), page(1), section(12, 1, 'content')])).toEqual([
      '2 none',
      '1 none',
      '11 inter',
      '12 last',
    ]);
  });

  it('[134] keep the order of what has no page among them', () => {
    expect(order([section(31, 3), section(41, 4)])).toEqual(['31 none', '41 none']);
  });

  it('[135] mark a section as the last of its tree when another page follows', () => {
    expect(order([page(1), section(11, 1), page(2), section(21, 2)])).toEqual([
      '1 none',
      '11 last',
      '2 none',
      '21 last',
    ]);
  });
});
