import { join, relative } from 'node:path';
import ts from 'typescript';

/** One exported name, as a user of the package sees it. */
interface Entry {
  name: string;
  kind: Kind;
  /** Its documentation, in paragraphs. */
  documentation: string;
  /** Its declaration, with the documentation of its members. */
  text: string;
}

const KINDS = ['Functions', 'Classes', 'Constants', 'Types'] as const;
type Kind = (typeof KINDS)[number];

/** A module that users import. */
export interface Door {
  /** As users write it: `@tessera/client/urn`. */
  readonly name: string;
  /** Relative to the folder of the package. */
  readonly file: string;
}

/**
 * Markdown that lists every export of a package with its declaration; an export of several entry points is listed under
 * the first.
 * @param folder absolute path of the package, which holds a tsconfig.src.json or a tsconfig.json
 */
export function describeSurface(folder: string, doors: readonly Door[]): string {
  const program = createProgram(folder);
  const checker = program.getTypeChecker();
  const declarations = emitDeclarations(program);
  const seen = new Set<ts.Symbol>();
  const sections = doors.map(({ file, name }) => {
    const source = program.getSourceFile(join(folder, file));
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${join(folder, file)} is not a module of its tsconfig`);
    const entries = checker
      .getExportsOfModule(module)
      .filter((symbol) => {
        const origin = originOf(symbol, checker);
        const isNew = !seen.has(origin);
        seen.add(origin);
        return isNew;
      })
      .map((symbol) => readEntry(symbol, checker, declarations, folder))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    return { name, entries };
  });
  return render(sections);
}

function originOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return isAlias ? checker.getAliasedSymbol(symbol) : symbol;
}

function createProgram(folder: string): ts.Program {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const emitOnly = { noEmit: false, emitDeclarationOnly: true, declaration: true, declarationMap: false };
  const options = { ...emitOnly, composite: false, incremental: false, sourceMap: false };
  // A room whose tests need other types has a separate project for its sources.
  const file =
    ['tsconfig.src.json', 'tsconfig.json'].find((name) => ts.sys.fileExists(join(folder, name))) ?? '';
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, file), options, host);
  if (config === undefined) throw new Error(`${folder} has no readable tsconfig`);
  return ts.createProgram({ rootNames: config.fileNames, options: { ...config.options, ...options } });
}

/** The declaration file of every source file, by the source's name. Nothing touches the disk. */
function emitDeclarations(program: ts.Program): Map<string, ts.SourceFile> {
  const files = new Map<string, ts.SourceFile>();
  program.emit(undefined, (name, text, _mark, _onError, sources) => {
    const source = sources?.[0]?.fileName;
    if (source !== undefined)
      files.set(source, ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true));
  });
  return files;
}

function readEntry(
  exported: ts.Symbol,
  checker: ts.TypeChecker,
  declarations: ReadonlyMap<string, ts.SourceFile>,
  folder: string,
): Entry {
  const symbol = originOf(exported, checker);
  const documentation = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const origin = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
  const own = declarations.get(origin);
  const texts = own?.statements.filter((node) => declares(node, symbol.name)).map(declarationText) ?? [];
  const kind = kindOf(symbol);
  const text =
    texts.length > 0 ? texts.join('\n') : `export ${symbol.name} // from ${relative(folder, origin)}`;
  return { name: exported.name, kind, documentation: paragraphsOf(documentation), text };
}

function kindOf({ flags }: ts.Symbol): Kind {
  if (flags & ts.SymbolFlags.Class) return 'Classes';
  if (flags & ts.SymbolFlags.Function) return 'Functions';
  return flags & ts.SymbolFlags.Variable ? 'Constants' : 'Types';
}

function declares(node: ts.Statement, name: string): boolean {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.some((one) => one.name.getText() === name);
  }
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return named && node.name?.text === name;
}

function declarationText(node: ts.Statement): string {
  const lines = node
    .getText()
    .replace(/^export (declare )?/, '')
    .split('\n');
  // Private members are not part of the public surface.
  return lines.filter((line) => !/^\s*(#private;|private )/.test(line)).join('\n');
}

/** Lines break where the source's did; blank lines are kept. */
function paragraphsOf(documentation: string): string {
  const paragraphs = documentation
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .trim()
    .split(/\n\s*\n/);
  return paragraphs.map((paragraph) => paragraph.replaceAll(/\s+/g, ' ')).join('\n\n');
}

function render(sections: readonly { name: string; entries: readonly Entry[] }[]): string {
  const lines = [
    '# Public surface',
    '',
    'Written by `npm run surface`. Everything else may change in any release.',
    '',
  ];
  for (const [index, { entries, name }] of sections.entries()) {
    if (index > 0 && entries.length > 0) lines.push(`## \`${name}\``, '');
    for (const kind of KINDS) {
      const own = entries.filter((entry) => entry.kind === kind);
      if (index === 0 && own.length > 0) lines.push(`## ${kind}`, '');
      for (const { documentation, name, text } of own) {
        const told = documentation === '' ? [] : [documentation, ''];
        lines.push(`### ${name}`, '', ...told, '```ts', text, '```', '');
      }
    }
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
