import type { Crumb, Page, SidebarItem, Sidebars } from '../shared/site.ts';
import { folderOf } from './content/sidebar.ts';
import { type Edition, routeOfFolder } from './content/versions.ts';
import { link, list } from './contract-docs/markdown.ts';
import { escapeHtml } from './output/escape.ts';
import { type CompiledPage, emptyPage } from './pages.tsx';

const DOCS = 'docs';
const ROOT_LABEL = 'Documentation';

/** A folder of the documentation without a hand-written page; the documentation itself is one, too. */
interface Category {
  /** As in the content: `docs`, `docs/p1_user`. */
  readonly folder: string;
  readonly label: string;
  readonly items: readonly SidebarItem[];
  /** The categories above, outermost first. */
  readonly above: readonly Category[];
}

/**
 * Pages for the addresses of such folders, in every edition that has a page inside: a card for each page and folder
 * inside.
 */
export function categoryPages(
  editions: readonly Edition[],
  sidebars: Sidebars,
  baseUrl: string,
): CompiledPage[] {
  const found = editions.map((edition) => ({ edition, categories: categoriesOf(edition, sidebars) }));
  return found.flatMap(({ edition, categories }) =>
    categories.flatMap((category) => {
      if (!routeOfFolder(edition, category.folder).startsWith(edition.path)) return [];
      const routes = found
        .filter((other) => other.categories.some(({ folder }) => folder === category.folder))
        .map((other) => [other.edition.name, routeOfFolder(other.edition, category.folder)] as const);
      return compileCategory(category, edition, Object.fromEntries(routes), baseUrl);
    }),
  );
}

function categoriesOf(edition: Edition, sidebars: Sidebars): Category[] {
  const items = sidebars[edition.sidebar] ?? [];
  if (items.length === 0) return [];
  const root = { folder: DOCS, label: ROOT_LABEL, items, above: [] };
  const isTaken = edition.content.sources.some(({ route }) => route === edition.path);
  return [...(isTaken ? [] : [root]), ...categoriesIn(items, [])];
}

function categoriesIn(items: readonly SidebarItem[], above: readonly Category[]): Category[] {
  return items.flatMap((item) => {
    const folder = folderOf(item);
    if (item.kind === 'doc' || folder === undefined) return [];
    const category = { folder, label: item.label, items: item.items ?? [], above };
    const inside = categoriesIn(category.items, [...above, category]);
    return item.to === undefined ? [category, ...inside] : inside;
  });
}

function compileCategory(
  { folder, label, items, above }: Category,
  edition: Edition,
  routes: Readonly<Record<string, string>>,
  baseUrl: string,
): CompiledPage {
  const { categories } = edition.content;
  const lead = folder === DOCS ? 'All parts of the documentation.' : categories.get(folder)?.description;
  const crumbs = above.map((one): Crumb => ({ label: one.label, to: routeOfFolder(edition, one.folder) }));
  const page: Page = {
    ...emptyPage(),
    route: routeOfFolder(edition, folder),
    kind: 'doc',
    title: label,
    fullTitle: fullTitleOf([...above.map((one) => one.label), label], edition),
    description: lead ?? `${label}: all pages of this part of the documentation.`,
    breadcrumbs: folder === DOCS ? [] : [{ label: ROOT_LABEL, to: edition.path }, ...crumbs, { label }],
    sidebar: edition.sidebar,
    docs: { version: edition.name, routes },
  };
  const cards = items.map((item) => cardOf(item, edition));
  const html = [
    `<h1>${escapeHtml(label)}</h1>`,
    lead === undefined ? '' : `<p>${escapeHtml(lead)}</p>`,
    '<div class="cards index">',
    ...cards.map((card) => renderCard(card, baseUrl)),
    '</div>',
  ].join('\n');
  const body = `${lead === undefined ? '' : `${lead}\n\n`}${list(cards.map(({ title, route, text }) => `${link(title, route)}: ${text}`))}\n`;
  return { page, html, source: null, links: [], samples: [], images: [], body, resolve: (href) => href };
}

/** A folder with one page is not worth a stop on the way to it. */
function onlyPageIn(item: SidebarItem): string | undefined {
  const [first, second] = item.kind === 'doc' ? [] : (item.items ?? []);
  return first?.kind === 'doc' && second === undefined ? first.to : undefined;
}

interface Place {
  readonly title: string;
  readonly route: string;
}

interface Card extends Place {
  readonly text: string;
  /** What is inside a folder, in the order of the sidebar. */
  readonly inside: readonly Place[];
  readonly pages: number;
}

function pagesIn(items: readonly SidebarItem[]): number {
  return items.reduce((sum, item) => sum + (item.kind === 'doc' ? 1 : pagesIn(item.items ?? [])), 0);
}

function placeOf(item: SidebarItem, edition: Edition): Place {
  const route = item.to ?? onlyPageIn(item) ?? routeOfFolder(edition, folderOf(item) ?? DOCS);
  return { title: item.label, route };
}

function cardOf(item: SidebarItem, edition: Edition): Card {
  const { content } = edition;
  const folder = folderOf(item) ?? DOCS;
  const to = item.to ?? onlyPageIn(item);
  const inside = item.kind === 'doc' ? [] : (item.items ?? []);
  const page = content.sources.find((source) => source.route === to);
  const text =
    page?.frontMatter.description ?? content.categories.get(folder)?.description ?? listLabels(inside);
  const places = inside.map((one) => placeOf(one, edition));
  return { ...placeOf(item, edition), text, inside: places, pages: pagesIn(inside) };
}

/** Different from the titles of all pages, which name no folder above their own. */
function fullTitleOf(labels: readonly string[], { isLast, label }: Edition): string {
  const name = `${labels.join(' › ')}: all pages`;
  return isLast ? name : `${name} (${label})`;
}

/** A page with its description; a folder also with the first of its pages. */
function renderCard({ text, inside, pages, ...place }: Card, baseUrl: string): string {
  const anchor = ({ title, route }: Place) =>
    `<a href="${baseUrl}${route.slice(1)}">${escapeHtml(title)}</a>`;
  const links = inside.length > 1 ? inside.slice(0, LINKED).map((one) => `<li>${anchor(one)}</li>`) : [];
  const below = links.length > 0 ? `<ul>${links.join('')}</ul>` : '';
  const extent = links.length > 0 ? `<p class="extent">${pages} pages</p>` : '';
  return `<section class="card"><h2>${anchor(place)}</h2>${extent}<p>${escapeHtml(text)}</p>${below}</section>`;
}

/** Of a folder that many pages are in, its own page lists the others. */
const LINKED = 8;

const SHOWN = 3;

/** The first entries of a folder, and how many others there are. */
function listLabels(items: readonly SidebarItem[]): string {
  const labels = items.map(({ label }) => label);
  const shown = labels.length > SHOWN + 1 ? labels.slice(0, SHOWN) : labels;
  const rest = labels.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
