import type { ReferenceModel } from '@tessera/contracts/reference-model';
import { indexFileName } from '../../shared/search/format.ts';
import type { PageKind } from '../../shared/site.ts';
import { isCheckPage } from '../conformance/check-pages.ts';
import type { Edition } from '../content/versions.ts';
import { REFERENCE_ROUTES } from '../contracts.ts';
import { shortHash } from '../hash.ts';
import type { CompiledPage } from '../pages.tsx';
import { FIRST_TIER_SIZE } from '../site-data.ts';
import { buildSearchIndex, type IndexedPage } from './build-index.ts';
import { referenceEntries } from './reference-entries.ts';

const INDEXED: ReadonlySet<PageKind> = new Set(['doc', 'reference']);

export interface SearchFiles {
  /** The whole index for other programs: name in the output folder, and content. */
  readonly whole: readonly [string, string];
  /** Names and contents in the assets folder: titles and headings first, then the text. */
  readonly halves: readonly [readonly [string, string], readonly [string, string]];
}

/** The index of one version: its documents, and everything outside the documentation. */
export function searchFilesOf(
  edition: Edition,
  compiled: readonly CompiledPage[],
  references: readonly ReferenceModel[],
): SearchFiles {
  const parts = buildSearchIndex(indexedPages(edition, compiled, references));
  const half = (name: string, from: number, to?: number): readonly [string, string] => {
    const content = JSON.stringify(parts.slice(from, to));
    return [`${name}-${shortHash(content)}.json`, content];
  };
  const directory = edition.isLast ? '' : edition.path.slice(1, -1);
  return {
    whole: [indexFileName(directory), JSON.stringify(parts)],
    halves: [half('search-1', 0, FIRST_TIER_SIZE), half('search-2', FIRST_TIER_SIZE)],
  };
}

/** What a search through one version goes over. */
export function indexedPages(
  edition: Edition,
  compiled: readonly CompiledPage[],
  references: readonly ReferenceModel[],
): IndexedPage[] {
  return compiled
    .filter(({ page }) => INDEXED.has(page.kind) && !page.unlisted)
    .filter(({ page }) => page.docs === null || page.docs.version === edition.name)
    .map(({ page, html }) => {
      // Hundreds of pages with the same headings: their title, which is the requirement, finds them.
      if (isCheckPage(page.route)) return { page: { ...page, description: '' }, html: '', entries: [] };
      const model = references.find((candidate) => REFERENCE_ROUTES[candidate.area] === page.route);
      return model ? { page, html: '', entries: referenceEntries(model) } : { page, html, entries: [] };
    });
}
