import { readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');

/** The packages of a user's program, beside those that this one installs. */
const OF_THE_USER = ['typescript', '@types/node'];

/** A program of a user; the compiler reads every declaration that it needs. */
const CONSUMER = `import { createPlatform, type Platform, type Settings } from '@tessera/platform';
export const settings: Partial<Settings> = { environments: ['development'] };
export const open = (): Promise<Platform> => createPlatform({ settings });
`;

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
};

describe('the declarations of the package', () => {
  const file = join(PACKAGE, 'consumer.ts');
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === file
      ? ts.createSourceFile(path, CONSUMER, OPTIONS.target ?? ts.ScriptTarget.ES2022)
      : getSourceFile(path, ...rest);
  const program = ts.createProgram([file], OPTIONS, host);

  it('compile in the program of a user, with the declarations of all libraries checked', () => {
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map((one) => `${one.file?.fileName}: ${ts.flattenDiagnosticMessageText(one.messageText, '\n')}`);
    expect(problems).toEqual([]);
  });

  it('name no library that is not installed with the package', () => {
    const { dependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
    const own = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.startsWith(join(PACKAGE, 'dist') + sep));
    expect(own.length).toBeGreaterThan(10);
    const named = new Set(own.flatMap((source) => packagesOf(source)));
    const missing = [...named].filter((name) => !(name in dependencies) && !OF_THE_USER.includes(name));
    expect(missing).toEqual([]);
  });
});

/** Packages that hold the declarations of what a file imports. */
function packagesOf(source: ts.SourceFile): string[] {
  const { importedFiles } = ts.preProcessFile(source.text);
  return importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('.') || fileName.startsWith('node:')) return [];
    const { resolvedModule } = ts.resolveModuleName(
      fileName,
      source.fileName,
      OPTIONS,
      ts.sys,
      undefined,
      undefined,
      ts.ModuleKind.ESNext,
    );
    return resolvedModule?.packageId?.name ?? `${fileName} (not found from ${dirname(source.fileName)})`;
  });
}
