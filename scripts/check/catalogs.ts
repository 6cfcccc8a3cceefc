import ts from 'typescript';
import { readContractTables } from './contract-tables.ts';
import { type Finding, type Gate, judge, skip } from './gate.ts';
import { isTest, listSources, parseSource, walk } from './source-tree.ts';

const SERVERS = 'reference-servers/src/';
const TABLES = '@tessera/contracts/operations/';

/** The error catalog and the servers agree, in both directions. The other direction is a type. */
export const catalogs: Gate = {
  name: 'catalogs',
  asserts: 'every error of the catalog is thrown by a reference server',
  fix: 'throw the code in reference-servers/src, or delete it from specs/',
  async run(root) {
    const tables = await readContractTables(root);
    if (tables === undefined) return skip('generated/ holds no error catalog yet');
    const sources = listSources(root).filter((path) => path.startsWith(SERVERS) && !isTest(path));
    if (sources.length === 0) return skip(`${SERVERS} is still empty`);

    const said = new Set(sources.flatMap((path) => namesIn(parseSource(root, path))));
    const findings: Finding[] = [];
    const served = [...tables.codesByApi].filter(([api]) => said.has(`${TABLES}${api}`));
    const owned = new Set([...tables.codesByApi.values()].flatMap((codes) => [...codes]));
    for (const [code, entry] of tables.errors) {
      // An API without a server cannot throw yet; a code that no operation lists belongs to every server.
      if (owned.has(code) && !served.some(([, codes]) => codes.has(code))) continue;
      const thrown = said.has(code) || tables.codesOfCapabilities.has(code) || isThrownByPart(entry, said);
      if (!thrown)
        findings.push({ where: 'generated/errors.js', message: `${code} is thrown nowhere in ${SERVERS}` });
    }
    return judge(findings, [`${tables.errors.size} errors`]);
  },
};

/** The harness finds some codes by the part that the catalog gives them, and the code for an absent member by that member. */
function isThrownByPart(
  { part, absent }: { readonly part: string | undefined; readonly absent: string | undefined },
  said: ReadonlySet<string>,
): boolean {
  return absent !== undefined || (part !== undefined && said.has(part));
}

/** Every text and every member name in a file: a code is written as one of them. */
function namesIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    else if (
      ts.isIdentifier(node) &&
      (ts.isPropertyAssignment(node.parent) || ts.isPropertyAccessExpression(node.parent))
    ) {
      found.push(node.text);
    }
  });
  return found;
}
