import { describe, expect, it } from 'vitest';
import { requireToken } from './access.ts';

describe('a platform with a token', () => {
  it.each<[given: string | undefined, isAllowed: boolean]>([
    ['Bearer open-sesame', true],
    ['Bearer open-sesame!', false],
    ['Bearer open', false],
    ['Bearer ', false],
    ['open-sesame', false],
    ['Basic open-sesame', false],
    ['', false],
    [undefined, false],
  ])('lets a caller with the header %j pass: %j', (authorization, isAllowed) => {
    const headers = authorization === undefined ? {} : { authorization };
    expect(requireToken('open-sesame')({ headers }, 'listTechAdapters')).toBe(isAllowed);
  });
});
