import type { ReferenceModel } from '@tessera/contracts/reference-model';
import { indexFileName } from '../../shared/search/format.ts';
import type { PageKind } from '../../shared/site.ts';
import { isCheckPage } from '../conformance/check-pages.ts';
import type { Edition } from '../content/versions.ts';
import { routeOfReference } from '../contracts.ts';
import { shortHash } from '../hash.ts';
import type { AddAsset } from '../output/site-assets.ts';
import type { CompiledPage } from '../pages.tsx';
import { FIRST_TIER_SIZE } from '../site-data.ts';
import { buildSearchIndex, type IndexedPage } from './build-index.ts';
import { englishBeside } from './english-words.ts';
import { referenceEntries } from './reference-entries.ts';
import { textPartOf } from './text-part.ts';

/** Documents that list what others explain, or answer in one sentence: searches rank the others first. */
const LISTS =
  /\/p5_glossary\/|_faqs?\/$|\/p10_releases\/|\/p4_[34]_client_\w+\/|\/p4_command_line\/|^\/conformance\//;

const FIRST_PARAGRAPH = /<p>[\s\S]*?<\/p>/;
const INDEXED: ReadonlySet<PageKind> = new Set(['doc', 'reference']);

/** A page with its article; for a reference, its model is read instead. */
export type SearchedPage = Pick<CompiledPage, 'page' | 'html'> & Partial<Pick<CompiledPage, 'source'>>;

export interface SearchFiles {
  /** The whole index for other programs: name in the output folder, and content. */
  readonly whole: readonly [string, string];
  /** Addresses: titles, headings, descriptions and names first, then what is known of the texts. */
  readonly tiers: readonly [string, string];
}

/** The index of one version: its documents, and everything outside the documentation. */
export function searchFilesOf(
  edition: Edition,
  compiled: readonly SearchedPage[],
  references: readonly ReferenceModel[],
  addAsset: AddAsset,
): SearchFiles {
  const parts = buildSearchIndex(indexedPages(edition, compiled, references));
  const add = (name: string, value: unknown): string => {
    const content = JSON.stringify(value);
    return addAsset(`${name}-${shortHash(content)}.json`, content);
  };
  const [content] = parts.slice(FIRST_TIER_SIZE);
  if (content === undefined) throw new Error('the index has no part of the contents');
  const texts = textPartOf(
    content,
    (file) => add('search-texts', file),
    add('search-english', englishBeside(parts)),
  );
  const directory = edition.isLast ? '' : edition.path.slice(1, -1);
  return {
    whole: [indexFileName(directory), JSON.stringify(parts.map(({ part }) => part))],
    tiers: [
      add(
        'search-1',
        parts.slice(0, FIRST_TIER_SIZE).map(({ part }) => part.documents),
      ),
      add('search-2', texts),
    ],
  };
}

/** The documents of a search in one version. */
function indexedPages(
  edition: Edition,
  compiled: readonly SearchedPage[],
  references: readonly ReferenceModel[],
): IndexedPage[] {
  return compiled
    .filter(({ page }) => INDEXED.has(page.kind) && !page.unlisted)
    .filter(({ page }) => page.docs === null || page.docs.routes[edition.name] === page.route)
    .map(({ page, html, source }) => {
      // Hundreds of pages with the same headings: only their title and what the requirement means are searched.
      if (isCheckPage(page.route))
        return {
          page: { ...page, description: '' },
          html: FIRST_PARAGRAPH.exec(html)?.[0] ?? '',
          entries: [],
          isAside: true,
        };
      const model = references.find((candidate) => routeOfReference(candidate) === page.route);
      return model
        ? { page, html: '', entries: referenceEntries(model) }
        : {
            ...{ page, html, entries: [], isAside: LISTS.test(page.route) },
            keywords: source?.frontMatter.keywords ?? [],
          };
    });
}
