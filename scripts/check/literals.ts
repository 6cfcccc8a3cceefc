import ts from 'typescript';
import { type ContractTables, readContractTables } from './contract-tables.ts';
import { type Finding, type Gate, judge, skip } from './gate.ts';
import { isTest, listSources, parseSource, place, walk } from './source-tree.ts';

/**
 * Adapters that test the suite, and templates of projects. They stand for programs that others write, in any language
 * and without our tables, so they contain their own literals.
 */
const FOREIGN = ['conformance/mutants/', 'conformance/variants/', 'reference-servers/templates/'];

/** Shorter lists are too small to count as a copy. */
const SHORTEST_LIST = 3;
/** Texts with fewer letters than this, without placeholders, match anything. */
const SHORTEST_TEXT = 16;

/** Facts of the contract are typed once, in specs/. */
export const literals: Gate = {
  name: 'literals',
  asserts: 'no path, error text or enumeration of the contracts is typed by hand outside specs/',
  fix: 'read the value from @tessera/contracts',
  reads: [''],
  async run(root) {
    const tables = await readContractTables(root);
    if (tables === undefined) return skip('generated/ holds no tables yet');
    const judgeText = textJudge(tables);
    const findings: Finding[] = [];
    for (const path of listSources(root).filter(isOurs)) {
      const file = parseSource(root, path);
      walk(file, (node) => {
        const text = literalText(node);
        const message = text === undefined ? judgeList(node, tables) : judgeText(text);
        if (message !== undefined) findings.push({ where: place(file, node), message });
      });
    }
    return judge(findings);
  },
};

function isOurs(path: string): boolean {
  return !isTest(path) && !FOREIGN.some((folder) => path.startsWith(folder));
}

/** The text of a string; `{}` replaces interpolations. Names of modules are not texts. */
function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) {
    const { parent } = node;
    return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) ? undefined : node.text;
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join('');
}

function textJudge(tables: ContractTables): (text: string) => string | undefined {
  const paths = new Map<string, string>();
  for (const path of tables.paths) {
    const long = path.split('/').length > 2;
    if (long) paths.set(blank(path), path);
    for (const prefix of tables.prefixes) paths.set(prefix + blank(path), prefix + path);
  }
  const messages = new Map<string, string>();
  for (const [code, error] of tables.errors) {
    for (const text of error.texts) {
      if (blank(text).replaceAll(/[^a-z]/gi, '').length >= SHORTEST_TEXT) messages.set(blank(text), code);
    }
  }
  return (text) => {
    const path = paths.get(withoutBase(blank(text)));
    if (path !== undefined) return `the path ${path} is in the operation table`;
    if (tables.prefixes.includes(text)) return `the prefix ${text} is in the operation table`;
    const code = messages.get(blank(text));
    return code === undefined ? undefined : `the text of ${code} is in the error catalog`;
  };
}

/** `{token}` and `{}` count as equal: both are placeholders. */
function blank(text: string): string {
  return text.replaceAll(/\{[\w-]*\}/g, '{}');
}

/** Without an origin in front (filled in or written out) and without a query behind. */
function withoutBase(text: string): string {
  return text.replace(/^(\{\}|https?:\/\/[^/]*)(?=\/)/, '').replace(/\?.*$/, '');
}

/** An array or a union of texts that repeats an enumeration or lists error codes. */
function judgeList(node: ts.Node, tables: ContractTables): string | undefined {
  const members = listMembers(node);
  if (members === undefined || members.size < SHORTEST_LIST) return undefined;
  // A union of codes selects from the generated one; the compiler knows when a code is gone.
  if (!ts.isUnionTypeNode(node) && [...members].every((member) => tables.errors.has(member))) {
    return 'a list of error codes is in the error catalog';
  }
  const same = tables.enums.find(
    ({ members: known }) => known.length === members.size && known.every((member) => members.has(member)),
  );
  return same === undefined ? undefined : `the enumeration ${same.name} is in the schemas`;
}

function listMembers(node: ts.Node): Set<string> | undefined {
  if (ts.isArrayLiteralExpression(node)) return allTexts(node.elements);
  if (!ts.isUnionTypeNode(node)) return undefined;
  return allTexts(node.types.map((type) => (ts.isLiteralTypeNode(type) ? type.literal : type)));
}

/** The texts of a list of nodes, when every node is a text. */
function allTexts(nodes: readonly ts.Node[]): Set<string> | undefined {
  const found = nodes.flatMap((node) => (ts.isStringLiteralLike(node) ? [node.text] : []));
  return found.length === nodes.length ? new Set(found) : undefined;
}
