import { beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../config.ts';
import { isChecked } from '../markdown/code-meta.ts';
import { type Problem, describe as place } from '../problems.ts';
import { checkSamples } from './check-samples.ts';
import { loadSamplePages } from './sample-pages.ts';

/** The maximum percentage of `show-only` blocks among those that a program could check. */
const MOST_SHOW_ONLY = 10;
const pages = loadSamplePages(readSettings([], {}));

describe('samples of the documentation', () => {
  let problems: readonly Problem[] = [];
  beforeAll(async () => {
    problems = await checkSamples(pages);
  }, 600_000);

  it.each(pages.map(({ file }) => file))('of %s do what the page says', (file) => {
    expect(problems.filter((problem) => problem.file === file).map(place)).toEqual([]);
  });

  it(`are checked by a program, but for at most ${MOST_SHOW_ONLY} of a hundred`, () => {
    const checked = pages.flatMap(({ samples }) => samples).filter(({ meta }) => isChecked(meta));
    const shown = checked.filter(({ meta }) => meta.mode === 'show-only');
    expect(checked.length).toBeGreaterThan(0);
    expect(shown.length * 100).toBeLessThanOrEqual(checked.length * MOST_SHOW_ONLY);
  });
});
