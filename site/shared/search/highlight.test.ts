import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.ts';

function written(text: string, length: number, words: string[]): string {
  return highlight(text, length, (word) => words.includes(word))
    .map((segment) => (segment.isMatch ? `[${segment.text}]` : segment.text))
    .join('');
}

const LONG =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';

describe('highlighting', () => {
  it('[119] marks whole words in a short text and leaves the rest', () => {
    expect(written('Policy and metric', 50, ['policy', 'metric'])).toBe('[Policy] and [metric]');
  });

  it('[119] cuts a long text round the first match and shows where it was cut', () => {
    const cut = written(LONG, 50, ['eleven']);
    expect(cut).toContain('[eleven]');
    expect(cut.startsWith('…')).toBe(true);
    expect(cut.endsWith('…')).toBe(true);
    expect(cut.replaceAll(/[[\]…]/g, '').length).toBeLessThanOrEqual(50);
  });

  it('[119] [140] is never longer than asked, whatever stands before the match', () => {
    const cut = written(`see https://example.org/a/very/long/address/without/blanks#token then ${LONG}`, 50, [
      'token',
    ]);
    expect(cut).toContain('[token]');
    expect(cut.replaceAll(/[[\]…]/g, '').length).toBeLessThanOrEqual(50);
  });

  it.each([
    ['createTechAdapter', ['create', 'tech', 'adapter'], '[createTechAdapter]'],
    ['createTechAdapter', ['adapter'], 'createTech[Adapter]'],
    ['maxRetries: how often', ['max', 'retries'], '[maxRetries]: how often'],
    ['GET /v1/listHTTPRoutes2.3.0', ['list', '2.3.0'], 'GET /v1/[list]HTTPRoutes2.3.0'],
  ])('[119] marks in %s what %j say', (text, words, wanted) => {
    expect(written(text, 50, words)).toBe(wanted);
  });

  it('[119] shows that it cuts behind a sentence by three dots, not by four', () => {
    expect(written('A product is deployed. Then it is there.', 24, ['product'])).toBe(
      'A [product] is deployed…',
    );
  });

  it('shows the part with the most different matches', () => {
    const cut = written(`one and one ${LONG}`, 40, ['one', 'twelve', 'thirteen']);
    expect(cut).toContain('[twelve] [thirteen]');
  });

  it('shows the beginning when nothing matches', () => {
    expect(written(LONG, 20, ['none'])).toBe('one two three four…');
  });

  it('[119] keeps markup as text', () => {
    expect(written('<img onerror> policy', 50, ['policy'])).toBe('<img onerror> [policy]');
  });
});
