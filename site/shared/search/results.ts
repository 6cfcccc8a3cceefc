import type { PartName, SearchDocument } from './format.ts';
import { kindOf } from './kind.ts';
import { addressOf, placeOf } from './places.ts';

/** The rows that a reader sees first, and how many of them may be of one page. */
const FIRST_ROWS = 10;
const ROWS_OF_A_PAGE = 3;

export interface Found {
  readonly document: SearchDocument;
  readonly part: PartName;
}

export interface TreeResult extends Found {
  /** The page of this section stands above it. */
  readonly isChild: boolean;
  /** `inter`: the next result is of the same page; `last`: it is not. */
  readonly place: 'none' | 'inter' | 'last';
}

interface RowRules {
  /** Further rows are not looked for. */
  readonly limit: number;
  isWithin(document: SearchDocument): boolean;
  /** True for what comes behind everything else, unless it is meant. */
  isLast(document: SearchDocument): boolean;
}

/**
 * One row for each address, in the order of the documents: what is meant, the others, what comes last. Of the first ten
 * rows, at most three are of one page; further ones follow.
 */
export function gatherRows(
  meant: Iterable<Found>,
  others: Iterable<Found>,
  { limit, isWithin, isLast }: RowRules,
): readonly Found[] {
  const seen = new Set<string>();
  const onPage = new Map<string, number>();
  const [rows, crowded, last]: [Found[], Found[], Found[]] = [[], [], []];
  const add = (row: Found, isMeant: boolean) => {
    const { document } = row;
    const address = addressOf(document);
    if (seen.has(address) || !isWithin(document)) return;
    seen.add(address);
    const page = placeOf(document);
    const before = onPage.get(page) ?? 0;
    onPage.set(page, before + 1);
    if (!isMeant && isLast(document)) last.push(row);
    else if (before >= ROWS_OF_A_PAGE && rows.length < FIRST_ROWS) crowded.push(row);
    else rows.push(row);
  };
  for (const row of meant) add(row, true);
  for (const row of others) {
    if (rows.length >= limit) break;
    add(row, false);
  }
  const all = [...rows, ...last];
  all.splice(FIRST_ROWS, 0, ...crowded);
  return all.slice(0, limit);
}

/** Of the first rows, those that explain something, then the schemas that are called so. */
export function schemasLast(found: readonly Found[]): readonly Found[] {
  const isSchema = ({ document }: Found) => kindOf(addressOf(document)) === 'Schemas';
  const first = found.slice(0, FIRST_ROWS);
  return [...first.filter((row) => !isSchema(row)), ...first.filter(isSchema), ...found.slice(FIRST_ROWS)];
}

/** Puts sections under their page where the page was found too, among the first rows and among the others. */
export function arrangeResults(found: readonly Found[]): TreeResult[] {
  return [found.slice(0, FIRST_ROWS), found.slice(FIRST_ROWS)].flatMap(arrange);
}

function arrange(found: readonly Found[]): TreeResult[] {
  const isPage = ({ part }: Found) => part !== 'heading' && part !== 'content';
  const pageIds = new Set(found.filter(isPage).map(({ document }) => document.i));
  const ordered: { item: Found; isChild: boolean }[] = [];
  for (const item of found) {
    const parent = item.document.p;
    if (!isPage(item) && parent !== undefined && pageIds.has(parent)) continue;
    ordered.push({ item, isChild: false });
    if (!isPage(item)) continue;
    const children = found.filter((other) => !isPage(other) && other.document.p === item.document.i);
    ordered.push(...children.map((child) => ({ item: child, isChild: true })));
  }
  return ordered.map(({ item, isChild }, index) => {
    const hasNext = ordered[index + 1]?.isChild === true;
    return { ...item, isChild, place: isChild ? (hasNext ? 'inter' : 'last') : 'none' };
  });
}
