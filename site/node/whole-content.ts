import { addCheckPages } from './conformance/check-pages.ts';
import { type Content, loadContent } from './content/load.ts';
import { addGlossary } from './glossary/glossary-page.ts';
import type { Problem } from './problems.ts';
import { addReleasePages } from './release-pages/release-pages.ts';

/** The hand-written pages, and the pages generated from the contracts and the conformance suite. */
export function loadWholeContent(contentDir: string, problems: Problem[]): Content {
  const written = loadContent(contentDir, problems);
  const grown = addCheckPages(addReleasePages(written, contentDir, problems));
  return addGlossary(grown, contentDir, problems);
}
