import { describe, expect, it } from 'vitest';
import { createFragments } from './fragments.ts';

function answers(...responses: (Response | Error)[]) {
  const asked: string[] = [];
  const fragments = createFragments('/base/', (url) => {
    asked.push(url);
    const next = responses.shift() ?? new Error('offline');
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
  return { asked, fragments };
}

const PAGE = JSON.stringify({ page: { route: '/a/' }, html: '<h1>A</h1>', buildId: 'x' });

describe('pages of this visit', () => {
  it('[126] are fetched once, also when two ask at the same time', async () => {
    const { asked, fragments } = answers(new Response(PAGE));
    const [one, two] = await Promise.all([fragments.load('/base/a/'), fragments.load('/base/a')]);
    expect(one).toBe(two);
    expect(asked).toEqual(['/base/a/page.json']);
  });

  it('[23] may be tried again after a failure', async () => {
    const { asked, fragments } = answers(new Error('offline'), new Response(PAGE));
    await expect(fragments.load('/base/a/')).rejects.toThrow('Could not load /base/a/page.json');
    await expect(fragments.load('/base/a/')).resolves.toMatchObject({ buildId: 'x' });
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['{}', 'The file holds no page'],
    ['null', 'The file holds no page'],
  ])('[55] that hold %s are refused by their path', async (body, why) => {
    const { fragments } = answers(new Response(body));
    const error: unknown = await fragments.load('/base/a/').catch((cause: unknown) => cause);
    expect(error).toMatchObject({ message: 'Could not load /base/a/page.json', cause: { message: why } });
  });
});
