import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { SITE_ROOT } from '../config.ts';
import type { CodeSample } from '../markdown/render.ts';
import type { Problem } from '../problems.ts';
import { problemAt, type SamplePage } from './verdict.ts';

const LANGUAGES = new Set(['ts', 'typescript', 'js']);
/** Rules for this repository's code that do not apply to samples. */
const STYLE = { noUnusedLocals: false, noUnusedParameters: false, noPropertyAccessFromIndexSignature: false };

/** One source file made of one or more blocks of a page. */
interface Source {
  readonly page: SamplePage;
  readonly file: string;
  readonly parts: CodeSample[];
}

/** Compiles all programs of all pages in one run; returns the problems, at the line of the page. */
export function compileSamples(pages: readonly SamplePage[], folder: string): Problem[] {
  const sources = new Map(pages.flatMap((page) => sourcesOf(page, folder)).map((one) => [one.file, one]));
  if (sources.size === 0) return [];
  rmSync(folder, { recursive: true, force: true });
  for (const { file, parts } of sources.values()) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, parts.map((part) => part.code).join(''));
  }
  const program = ts.createProgram([...sources.keys()], compilerOptions());
  return [...sources.values()].flatMap((source) => problemsOf(source, program));
}

function sourcesOf(page: SamplePage, folder: string): Source[] {
  const place = path.join(folder, page.name.replaceAll('/', '_'));
  const files = new Map<string, Source>();
  for (const sample of page.samples) {
    const { language, mode, title } = sample.meta;
    if (!LANGUAGES.has(language) || (mode !== 'compile' && mode !== 'run')) continue;
    const isFile = title !== null && /^[\w.-]+$/.test(title);
    const name = isFile ? title : `line-${sample.line}.${language === 'js' ? 'mjs' : 'ts'}`;
    const file = path.join(place, name);
    const source = files.get(file) ?? { page, file, parts: [] };
    source.parts.push(sample);
    files.set(file, source);
  }
  return [...files.values()];
}

function problemsOf(source: Source, program: ts.Program): Problem[] {
  const file = program.getSourceFile(source.file);
  // Plain JavaScript has no types, so only its syntax is checked.
  const found = source.file.endsWith('ts')
    ? [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    : program.getSyntacticDiagnostics(file);
  return found.map((diagnostic) => {
    const offset = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0;
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n  ');
    return problemAt(source.page, pageLine(source.parts, offset), message);
  });
}

/** The line of the page for a line of the joined blocks. */
function pageLine(parts: readonly CodeSample[], offset: number): number {
  let left = offset;
  for (const { code, line } of parts) {
    const length = code.split('\n').length - 1;
    // The first line of a block is the one after its fence.
    if (left < length) return line + 1 + left;
    left -= length;
  }
  return parts.at(-1)?.line ?? 1;
}

/** How samples are compiled: as strictly as our own code, without its rules of style. */
export function compilerOptions(): ts.CompilerOptions {
  const base = path.join(SITE_ROOT, '..', 'tsconfig.base.json');
  const { config } = ts.readConfigFile(base, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, SITE_ROOT);
  return {
    ...options,
    ...STYLE,
    allowJs: true,
    composite: false,
    declaration: false,
    moduleDetection: ts.ModuleDetectionKind.Force,
    noEmit: true,
    sourceMap: false,
    types: ['node'],
  };
}
