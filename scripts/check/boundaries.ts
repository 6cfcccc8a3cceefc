import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { Finding } from './gate.ts';
import { type Gate, judge } from './gate.ts';
import { findCycles } from './import-cycles.ts';
import { type ImportSite, importsOf } from './imports.ts';
import { isTest, listSources } from './source-tree.ts';

/** Package name of each room. */
const ROOM_OF_PACKAGE: Readonly<Record<string, string>> = {
  '@tessera/contracts': 'generated',
  '@tessera/cli': 'scripts/cli',
  '@tessera/client': 'client-sdk',
  '@tessera/platform': 'reference-servers/platform',
  '@tessera/reference-servers': 'reference-servers',
  '@tessera/conformance': 'conformance',
  '@tessera/site': 'site',
};

/** One row of the import matrix of ARCHITECTURE.md. The first row whose `files` match decides. */
interface Row {
  files: RegExp;
  /** Other rooms that may be imported by their package name. */
  rooms: readonly string[];
  /** Rooms, or doors of rooms, of which only types may be imported. */
  typesOf?: readonly string[];
  /** Folders of the own room that may be imported; absent means all of them. */
  folders?: readonly string[];
  /** No Node built-ins: this code runs in a browser. */
  webOnly?: boolean;
}

const SERVER_BASE = ['reference-servers/src/harness/', 'reference-servers/src/runtime/'];
const KIT = [
  ...SERVER_BASE,
  ...['observability', 'faults', 'kit'].map((folder) => `reference-servers/src/${folder}/`),
];

const TEMPLATES = /^reference-servers\/templates\//;
const DOOR_OF_TEMPLATES = '@tessera/reference-servers/kit';

const PLATFORM = 'reference-servers/platform/';

const MATRIX: readonly Row[] = [
  {
    files: /^reference-servers\/platform\/.*\.test\.ts$/,
    rooms: ['generated', 'scripts/cli', 'client-sdk', 'reference-servers', 'conformance'],
  },
  {
    files: /^reference-servers\/platform\/src\/(descriptor|planning)\//,
    rooms: ['generated'],
    folders: ['descriptor', 'planning', 'text'].map((folder) => `${PLATFORM}src/${folder}/`),
  },
  {
    files: /^reference-servers\/platform\//,
    rooms: ['generated', 'scripts/cli', 'client-sdk', 'reference-servers'],
    folders: [PLATFORM],
  },
  { files: /^conformance\/.*\.test\.ts$/, rooms: ['generated', 'scripts/cli', 'reference-servers'] },
  { files: /^conformance\//, rooms: ['generated', 'scripts/cli'] },
  { files: /^reference-servers\/.*\.test\.ts$/, rooms: ['generated', 'scripts/cli'] },
  { files: /^reference-servers\/src\/(harness|runtime)\//, rooms: ['generated'], folders: SERVER_BASE },
  { files: /^reference-servers\/src\/kit\//, rooms: ['generated'], folders: KIT },
  {
    files: /^reference-servers\/src\/extension-points\//,
    rooms: ['generated'],
    folders: [...KIT, 'reference-servers/src/extension-points/'],
  },
  // Users start projects from these files, so they import packages only as users do.
  { files: TEMPLATES, rooms: [] },
  { files: /^reference-servers\//, rooms: ['generated', 'scripts/cli'] },
  { files: /^client-sdk\/.*\.test(-d)?\.ts$/, rooms: ['generated'] },
  { files: /^client-sdk\/src\//, rooms: ['generated'], webOnly: true },
  { files: /^client-sdk\//, rooms: ['generated'] },
  {
    files: /^site\/.*\.test\.tsx?$/,
    rooms: ['generated'],
    typesOf: ['conformance', '@tessera/platform/routes'],
  },
  {
    files: /^site\/(app|theme)\//,
    rooms: [],
    typesOf: ['generated'],
    folders: ['site/app/', 'site/theme/', 'site/shared/', 'site/reference/try/'],
    webOnly: true,
  },
  {
    files: /^site\/console\//,
    rooms: ['generated', 'client-sdk'],
    typesOf: ['@tessera/platform/routes'],
    folders: ['site/console/', 'site/theme/', 'site/shared/', 'site/app/storage.ts'],
    webOnly: true,
  },
  {
    files: /^site\/reference\/try\//,
    rooms: [],
    typesOf: ['generated'],
    folders: [
      ...['site/reference/try/', 'site/reference/samples/', 'site/reference/static/'],
      ...['site/theme/', 'site/shared/', 'site/app/storage.ts'],
    ],
    webOnly: true,
  },
  { files: /^site\//, rooms: ['generated'], typesOf: ['scripts/cli', 'conformance'] },
  { files: /^scripts\/cli\//, rooms: [], folders: ['scripts/cli/'] },
  { files: /^scripts\//, rooms: [] },
];

/** What tests of every room share, and functions that register tests. */
const TEST_CASES = 'scripts/test-cases.js';
const sharesTestCases = (path: string): boolean =>
  isTest(path) || /^(conformance\/mutants\/|vitest\.config\.ts$)/.test(path);

/** Modules that only one file may import, so that they can be replaced there. */
const ONE_DOOR: readonly { module: RegExp; only: string }[] = [
  { module: /^openapi-typescript(\/|$)/, only: 'scripts/generate/emit/wire-worker.ts' },
  { module: /^@dbos-inc\/dbos-sdk(\/|$)/, only: 'reference-servers/platform/src/engine/engine.ts' },
  { module: /^@opentelemetry\//, only: 'reference-servers/src/opentelemetry.ts' },
  { module: /^@electric-sql\//, only: 'reference-servers/platform/src/storage/database.ts' },
  { module: /^openai(\/|$)/, only: 'reference-servers/platform/src/assistant/models/model-client.ts' },
  { module: /^openapi-fetch(\/|$)/, only: 'client-sdk/src/raw.ts' },
  { module: /^@tessera\/contracts\/wire(\/|$)/, only: 'client-sdk/src/raw.ts' },
];

/** The import matrix, the modules with one importer, and no cycles. */
export const boundaries: Gate = {
  name: 'boundaries',
  asserts: 'imports follow the matrix of ARCHITECTURE.md, and no room imports itself in a circle',
  fix: 'import through the package door that the matrix of ARCHITECTURE.md allows, or move the code',
  reads: [''],
  async run(root) {
    const files = listSources(root);
    const sites = files.flatMap((path) => importsOf(root, path));
    return judge([...sites.flatMap(judgeImport), ...findCycles(files, sites)]);
  },
};

function judgeImport(site: ImportSite): Finding[] {
  const row = MATRIX.find(({ files }) => files.test(site.from));
  const messages = [...judgeOneDoor(site)];
  if (site.specifier.startsWith('.')) messages.push(...judgeRelative(site, row));
  else if (row !== undefined) messages.push(...judgePackage(site, row));
  return messages.map((message) => ({ where: site.where, message }));
}

function* judgeOneDoor({ from, specifier }: ImportSite): Generator<string> {
  for (const { module, only } of ONE_DOOR) {
    if (module.test(specifier) && from !== only && !isTest(from))
      yield `only ${only} may import ${specifier}`;
  }
}

function* judgeRelative({ from, specifier }: ImportSite, row: Row | undefined): Generator<string> {
  const target = posix.join(posix.dirname(from), specifier);
  const room = from.split('/', 1)[0];
  // A command's file must exist before the first build, so it is hand-written and imports the build.
  const home = roomOf(from) ?? room;
  const isCommand = from.startsWith(`${home}/bin/`) && target.startsWith(`${home}/dist/`);
  if (target.split('/').includes('dist')) {
    if (!isCommand) yield `imports build output: ${specifier}`;
  } else if (target === TEST_CASES && sharesTestCases(from)) return;
  else if (!target.startsWith(`${room}/`)) yield `reaches into another room by a relative path: ${specifier}`;
  else if (/^[^/]+\/src\/index\.tsx?$/.test(target) && !isTest(from)) {
    yield `imports its own package through the door: ${specifier}`;
  } else if (row?.folders !== undefined && !row.folders.some((folder) => target.startsWith(folder))) {
    yield `may import ${row.folders.join(', ')} only, not ${target}`;
  }
}

/** The room of a file: that of the innermost package. */
function roomOf(path: string): string | undefined {
  return Object.values(ROOM_OF_PACKAGE)
    .filter((room) => path.startsWith(`${room}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

function* judgePackage({ from, specifier, typeOnly }: ImportSite, row: Row): Generator<string> {
  if (row.webOnly === true && isBuiltin(specifier)) yield `runs in a browser, so no ${specifier}`;
  const name = specifier.split('/', 2).join('/');
  const room = ROOM_OF_PACKAGE[name];
  if (room === undefined || (TEMPLATES.test(from) && specifier === DOOR_OF_TEMPLATES)) return;
  if (roomOf(from) === room) {
    if (!isTest(from)) yield `imports its own package by name: ${specifier}`;
  } else if (row.typesOf?.some((one) => one === room || one === specifier) === true) {
    if (!typeOnly) yield `may import types only from ${specifier}`;
  } else if (!row.rooms.includes(room)) {
    yield `may not import ${specifier}`;
  }
}
