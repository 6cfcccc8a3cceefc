import type { PartName, SearchDocument } from './format.ts';

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

/** Puts sections under their page where the page was found too; keeps the order otherwise. */
export function arrangeResults(found: readonly Found[]): TreeResult[] {
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
