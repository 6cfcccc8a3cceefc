import { afterAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../../scripts/test-cases.js';
import { readSettings } from '../config.ts';
import { isChecked } from '../markdown/code-meta.ts';
import { describe as place } from '../problems.ts';
import { checkPage, checkPrograms, endChecks } from './check-samples.ts';
import { loadSamplePages } from './sample-pages.ts';

/** The maximum percentage of `show-only` blocks among those that a program could check. */
const MOST_SHOW_ONLY = 10;
const pages = loadSamplePages(readSettings([], {}));

describe('samples of the documentation', () => {
  afterAll(endChecks);

  // Every program is compiled in any case.
  const run = oneIn(48, pages);
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
