import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { SITE_ROOT } from '../config.ts';
import { sdkCompletions } from './sdk-surface.ts';

const FILE = path.join(SITE_ROOT, 'completion.ts');
const TEXT = `import { createPlatform } from '@tessera/client';
createPlatform({ baseUrl: '' }).coordinator.`;

/** What an editor with TypeScript offers after the text. */
function offered(text: string): string[] {
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      skipLibCheck: true,
      strict: true,
      types: [],
    }),
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const content = file === FILE ? text : ts.sys.readFile(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => SITE_ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  };
  const found = ts.createLanguageService(host).getCompletionsAtPosition(FILE, text.length, {});
  return found?.entries.map(({ name }) => name) ?? [];
}

it('shows the functions of a client as an editor offers them', () => {
  const shown = sdkCompletions('coordinator-v2', 'startProvisioning').split('\n');
  const names = shown.map((line) => /`(\w+)`/.exec(line)?.[1] ?? line);
  expect(offered(TEXT).filter((name) => names.includes(name))).toEqual(names);
  expect(names.length).toBeGreaterThan(10);
  expect(shown.filter((line) => line.includes('**'))).toEqual([
    expect.stringContaining('`startProvisioning`'),
  ]);
});

it('rejects a function that a client does not have', () => {
  expect(() => sdkCompletions('coordinator-v2', 'deploy')).toThrow('coordinator-v2 has no function deploy');
});
