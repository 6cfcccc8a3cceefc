import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { SITE_ROOT } from '../config.ts';
import type { Problem } from '../problems.ts';

/** Name of the manifest, in the content folder. */
export const MANIFEST = '_sources.yaml';

/** A revision of a git repository, as its owner names it. */
export interface Revision {
  /** A remote for `git fetch`: an address or a path. */
  readonly git: string;
  /** Branch, tag or full name of a reference. */
  readonly ref: string;
}

/** Where a file or folder of the site comes from. */
interface Origin {
  /** Absent for the manifest's folder. */
  readonly revision: Revision | null;
  /** Line of the manifest. */
  readonly line: number;
}

/** A folder of pages. */
export interface ContentSource extends Origin {
  /** Folder in the repository, or beside the manifest; empty for all of it. */
  readonly folder: string;
  /** Target folder in the content; empty for the content itself. */
  readonly mount: string;
}

/** An OpenAPI file that readers can download. */
export interface SpecificationSource extends Origin {
  readonly file: string;
  readonly name: string;
}

/** All sources of a site. */
export interface Manifest {
  /** Relative to the site folder, for messages. */
  readonly file: string;
  readonly content: readonly ContentSource[];
  readonly specifications: readonly SpecificationSource[];
}

const OWN: ContentSource = { revision: null, line: 1, folder: '', mount: '' };
const CONTENT_KEYS = ['git', 'ref', 'folder', 'mount'] as const;
const SPECIFICATION_KEYS = ['git', 'ref', 'file', 'name'] as const;
const SPECIFICATION_NAME = /^[a-z0-9][a-z0-9-]*$/;

/** Reads the manifest of a content folder; without one, the site is made of that folder alone. */
export function readManifest(contentDir: string, problems: Problem[]): Manifest {
  const absolute = path.join(contentDir, MANIFEST);
  const file = path.relative(SITE_ROOT, absolute);
  if (!existsSync(absolute)) return { file, content: [OWN], specifications: [] };
  const report = (line: number, message: string) => problems.push({ file, line, message });
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(absolute, 'utf8'), { lineCounter: lines, schema: 'core' });
  for (const error of document.errors) report(error.linePos?.[0].line ?? 1, error.message);
  const lineOf = (node: unknown): number => (isNode(node) ? lines.linePos(node.range?.[0] ?? 0).line : 1);
  const read = <Key extends string>(list: string, keys: readonly Key[]): Item<Key>[] => {
    const items = document.get(list);
    if (items === undefined || items === null) return [];
    if (isSeq(items)) return items.items.flatMap((node) => readItem(node, keys, lineOf(node), report));
    report(lineOf(items), `${list} is not a list`);
    return [];
  };
  if (document.contents !== null && !isMap(document.contents)) {
    report(1, 'the manifest is not a mapping with the lists content and specifications');
  } else {
    const keys = (document.contents?.items ?? []).map(({ key }) => key);
    for (const key of keys) {
      const name = isScalar(key) ? String(key.value) : '';
      if (name !== 'content' && name !== 'specifications')
        report(lineOf(key), `key "${name}" is unknown; known keys: content, specifications`);
    }
  }
  return {
    file,
    content: read('content', CONTENT_KEYS).flatMap((item) => toContent(item, report)),
    specifications: read('specifications', SPECIFICATION_KEYS).flatMap((item) =>
      toSpecification(item, report),
    ),
  };
}

interface Item<Key extends string> {
  readonly values: Readonly<Partial<Record<Key, string>>>;
  readonly line: number;
}

type Report = (line: number, message: string) => void;

function readItem<Key extends string>(
  node: unknown,
  keys: readonly Key[],
  line: number,
  report: Report,
): Item<Key>[] {
  if (!isMap(node)) {
    report(line, `a source is a mapping of ${keys.join(', ')}`);
    return [];
  }
  const values: Partial<Record<Key, string>> = {};
  let isGood = true;
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const known = keys.find((candidate) => candidate === name);
    const text: unknown = isScalar(value) ? value.value : undefined;
    if (known !== undefined && typeof text === 'string') values[known] = text;
    else {
      isGood = false;
      report(
        line,
        known === undefined
          ? `key "${name}" is unknown; known keys: ${keys.join(', ')}`
          : `${name} is not a text`,
      );
    }
  }
  return isGood ? [{ values, line }] : [];
}

function toContent(item: Item<(typeof CONTENT_KEYS)[number]>, report: Report): ContentSource[] {
  const { values, line } = item;
  const folder = inside(values.folder ?? '', 'folder', line, report);
  const mount = inside(values.mount ?? '', 'mount', line, report);
  const revision = revisionOf(values, line, report);
  if (folder === null || mount === null || revision === undefined) return [];
  return [{ revision, line, folder, mount }];
}

function toSpecification(
  item: Item<(typeof SPECIFICATION_KEYS)[number]>,
  report: Report,
): SpecificationSource[] {
  const { values, line } = item;
  const file = inside(values.file ?? '', 'file', line, report);
  const revision = revisionOf(values, line, report);
  const { name = '' } = values;
  if (file === '') report(line, 'a specification needs a file');
  if (!SPECIFICATION_NAME.test(name)) {
    report(line, `a specification needs a name of small letters, digits and hyphens, not "${name}"`);
    return [];
  }
  return file === null || file === '' || revision === undefined ? [] : [{ revision, line, file, name }];
}

/** Null for the content folder itself, undefined for an invalid value. */
function revisionOf(
  { git, ref }: { readonly git?: string; readonly ref?: string },
  line: number,
  report: Report,
): Revision | null | undefined {
  if (git === undefined && ref === undefined) return null;
  if (git === undefined || ref === undefined) {
    report(line, 'git and ref belong together: the repository, and the branch or tag to take');
    return undefined;
  }
  const isOption = git.startsWith('-') || ref.startsWith('-');
  if (isOption || git === '' || ref === '') {
    report(line, `${git} ${ref} is no repository with a branch or tag`);
    return undefined;
  }
  return { git, ref };
}

/** A path with forward slashes that does not leave the folder it begins in; `.` is that folder. */
function inside(given: string, key: string, line: number, report: Report): string | null {
  const normal = path.posix.normalize(given === '' ? '.' : given).replace(/\/$/, '');
  if (normal === '..' || normal.startsWith('../') || path.posix.isAbsolute(normal)) {
    report(line, `${key} ${given} leads outside of the ${key === 'mount' ? 'content folder' : 'repository'}`);
    return null;
  }
  return normal === '.' ? '' : normal;
}
