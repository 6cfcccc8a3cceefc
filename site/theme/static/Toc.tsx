import type { TocEntry } from '../../shared/site.ts';

interface TocNode {
  readonly entry: TocEntry;
  readonly children: TocNode[];
}

/** The headings of the page, nested. */
export function Toc({ entries }: { entries: readonly TocEntry[] }) {
  return (
    <nav className="toc" aria-label="On this page">
      <TocList nodes={nestEntries(entries)} />
    </nav>
  );
}

/** The same list, collapsed above the article on narrow windows. */
export function MobileToc({ entries }: { entries: readonly TocEntry[] }) {
  return (
    <details className="mobile-toc">
      <summary>On this page</summary>
      <div className="details-body">
        <TocList nodes={nestEntries(entries)} />
      </div>
    </details>
  );
}

/** Nests by level; a jump from 2 to 4 keeps the order and makes the 4 a child of the 2. */
export function nestEntries(entries: readonly TocEntry[]): TocNode[] {
  const roots: TocNode[] = [];
  const open: TocNode[] = [];
  for (const entry of entries) {
    const node: TocNode = { entry, children: [] };
    while ((open.at(-1)?.entry.level ?? 0) >= entry.level) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function TocList({ nodes }: { nodes: readonly TocNode[] }) {
  return (
    <ul>
      {nodes.map(({ entry, children }) => (
        <li key={entry.id}>
          {/* The build rendered this from the heading; it holds inline markup only. */}
          <a href={`#${entry.id}`} dangerouslySetInnerHTML={{ __html: entry.html }} />
          {children.length > 0 && <TocList nodes={children} />}
        </li>
      ))}
    </ul>
  );
}
