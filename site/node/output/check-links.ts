import path from 'node:path';
import { isExternal, routeOf } from '../../shared/urls.ts';
import type { SourceLink } from '../markdown/render.ts';
import type { Problem } from '../problems.ts';
import { scanTags } from './html-scan.ts';

/** One built document, with the source of its text. */
export interface BuiltPage {
  readonly route: string;
  /** File in the output folder, relative. */
  readonly output: string;
  readonly html: string;
  /** Source file for messages; null for generated pages. */
  readonly source: string | null;
  readonly links: readonly SourceLink[];
}

export interface LinkCheck {
  readonly baseUrl: string;
  readonly pages: readonly BuiltPage[];
  /** All other files of the output, relative. */
  readonly files: ReadonlySet<string>;
  /** Routes that readers open by a shortened address, such as the folder of a version. */
  readonly entries?: readonly string[];
}

interface Target {
  readonly href: string;
  readonly isAsset: boolean;
}

/** Routes that the host and the search box use without a link. */
const LED_TO_OTHERWISE: ReadonlySet<string> = new Set(['404.html', 'search/index.html']);

/** Finds broken links, anchors and assets, duplicate ids, and pages without an incoming link. */
export function checkLinks(check: LinkCheck): Problem[] {
  const { problems, targets } = readLinks(check);
  return unique([...problems, ...findOrphans(check, targets)]);
}

/** Finds broken links, anchors and assets, and duplicate ids. */
export function findBrokenLinks(check: LinkCheck): Problem[] {
  return unique(readLinks(check).problems);
}

function readLinks(check: LinkCheck): { problems: Problem[]; targets: Map<string, Target[]> } {
  const problems: Problem[] = [];
  const ids = new Map<string, Set<string>>();
  const targets = new Map<string, Target[]>();
  for (const page of check.pages) {
    const found = scanPage(page, problems);
    ids.set(page.route, found.ids);
    targets.set(page.route, found.targets);
  }
  for (const page of check.pages) {
    for (const { href, isAsset } of targets.get(page.route) ?? []) {
      const complaint = complain(href, isAsset, page, ids, check);
      if (complaint !== null) problems.push({ ...placeOf(page, href), message: complaint });
    }
  }
  return { problems, targets };
}

function scanPage(page: BuiltPage, problems: Problem[]): { ids: Set<string>; targets: Target[] } {
  const ids = new Set<string>();
  const targets: Target[] = [];
  for (const { name, attributes } of scanTags(page.html)) {
    const id = attributes.get('id');
    if (id !== undefined) {
      if (ids.has(id))
        problems.push({
          file: page.source ?? page.output,
          message: `id "${id}" is given twice in ${page.output}`,
        });
      ids.add(id);
    }
    const isPreload = name === 'link' && attributes.get('rel') !== 'canonical';
    const href = name === 'a' || isPreload ? attributes.get('href') : undefined;
    // The place that a browser waits for before it paints is an anchor of the page itself.
    if (href !== undefined) targets.push({ href, isAsset: isPreload && attributes.get('rel') !== 'expect' });
    const src = attributes.get('src');
    if (src !== undefined) targets.push({ href: src, isAsset: true });
  }
  return { ids, targets };
}

function complain(
  href: string,
  isAsset: boolean,
  page: BuiltPage,
  ids: ReadonlyMap<string, Set<string>>,
  { baseUrl, files }: LinkCheck,
): string | null {
  if (isExternal(href)) return isAsset ? null : complainOfAddress(href);
  const [withoutHash = '', hash] = href.split('#', 2);
  const target = withoutHash.split('?')[0] ?? '';
  const absolute =
    target === '' ? baseUrl + page.route.slice(1) : resolveFrom(baseUrl + page.route.slice(1), target);
  const route = routeOf(baseUrl, absolute);
  if (route === null) return `${href} does not stay under the base URL ${baseUrl}`;
  if (files.has(decodeURI(absolute.slice(baseUrl.length)))) return null;
  const targetIds = isAsset ? undefined : ids.get(route);
  if (!targetIds) return `${isAsset ? 'asset' : 'link'} ${href} leads nowhere`;
  if (hash === undefined || hash === '') return null;
  return targetIds.has(decodeURIComponent(hash))
    ? null
    : `link ${href} names an anchor that ${route} does not have`;
}

/** Schemes that a reader can follow. */
const SCHEMES = ['http:', 'https:', 'mailto:'];

/** Problems of an external address that can be found without requesting it. */
function complainOfAddress(href: string): string | null {
  const address = href.startsWith('//') ? `https:${href}` : href;
  if (!URL.canParse(address)) return `link ${href} is no address`;
  const { protocol, hostname, username } = new URL(address);
  if (!SCHEMES.includes(protocol)) return `link ${href} has a scheme other than ${SCHEMES.join(' ')}`;
  if (username !== '') return `link ${href} names a user`;
  const isNamed = protocol === 'mailto:' || hostname.includes('.') || hostname === 'localhost';
  return isNamed ? null : `link ${href} names no host`;
}

function resolveFrom(from: string, target: string): string {
  if (target.startsWith('/')) return target;
  const joined = path.posix.join(from, target);
  return target.endsWith('/') && !joined.endsWith('/') ? `${joined}/` : joined;
}

/** Pages that no chain of links from the home page reaches. */
function findOrphans(check: LinkCheck, targets: ReadonlyMap<string, readonly Target[]>): Problem[] {
  const reached = new Set<string>();
  const queue = ['/'];
  for (let route = queue.pop(); route !== undefined; route = queue.pop()) {
    if (reached.has(route)) continue;
    reached.add(route);
    for (const { href } of targets.get(route) ?? []) {
      const target = href.split(/[?#]/)[0] ?? '';
      if (target === '' || isExternal(target)) continue;
      const next = routeOf(check.baseUrl, resolveFrom(check.baseUrl + route.slice(1), target));
      if (next !== null && !reached.has(next)) queue.push(next);
    }
  }
  return check.pages
    .filter(
      (page) =>
        !reached.has(page.route) &&
        !LED_TO_OTHERWISE.has(page.output) &&
        check.entries?.includes(page.route) !== true &&
        !page.html.includes('content="noindex'),
    )
    .map((page) => ({ file: page.source ?? page.output, message: `no page leads to ${page.route}` }));
}

function placeOf(page: BuiltPage, href: string): Pick<Problem, 'file' | 'line'> {
  const link = page.links.find((candidate) => candidate.href === href);
  if (page.source !== null && link) return { file: page.source, line: link.line };
  return { file: page.source ?? page.output };
}

/** A broken link of the navigation is on every page; it counts as one problem. */
function unique(problems: readonly Problem[]): Problem[] {
  const seen = new Map<string, Problem>();
  for (const problem of problems) {
    const key =
      problem.line === undefined ? problem.message : `${problem.file}:${problem.line} ${problem.message}`;
    if (!seen.has(key)) seen.set(key, problem);
  }
  return [...seen.values()];
}
