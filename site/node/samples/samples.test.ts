import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../config.ts';
import { isChecked } from '../markdown/code-meta.ts';
import { describe as place } from '../problems.ts';
import { checkPage, checkPrograms, endChecks } from './check-samples.ts';
import { loadSamplePages } from './sample-pages.ts';

/** The maximum percentage of `show-only` blocks among those that a program could check. */
const MOST_SHOW_ONLY = 10;
const pages = loadSamplePages(readSettings([], {}));

/** One page in so many is run: with TESTS=all, as in the nightly run, every one. Every program is compiled in any case. */
const RUN_ONE_IN = process.env['TESTS'] === 'all' ? 1 : 24;

describe('samples of the documentation', () => {
  afterAll(endChecks);

  const run = pages.filter((_, index) => index % RUN_ONE_IN === 0);
  it.concurrent.each(run.map((page) => [page.file, page] as const))(
    'of %s do what the page says',
    async (_file, page) => {
      expect((await checkPage(page)).map(place)).toEqual([]);
    },
  );

  it('compile', () => {
    expect(checkPrograms(pages).map(place)).toEqual([]);
  });

  it(`are checked by a program, but for at most ${MOST_SHOW_ONLY} of a hundred`, () => {
    const checked = pages.flatMap(({ samples }) => samples).filter(({ meta }) => isChecked(meta));
    const shown = checked.filter(({ meta }) => meta.mode === 'show-only');
    expect(checked.length).toBeGreaterThan(0);
    expect(shown.length * 100).toBeLessThanOrEqual(checked.length * MOST_SHOW_ONLY);
  });
});
