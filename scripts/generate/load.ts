import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Document, isAlias, isCollection, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import { type Json, pointerSegments } from './json.ts';
import { compare, Problems } from './problems.ts';

/** One YAML file under `specs/`. */
export interface SourceFile {
  /** Relative to the folder that holds `specs/`, with slashes, for example `specs/shared/errors.yaml`. */
  readonly path: string;
  readonly text: string;
  readonly data: Json;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** Everything under `specs/`, read once. */
export interface Specs {
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Files that are not YAML (text samples), by the same kind of path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: Problems;
}

/** Reads all of `root/specs`. Invalid YAML becomes a problem with its place, not an exception. */
export function loadSpecs(root: string): Specs {
  const problems = new Problems();
  const files = new Map<string, SourceFile>();
  const texts = new Map<string, string>();
  for (const absolute of listFiles(join(root, 'specs'))) {
    const path = relative(root, absolute).replaceAll('\\', '/');
    const text = readFileSync(absolute, 'utf8');
    texts.set(path, text);
    if (/\.ya?ml$/.test(path)) files.set(path, parseSource(path, text, problems));
  }
  return { files, texts, problems };
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => compare(a.name, b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}

function parseSource(path: string, text: string, problems: Problems): SourceFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  for (const issue of [...document.errors, ...document.warnings]) {
    const { line, col } = lines.linePos(issue.pos[0]);
    problems.add({ file: path, line, column: col, rule: 'yaml', message: issue.message });
  }
  return { path, text, data: toData(path, document, problems), document, lines };
}

/** A document with errors cannot be converted reliably; its problems are recorded already. */
function toData(path: string, document: Document.Parsed, problems: Problems): Json {
  if (document.errors.length > 0) return null;
  try {
    return document.toJS({ maxAliasCount: 10_000 }) as Json; // the YAML core schema yields JSON values
  } catch (error) {
    // An alias without its anchor is found only here.
    problems.add({
      file: path,
      rule: 'yaml',
      message: error instanceof Error ? error.message : String(error),
    });
    return null;
  }
}

/** Location of a value in a file. A pointer that does not resolve yields the location of its nearest parent. */
export function locate(file: SourceFile, pointer: string): { line: number; column: number } {
  let node: unknown = file.document.contents;
  let place = 0;
  for (const segment of pointerSegments(pointer)) {
    if (isAlias(node)) node = node.resolve(file.document);
    if (!isCollection(node)) break;
    const items: readonly unknown[] = node.items;
    const pair = items.find(
      (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === segment,
    );
    const next: unknown = isPair(pair) ? pair.value : items[Number(segment)];
    const start = isPair(pair) && isScalar(pair.key) ? pair.key.range?.[0] : startOf(next);
    if (next === undefined) break;
    place = start ?? place;
    node = next;
  }
  const { line, col } = file.lines.linePos(place);
  return { line, column: col };
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isCollection(node) || isAlias(node) ? node.range?.[0] : undefined;
}
