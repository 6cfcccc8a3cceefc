import { describe, expect, it } from 'vitest';
import { arrangeResults, type Found, gatherRows, schemasLast } from './results.ts';

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

describe('the first rows', () => {
  it('end with the schemas, in their order', () => {
    const schema = (i: number): Found => ({
      document: { i, t: `Schema${i}`, u: '/api/builder/', h: `#schema/builder/Schema${i}`, p: 9 },
      part: 'heading',
    });
    const rows = [schema(21), page(1), schema(22), section(11, 1)];
    expect(schemasLast(rows).map(({ document }) => document.i)).toEqual([1, 11, 21, 22]);
  });
});

describe('the rows of a query', () => {
  const rules = { limit: 20, isWithin: () => true, isLast: () => false };
  const gather = (meant: Found[], others: Found[], changed = {}) =>
    gatherRows(meant, others, { ...rules, ...changed }).map(({ document: { u, h = '' } }) => u + h);

  it('have each address once', () => {
    expect(gather([section(11, 1)], [section(11, 1, 'content'), page(1)])).toEqual(['/1/#11', '/1/']);
  });

  it('are of one page at most three times among the first ten', () => {
    const crowd = [1, 2, 3, 4, 5].map((i) => section(i, 1));
    const others = Array.from({ length: 8 }, (_, i) => page(i + 100));
    const rows = gather([], [...crowd, ...others]);
    expect(rows.slice(0, 10).filter((url) => url.startsWith('/1/'))).toHaveLength(3);
    expect(rows.slice(10)).toEqual(['/1/#4', '/1/#5', '/107/']);
  });

  it('are all there when there are fewer than ten, as many as are counted', () => {
    const crowd = [1, 2, 3, 4, 5].map((i) => section(i, 1));
    expect(gather([], [...crowd, page(2)])).toEqual(['/1/#1', '/1/#2', '/1/#3', '/2/', '/1/#4', '/1/#5']);
  });

  it('end with what comes last, unless it is meant', () => {
    const isLast = ({ u }: { readonly u: string }) => u === '/1/';
    expect(gather([], [page(1), page(2)], { isLast })).toEqual(['/2/', '/1/']);
    expect(gather([page(1)], [page(2)], { isLast })).toEqual(['/1/', '/2/']);
  });
});
