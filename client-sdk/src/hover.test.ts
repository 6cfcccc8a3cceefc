import { join } from 'node:path';
import { extensionPointsReference } from '@tessera/contracts/reference/extension-points';
import { platformReference } from '@tessera/contracts/reference/platform';
import ts from 'typescript';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '..');
const FILE = join(FOLDER, 'src/hover-sample.ts');

/** A name on which a person rests the pointer. */
interface Spot {
  /** What the name is part of, and the name. */
  readonly title: string;
  readonly offset: number;
  /** What the contract says of it. */
  readonly said: readonly string[];
}

const models = [extensionPointsReference, platformReference];

/** A program that calls every operation with every part of its request. */
let program = `import * as client from './index.ts';\ndeclare const any: never;\n`;
const spots: Record<'operations' | 'parts' | 'members', Spot[]> = { operations: [], parts: [], members: [] };

function writeSpot(kind: keyof typeof spots, name: string, of: string, said: readonly string[]): void {
  spots[kind].push({ title: `${of} ${name}`, offset: program.length, said });
  program += name;
}

for (const { id: api, operations, schemas } of models.flatMap(({ apis }) => apis)) {
  const create = `create${api.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase())}`;
  for (const { body, description, id, parameters, summary } of operations) {
    const of = `${api} ${id}`;
    program += `client.${create}({ baseUrl: '' }).`;
    writeSpot('operations', id, api, [summary, description]);
    program += '({ ';
    const members = schemas.find(({ name }) => name === body?.schema)?.properties ?? [];
    const parts = { path: 'path', query: 'query', header: 'headers' };
    for (const [place, part] of Object.entries(parts)) {
      const own = parameters.filter((one) => one.in === place && one.name !== 'X-Request-ID');
      if (own.length > 0) writePart(part, of, own);
    }
    if (members.length > 0) writePart('body', of, members);
    program += '});\n';
  }
}

function writePart(
  part: string,
  of: string,
  members: readonly { readonly name: string; readonly description: string }[],
): void {
  writeSpot('parts', part, of, []);
  program += ': { ';
  for (const { description, name } of members) {
    writeSpot('members', JSON.stringify(name), `${of} ${part}`, [description]);
    program += ': any, ';
  }
  program += '}, ';
}

const service = createService();

function createService(): ts.LanguageService {
  const { config } = ts.readConfigFile(join(FOLDER, 'tsconfig.src.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, FOLDER);
  const read = (file: string) => (file === FILE ? program : ts.sys.readFile(file));
  return ts.createLanguageService({
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    readDirectory: ts.sys.readDirectory,
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: read,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => FOLDER,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [FILE],
    getScriptSnapshot: (file) => {
      const text = read(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getScriptVersion: () => '1',
  });
}

/** What an editor shows of a name beside its type, in one line. */
function shownAt({ offset }: Spot): string {
  const { documentation, tags = [] } = service.getQuickInfoAtPosition(FILE, offset) ?? {};
  const texts = [documentation, ...tags.map(({ text }) => text)];
  return inOneLine(texts.map((text) => ts.displayPartsToString(text)).join(' '));
}

/** False for read-only members: the contract lists them, and a request does not have them. */
function isOffered({ offset }: Spot): boolean {
  const definitions = service.getDefinitionAtPosition(FILE, offset) ?? [];
  return definitions.some(({ fileName }) => fileName !== FILE);
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

test.each(['operations', 'members'] as const)('an editor shows what the contract says of all %s', (kind) => {
  const silent = spots[kind].filter(isOffered).filter((spot) => {
    const shown = shownAt(spot);
    return shown === '' || spot.said.some((text) => !shown.includes(inOneLine(text)));
  });
  expect(spots[kind].filter(isOffered).length).toBeGreaterThan(90);
  expect(silent.map(({ title }) => title)).toEqual([]);
});

test('an editor shows what each part of a request is', () => {
  const silent = spots.parts.filter((spot) => shownAt(spot) === '');
  expect(silent.map(({ title }) => title)).toEqual([]);
});
