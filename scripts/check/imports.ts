import ts from 'typescript';
import { parseSource, place, walk } from './source-tree.ts';

/** One static or dynamic import, or re-export, of a literal module name. */
export interface ImportSite {
  /** Importing file, relative to the repository. */
  from: string;
  /** The module name as written. */
  specifier: string;
  /** True when the compiler erases it. */
  typeOnly: boolean;
  /** `file:line`. */
  where: string;
}

/** All imports of a file, in source order. */
export function importsOf(root: string, path: string): ImportSite[] {
  const file = parseSource(root, path);
  const sites: ImportSite[] = [];
  walk(file, (node) => {
    const found = readImport(node);
    if (found !== undefined) sites.push({ from: path, ...found, where: place(file, node) });
  });
  return sites;
}

function readImport(node: ts.Node): { specifier: string; typeOnly: boolean } | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, typeOnly: isErased(node.importClause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument && ts.isStringLiteral(argument)
      ? { specifier: argument.text, typeOnly: false }
      : undefined;
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    const { literal } = node.argument;
    return ts.isStringLiteral(literal) ? { specifier: literal.text, typeOnly: true } : undefined;
  }
  return undefined;
}

/** `import type`, or an import list in which every name is marked `type`. A bare import has an effect. */
function isErased(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  if (clause.name !== undefined || clause.namedBindings === undefined) return false;
  if (!ts.isNamedImports(clause.namedBindings)) return false;
  return clause.namedBindings.elements.every((element) => element.isTypeOnly);
}
