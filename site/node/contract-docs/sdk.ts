import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type ts from 'typescript';
import { UnknownName } from './catalog.ts';
import { blocks, code, fence, sentences, table } from './markdown.ts';

const require = createRequire(import.meta.url);

/**
 * The documentation of a function or setting of the client library: an interface as a table of its members, a function
 * with its signature. @throws UnknownName when there is no such export
 */
export function sdkMarkdown(name: string): string {
  // Takes a while to load, and few pages need it.
  const compiler: typeof ts = require('typescript');
  const declared = new Map(sourcesNaming(name).flatMap((file) => declarationsOf(compiler, file)));
  const found = declared.get(name);
  if (found === undefined)
    throw new UnknownName(`the client library exports no function or interface ${name}`);
  const words = documentationOf(compiler, found);
  if (compiler.isFunctionDeclaration(found)) {
    const signature = found.getText().slice(0, (found.body?.getStart() ?? found.getEnd()) - found.getStart());
    return blocks(words, fence('ts', `${signature.replace(/^export /, '').trim()};`));
  }
  const rows = membersOf(compiler, found, declared).map((member) => [
    sentences(code(member.name.getText()), member.questionToken ? '' : 'required'),
    code((member.type?.getText() ?? '').replaceAll(/\s+/g, ' ').replace(/ \| undefined$/, '')),
    documentationOf(compiler, member),
  ]);
  return blocks(words, table(['Setting', 'Type', 'Meaning'], rows));
}

type Declaration = ts.InterfaceDeclaration | ts.FunctionDeclaration;

/** Files of the library that declare something with that name. */
function sourcesNaming(name: string): string[] {
  const folder = path.join(path.dirname(require.resolve('@tessera/client/package.json')), 'src');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      return text.includes(`export interface ${name} `) || text.includes(`export function ${name}(`);
    });
}

function declarationsOf(compiler: typeof ts, file: string): [string, Declaration][] {
  const source = compiler.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    compiler.ScriptTarget.Latest,
    true,
  );
  return source.statements.flatMap((statement): [string, Declaration][] =>
    compiler.isInterfaceDeclaration(statement) || compiler.isFunctionDeclaration(statement)
      ? [[statement.name?.text ?? '', statement]]
      : [],
  );
}

/** Members of an interface, with those of the interfaces of the same file that it extends. */
function membersOf(
  compiler: typeof ts,
  { members, heritageClauses }: ts.InterfaceDeclaration,
  declared: ReadonlyMap<string, Declaration>,
): ts.PropertySignature[] {
  const inherited = (heritageClauses ?? []).flatMap(({ types }) =>
    types.flatMap(({ expression }) => {
      const parent = declared.get(expression.getText());
      return parent && compiler.isInterfaceDeclaration(parent) ? membersOf(compiler, parent, declared) : [];
    }),
  );
  return [...members.filter(compiler.isPropertySignature), ...inherited];
}

function documentationOf(compiler: typeof ts, node: ts.Node): string {
  return compiler
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => compiler.getTextOfJSDocComment(comment) ?? '')
    .join(' ');
}
