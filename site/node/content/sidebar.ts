import { SIDEBAR_BRANCH_LIMIT } from '../../shared/constants.ts';
import type { Crumb, PagerLink, SidebarCategory, SidebarItem } from '../../shared/site.ts';
import { comparable } from '../../shared/urls.ts';
import type { CategoryMeta, Content, Source } from './load.ts';

interface Folder {
  readonly key: string;
  readonly docs: Source[];
  readonly folders: Map<string, Folder>;
}

interface Placed {
  readonly position: number;
  readonly name: string;
  readonly item: SidebarItem;
}

/** The sidebar of one area: folders become categories, number prefixes give the order. Unlisted pages stay out. */
export function buildSidebar(content: Content, area: string): SidebarItem[] {
  const root: Folder = { key: area, docs: [], folders: new Map() };
  for (const source of content.sources) {
    if (source.area === area && !source.frontMatter.unlisted) place(root, source);
  }
  return itemsOf(root, content.categories, true);
}

const folders = new WeakMap<SidebarItem, string>();

/** The folder of a category, such as `docs/p1_user`; undefined for a page. */
export function folderOf(item: SidebarItem): string | undefined {
  return folders.get(item);
}

/** Pages of a sidebar in reading order. */
export function flattenSidebar(items: readonly SidebarItem[]): PagerLink[] {
  return items.flatMap((item) => {
    if (item.kind === 'doc') return [{ label: item.label, to: item.to }];
    const own = item.to === undefined ? [] : [{ label: item.label, to: item.to }];
    return [...own, ...flattenSidebar(item.items ?? [])];
  });
}

/**
 * The categories above a page, outermost first, then the page itself as plain text.
 * @param routeOfFolder address of a category without a page; such categories are plain text without it
 */
export function breadcrumbsTo(
  items: readonly SidebarItem[],
  route: string,
  routeOfFolder?: (folder: string) => string,
): Crumb[] {
  const path = pathTo(items, route);
  return path.map((item, index) => {
    const { label } = item;
    const folder = folderOf(item);
    const to = item.to ?? (folder === undefined ? undefined : routeOfFolder?.(folder));
    return to === undefined || index === path.length - 1 ? { label } : { label, to };
  });
}

type Paths = ReadonlyMap<string, readonly SidebarItem[]>;

const pathsOf = new WeakMap<readonly SidebarItem[], Paths>();

/** The items that lead to a page, outermost first, including the page; cached for all pages of a sidebar. */
function pathTo(items: readonly SidebarItem[], route: string): readonly SidebarItem[] {
  let paths = pathsOf.get(items);
  if (paths === undefined) {
    paths = new Map(listPaths(items, []).reverse());
    pathsOf.set(items, paths);
  }
  return paths.get(comparable(route)) ?? [];
}

function listPaths(
  items: readonly SidebarItem[],
  above: readonly SidebarItem[],
): [string, readonly SidebarItem[]][] {
  return items.flatMap((item) => {
    const path = [...above, item];
    const page = item.to ?? (item.kind === 'category' ? item.list : undefined);
    const own: [string, readonly SidebarItem[]][] = page === undefined ? [] : [[comparable(page), path]];
    return item.kind === 'doc' ? own : [...own, ...listPaths(item.items ?? [], path)];
  });
}

/** The sidebar of the static file: only the branch of the page, and of long branches only the entries near it. */
export function openBranch(items: readonly SidebarItem[], route: string): SidebarItem[] {
  return openAlong(items, pathTo(items, route));
}

function openAlong(items: readonly SidebarItem[], [next, ...path]: readonly SidebarItem[]): SidebarItem[] {
  const shown = items.map((item) => {
    if (item.kind === 'doc') return item;
    return { ...item, items: item === next ? openAlong(item.items ?? [], path) : null };
  });
  return nearest(shown, next === undefined ? -1 : items.indexOf(next));
}

/** The entries around one of them; omitted entries on either side become a link to the first page of it. */
function nearest(items: SidebarItem[], at: number): SidebarItem[] {
  if (items.length <= SIDEBAR_BRANCH_LIMIT) return items;
  const start = Math.max(0, Math.min(at - SIDEBAR_BRANCH_LIMIT / 2, items.length - SIDEBAR_BRANCH_LIMIT));
  const end = start + SIDEBAR_BRANCH_LIMIT;
  return [
    ...rest(items[start - 1], `${start} more before`),
    ...items.slice(start, end),
    ...rest(items[end], `${items.length - end} more after`),
  ];
}

function rest(item: SidebarItem | undefined, label: string): SidebarItem[] {
  if (item === undefined) return [];
  return [{ kind: 'doc', label, to: item.kind === 'doc' ? item.to : item.first }];
}

function place(root: Folder, source: Source): void {
  let folder = root;
  for (const segment of source.id.split('/').slice(0, -1)) {
    let next = folder.folders.get(segment);
    if (!next) {
      next = { key: `${folder.key}/${segment}`, docs: [], folders: new Map() };
      folder.folders.set(segment, next);
    }
    folder = next;
  }
  folder.docs.push(source);
}

function itemsOf(
  folder: Folder,
  categories: ReadonlyMap<string, CategoryMeta>,
  isRoot: boolean,
): SidebarItem[] {
  const docs = folder.docs
    .filter((source) => isRoot || !isOwnPage(source))
    .map((source): Placed => {
      const label = source.frontMatter.sidebar_label ?? source.frontMatter.title;
      const name = source.id.split('/').at(-1) ?? source.id;
      const position = source.frontMatter.sidebar_position ?? numberIn(name);
      return { position, name, item: { kind: 'doc', label, to: source.route } };
    });
  const folders = [...folder.folders].map(([name, child]) => placeFolder(name, child, categories));
  return [...docs, ...folders]
    .filter((placed) => placed !== null)
    .sort((a, b) => a.position - b.position || a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map((placed) => placed.item);
}

/** The address of the page that lists a folder, from that of a page inside. */
function listOf({ key }: Folder, first: string): Pick<SidebarCategory, 'list'> {
  const inside = `${key.slice(key.indexOf('/'))}/`;
  const at = first.indexOf(inside);
  return at < 0 ? {} : { list: first.slice(0, at + inside.length) };
}

function placeFolder(
  name: string,
  folder: Folder,
  categories: ReadonlyMap<string, CategoryMeta>,
): Placed | null {
  const meta = categories.get(folder.key);
  const own = folder.docs.find(isOwnPage);
  const items = itemsOf(folder, categories, false);
  const first = own?.route ?? flattenSidebar(items)[0]?.to;
  if (first === undefined) return null;
  const label = meta?.label ?? own?.frontMatter.sidebar_label ?? own?.frontMatter.title ?? name;
  const position = meta?.position ?? own?.frontMatter.sidebar_position ?? numberIn(name);
  const base = { kind: 'category', label, first, items } as const;
  const item = own ? { ...base, to: own.route } : { ...base, ...listOf(folder, first) };
  folders.set(item, folder.key);
  return { position, name, item };
}

function isOwnPage(source: Source): boolean {
  const segments = source.id.split('/');
  return segments.length > 1 && (segments.at(-1) === 'index' || segments.at(-1) === segments.at(-2));
}

/** `p12_data_contracts` and `p11_2_resources` sort by the last number before the words. */
function numberIn(name: string): number {
  const prefix = /^p?_?\d+(?:_\d+)*/.exec(name)?.[0];
  const last = prefix?.match(/\d+/g)?.at(-1);
  return last === undefined ? Number.POSITIVE_INFINITY : Number(last);
}
