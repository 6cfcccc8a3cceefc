import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '..');

/** Its members are clients, whose types say what they are. */
const SAYS_ENOUGH = /^Platform\./;

const program = createProgram();
const checker = program.getTypeChecker();
const symbols = exportsOf(program);

function createProgram(): ts.Program {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const config = ts.getParsedCommandLineOfConfigFile(
    join(FOLDER, 'tsconfig.src.json'),
    { noEmit: true },
    host,
  );
  return ts.createProgram({ rootNames: config?.fileNames ?? [], options: config?.options ?? {} });
}

/** What all doors of the package offer, under the names that users import. */
function exportsOf({ getSourceFile }: ts.Program): ts.Symbol[] {
  const manifest: { exports: Record<string, string | { 'tessera-source': string }> } = JSON.parse(
    readFileSync(join(FOLDER, 'package.json'), 'utf8'),
  );
  const doors = Object.values(manifest.exports).flatMap((door) =>
    typeof door === 'string' ? [] : [join(FOLDER, door['tessera-source'])],
  );
  const all = doors.flatMap((door) => {
    const file = getSourceFile(door);
    const module = file && checker.getSymbolAtLocation(file);
    return module === undefined ? [] : checker.getExportsOfModule(module);
  });
  return [
    ...new Set(
      all.map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)),
    ),
  ];
}

function documentationOf(symbol: ts.Symbol): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker));
}

/** The members that an interface or a class declares itself. */
function membersOf(symbol: ts.Symbol): ts.Symbol[] {
  return [...(symbol.members?.values() ?? [])].filter(
    ({ flags, name }) =>
      flags & (ts.SymbolFlags.Property | ts.SymbolFlags.Method | ts.SymbolFlags.Accessor) && name !== 'name',
  );
}

test('every export has a sentence of documentation', () => {
  expect(symbols.length).toBeGreaterThan(60);
  expect(symbols.filter((symbol) => documentationOf(symbol) === '').map(({ name }) => name)).toEqual([]);
});

test('so has every member that an exported interface or class declares', () => {
  const silent = symbols.flatMap((symbol) =>
    membersOf(symbol)
      .filter((member) => documentationOf(member) === '')
      .map(({ name }) => `${symbol.name}.${name}`),
  );
  expect(silent.filter((name) => !SAYS_ENOUGH.test(name))).toEqual([]);
});

test('what counts time says in which unit', () => {
  const times = symbols.flatMap((symbol) =>
    membersOf(symbol).filter(({ name }) =>
      /^(timeout|attemptTimeout|duration|initial|longest|now|sleep|after)$/.test(name),
    ),
  );
  expect(times.length).toBeGreaterThan(8);
  const silent = times.filter((member) => !/milliseconds/i.test(documentationOf(member)));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('every function that can throw says what', () => {
  const careless = ['createUndiciTransport', 'followRedirects', 'validateResponses'];
  const silent = symbols.filter(
    (symbol) =>
      symbol.flags & ts.SymbolFlags.Function &&
      !/throws\s+`(Type|InvalidInput)Error`/i.test(documentationOf(symbol)),
  );
  expect(silent.map(({ name }) => name).toSorted()).toEqual(careless);
});
