import { addCheckPages } from './conformance/check-pages.ts';
import { type Content, loadContent } from './content/load.ts';
import type { Problem } from './problems.ts';
import { addReleasePages } from './release-pages/release-pages.ts';

/** What authors have written, and the pages that follow from the contracts and the conformance suite. */
export function loadWholeContent(contentDir: string, problems: Problem[]): Content {
  const written = loadContent(contentDir, problems);
  return addCheckPages(addReleasePages(written, contentDir, problems));
}
