import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SITE_ROOT } from '../config.ts';
import type { Term } from '../glossary/glossary.ts';
import type { Problem } from '../problems.ts';
import { mountContent, SOURCES_CACHE } from '../sources/mount.ts';
import { type FrontMatter, missingInDocument, splitFrontMatter } from './front-matter.ts';
import { readYaml } from './read-yaml.ts';

/** One Markdown file, before it is rendered. */
export interface Source {
  /** Relative to the site folder, for messages. */
  readonly file: string;
  readonly absolute: string;
  /** Folder of the files that it may include or show; absent for a generated page. */
  readonly root?: string;
  /** `docs`, `tutorials` or `pages`: which part of the content it belongs to. */
  readonly area: string;
  /** Path inside its area without extension, for example `p2_arch/p5_provisioner/provisioning`. */
  readonly id: string;
  readonly route: string;
  readonly frontMatter: FrontMatter;
  readonly body: string;
  /** The body in one version of the documentation, where a program writes it; absent where all have the same. */
  readonly bodyIn?: (version: string) => string;
  /** The hand-written part of the body, where a program has added to it. */
  readonly written?: string;
  readonly bodyOffset: number;
}

/** The content of `_category.yaml` of a folder of documents. */
export interface CategoryMeta {
  readonly label: string;
  /** What the pages of the folder explain, and for whom: the first paragraph of its page. */
  readonly description?: string;
  readonly position?: number;
}

export interface Content {
  readonly sources: readonly Source[];
  /** By `area/folder`. */
  readonly categories: ReadonlyMap<string, CategoryMeta>;
  /** Words that pages link to the glossary. */
  readonly terms?: readonly Term[];
}

const CATEGORY_FILE = '_category.yaml';

/** Reads every Markdown file of the content folder and of what its manifest mounts there; drafts are left out. */
export function loadContent(contentDir: string, problems: Problem[], cache = SOURCES_CACHE): Content {
  const sources: Source[] = [];
  const categories = new Map<string, CategoryMeta>();
  for (const { name: entry, absolute, root } of mountContent(contentDir, problems, cache)) {
    const file = path.relative(SITE_ROOT, absolute);
    const [area = '', ...rest] = entry.split('/');
    const name = rest.join('/');
    if (name.endsWith(CATEGORY_FILE)) {
      const meta = readCategory(file, absolute, problems);
      if (meta) categories.set(path.posix.dirname(entry), meta);
    } else if (name.endsWith('.md') && !isPartial(entry)) {
      const split = splitFrontMatter(file, readFileSync(absolute, 'utf8'), problems);
      if (!split || split.frontMatter.draft) continue;
      if (area === 'docs')
        for (const message of missingInDocument(split.frontMatter)) problems.push({ file, line: 1, message });
      const id = name.slice(0, -'.md'.length);
      sources.push({ file, absolute, root, area, id, route: routeOfSource(area, id), ...split });
    }
  }
  reportRouteClashes(sources, problems);
  return { sources, categories };
}

/** `docs/a/b.md` is `/docs/a/b/`; `index.md` and a file named like its folder take the folder's route. */
function routeOfSource(area: string, id: string): string {
  const segments = id.split('/');
  const last = segments.at(-1);
  if (last === 'index' || (segments.length > 1 && last === segments.at(-2))) segments.pop();
  const prefix = area === 'pages' ? [] : [area];
  const all = [...prefix, ...segments];
  return all.length === 0 ? '/' : `/${all.join('/')}/`;
}

/** Files for inclusion begin with `_`, or are in a folder that does. */
function isPartial(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('_'));
}

function readCategory(file: string, absolute: string, problems: Problem[]): CategoryMeta | null {
  const read = readYaml(file, absolute, problems);
  if (read === null) return null;
  const value: unknown = read.document.toJS();
  if (typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string') {
    return {
      label: value.label,
      ...('description' in value &&
        typeof value.description === 'string' && { description: value.description }),
      ...('position' in value && typeof value.position === 'number' && { position: value.position }),
    };
  }
  problems.push({ file, line: 1, message: 'a category needs a label' });
  return null;
}

function reportRouteClashes(sources: readonly Source[], problems: Problem[]): void {
  const seen = new Map<string, Source>();
  for (const source of sources) {
    const key = source.route.toLowerCase();
    const other = seen.get(key);
    if (other)
      problems.push({ file: source.file, message: `has the same route ${source.route} as ${other.file}` });
    if (source.id.endsWith('.html'))
      problems.push({ file: source.file, message: 'a route may not end in .html' });
    seen.set(key, source);
  }
}
