import { join } from 'node:path';
import { apis } from '@tessera/contracts/apis';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOM = join(import.meta.dirname, '../..');
const FILE = join(ROOM, 'src/editor-sample.ts');

/** Files are parsed once for all editors. */
const registry = ts.createDocumentRegistry();
let opened = 0;

/** An editor with one open file that imports the kit; `|` marks the places of interest and is taken out. */
function open(marked: string) {
  const [first = '', ...rest] = `import * as kit from './kit.ts';\n${marked}`.split('|');
  const text = [first, ...rest].join('');
  let offset = first.length;
  const places = rest.map((part) => {
    const at = offset;
    offset += part.length;
    return at;
  });
  const { config } = ts.readConfigFile(join(ROOM, 'tsconfig.src.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ROOM);
  opened += 1;
  const version = String(opened);
  const read = (file: string) => (file === FILE ? text : ts.sys.readFile(file));
  const host: ts.LanguageServiceHost = {
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    readDirectory: ts.sys.readDirectory,
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: read,
    getCompilationSettings: () => ({ ...options, composite: false, noUnusedLocals: false }),
    getCurrentDirectory: () => ROOM,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [FILE],
    getScriptSnapshot: (file) => {
      const content = read(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getScriptVersion: (file) => (file === FILE ? version : '1'),
  };
  const service = ts.createLanguageService(host, registry);
  const problems = () =>
    service
      .getSemanticDiagnostics(FILE)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  const documentationAt = (place: number) =>
    ts.displayPartsToString(service.getQuickInfoAtPosition(FILE, place)?.documentation);
  return { service, places, problems, documentationAt };
}

const HANDLERS = `validate: () => ({ valid: true }), unprovision: () => ({}), updateAcl: () => ({}),
  reverseProvision: () => ({ updates: {} })`;

describe('an editor', () => {
  it('names the expected members when a handler returns something else, and no operation table', () => {
    const wrong = {
      'async () => ({ reslut: 1 })': 'result?: string',
      '() => ({ result: 1 })': "'number' is not assignable to type 'string'",
      '() => async () => ({ reslut: 1 })': 'result?: string',
      '() => undefined': 'result?: string',
    };
    const calls = Object.keys(wrong).map(
      (handler) => `kit.createTechAdapter({ ${HANDLERS}, provision: ${handler} });`,
    );
    const problems = open(calls.join('\n')).problems();
    expect(problems.map((problem, index) => problem.includes(Object.values(wrong)[index] ?? ''))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(problems.filter((problem) => problem.includes('asyncValidate'))).toEqual([]);
  });

  it('shows what the contract says of each handler, and what each option does', () => {
    const names = [
      'validate',
      'asyncValidate',
      'provision',
      'unprovision',
      'updateAcl',
      'reverseProvision',
      'terminate',
    ];
    const options = [
      ...[
        'prefix',
        'mode',
        'without',
        'store',
        'keepFor',
        'answerTimeout',
        'taskTimeout',
        'maxTasks',
        'maxTaskBytes',
      ],
      ...[
        'maxRunning',
        'maxRequests',
        'drainTimeout',
        'bodyLimit',
        'requestTimeout',
        'knownHosts',
        'logLevel',
        'faults',
        'isReady',
      ],
      ...[
        'validateResponses',
        'development',
        'authenticate',
        'logger',
        'clock',
        'ids',
        'pages',
        'close',
        'telemetry',
      ],
    ];
    const members = (all: readonly string[]) => all.map((name) => `|${name}: undefined as never`).join(', ');
    const { places, documentationAt } = open(
      `kit.createTechAdapter({ ${members(names)} }, { ${members(options)} });`,
    );
    const silent = [...names, ...options].filter((_, index) => documentationAt(places[index] ?? 0) === '');
    expect(places).toHaveLength(names.length + options.length);
    expect(silent).toEqual([]);
    expect(documentationAt(places[2] ?? 0)).toContain('POST /v1/provision');
  });

  it('offers the codes of its contract only', () => {
    const own = apis.filter(({ area, operationCount }) => area === 'extension-points' && operationCount > 0);
    const problems = own.map(
      ({ id }) => `${id.replace(/(^|-)(.)/g, (_, __, letter) => letter.toUpperCase())}Problem`,
    );
    const { service, places } = open(problems.map((name) => `new kit.${name}('|');`).join('\n'));
    const codes = places.map((place) =>
      service.getCompletionsAtPosition(FILE, place, {})?.entries.map(({ name }) => name),
    );
    const of = (name: string) => codes[problems.indexOf(name)];
    expect(codes.every((some) => some !== undefined && some.length > 1 && some.length < 20)).toBe(true);
    expect(of('TechAdapterProblem')).toContain('DESCRIPTOR_INVALID');
    expect(of('TechAdapterProblem')).not.toContain('MODEL_UNAVAILABLE');
    expect(of('LlmEngineProblem')).toContain('MODEL_UNAVAILABLE');
    // Nor is there a class that offers the codes of all.
    const {
      service: editor,
      places: [kit = 0],
    } = open('kit.|');
    const exported = editor.getCompletionsAtPosition(FILE, kit, {})?.entries.map(({ name }) => name) ?? [];
    expect(exported).toContain('TechAdapterProblem');
    expect(exported).not.toContain('Problem');
  });
});
