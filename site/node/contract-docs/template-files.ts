import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SITE_ROOT } from '../config.ts';
import { apiOf, UnknownName } from './catalog.ts';
import { curlMarkdown } from './curl.ts';
import { blocks, fence } from './markdown.ts';
import { type Project, projectOf } from './projects.ts';

const PROVEN = path.join(SITE_ROOT, '..', 'reference-servers/templates/proven.json');

/** What a TypeScript project prints when it has started. */
const LISTENING = 'Listening at http://127.0.0.1:8080; Ctrl-C stops it.';

interface Proof {
  readonly versions: Readonly<Record<string, string>>;
  readonly contracts: readonly string[];
}

/** The languages of the tabs in their order, by the value that `init --language` accepts. */
const LABELS: Readonly<Record<string, string>> = {
  python: 'Python',
  java: 'Java',
  typescript: 'TypeScript',
};

/** What can be shown of the projects of one contract, in all languages. */
const OF_CONTRACT: Readonly<Record<string, (contract: string) => string>> = {
  start: startTabs,
  program: programTabs,
  container: containerTabs,
  versions: provenTable,
};

/**
 * Files of the projects that `tessera init` writes.
 *
 * - `python tech-adapter app/handlers.py`: one file
 * - `python versions`: the versions that the projects of the language were tested with
 * - `start tech-adapter`: the commands that write, install, test and start the project, in tabs by language
 * - `program tech-adapter`: the source files of the project in tabs by language, and its requests with curl
 * - `container tech-adapter`: the container files in tabs by language
 * - `versions tech-adapter`: the versions that the projects of the contract were tested with
 * @throws UnknownName when there is no such project or file
 */
export function templateMarkdown(words: string): string {
  const [first = '', second = '', file = ''] = words.split(/\s+/);
  const ofContract = Object.hasOwn(OF_CONTRACT, first) ? OF_CONTRACT[first] : undefined;
  if (ofContract !== undefined) return ofContract(apiOf(second).api.id);
  if (second === 'versions') return versionsTable(first);
  return fileBlock(projectOf(first, second), file);
}

function fileBlock({ files }: Project, file: string): string {
  const text = files.get(file);
  if (text === undefined) {
    throw new UnknownName(`the project has no file ${file}; it has ${[...files.keys()].join(', ')}`);
  }
  return fence(`${languageOf(file)} title="${file}"`, text.trimEnd());
}

function languageOf(file: string): string {
  const languages: Readonly<Record<string, string>> = {
    '.py': 'python',
    '.java': 'java',
    '.ts': 'ts',
    '.yaml': 'yaml',
    '.xml': 'xml',
    '.sql': 'sql',
    '.json': 'json',
  };
  return languages[path.extname(file)] ?? 'text';
}

/** The projects in other languages need their registries: `npm run prove:templates` runs their commands. */
function startTabs(contract: string): string {
  return languageTabs(contract, ({ commands, language }) =>
    language === 'typescript'
      ? fence('bash run background', [...commands.map((command) => `$ ${command}`), LISTENING].join('\n'))
      : fence('sh', commands.join('\n')),
  );
}

function containerTabs(contract: string): string {
  return languageTabs(contract, (project) => fileBlock(project, 'Dockerfile'));
}

function programTabs(contract: string): string {
  return languageTabs(contract, programOf, { curl: curlMarkdown(apiOf(contract)) });
}

/**
 * Tabs with one panel per language that has a project for the contract.
 * @param others Further panels by label
 */
function languageTabs(
  contract: string,
  panelOf: (project: Project) => string,
  others: Readonly<Record<string, string>> = {},
): string {
  const available = languagesOf(contract);
  const panels = Object.entries(LABELS)
    .filter(([language]) => available.includes(language))
    .map(([language, label]): [string, string] => [label, panelOf(projectOf(language, contract))]);
  const tabs = [...panels, ...Object.entries(others)].map(
    ([label, text]) => `::::: tab ${label}\n${text}\n:::::`,
  );
  return `:::::: tabs group=language\n${tabs.join('\n')}\n::::::`;
}

/** Projects in TypeScript are tested with the toolkit itself, the others as `proven.json` states. */
function languagesOf(contract: string): string[] {
  const proven = Object.entries(readProofs()).filter(([, { contracts }]) => contracts.includes(contract));
  return ['typescript', ...proven.map(([language]) => language)];
}

/** The file to fill in, and below it the others, folded. */
function programOf(project: Project): string {
  const holds = purposesOf(project);
  const isGenerated = (file: string) => holds.get(path.basename(file))?.includes('do not edit') ?? false;
  const sources = [...project.files.keys()].filter((file) => isSource(file) && file !== project.handlers);
  const others = sources
    .filter((file) => !isGenerated(file))
    .sort((a, b) => rank(holds, a) - rank(holds, b) || a.localeCompare(b, 'en'));
  const notShown = sources
    .filter(isGenerated)
    .map((file) => `\`${file}\` (${holds.get(path.basename(file))})`);
  return blocks(
    `\`${project.handlers}\` is the file to fill in:`,
    fileBlock(project, project.handlers),
    'The other files work as they are. Open one to read it:',
    ...others.map((file) => `:::: details ${titleOf(file, holds)}\n${fileBlock(project, file)}\n::::`),
    ...(notShown.length > 0
      ? [`Not shown here, but required and written by \`init\`: ${notShown.join(', ')}.`]
      : []),
  );
}

/** Sources, settings and dependencies; without tests, and without files that only tools read. */
function isSource(file: string): boolean {
  const isTest = /(?:^|\/)tests?\//.test(file);
  const isText = /\.(?:py|java|ts|sql)$|application\.yaml$|pom\.xml$|^requirements\.txt$|package\.json$/;
  return isText.test(file) && !isTest && !file.endsWith('__init__.py');
}

/** Purpose of each file, by its name, as the README of the project states it; in the order given there. */
function purposesOf({ files }: Project): ReadonlyMap<string, string> {
  const rows = (files.get('README.md') ?? '').matchAll(/^\| (`[^|]*`) \| ([^|]+) \|$/gm);
  return new Map(
    [...rows].flatMap(([, names = '', purpose = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [path.basename(name), purpose] as const),
    ),
  );
}

function rank(holds: ReadonlyMap<string, string>, file: string): number {
  const at = [...holds.keys()].indexOf(path.basename(file));
  return at === -1 ? holds.size : at;
}

function titleOf(file: string, holds: ReadonlyMap<string, string>): string {
  const purpose = holds.get(path.basename(file));
  return purpose === undefined ? file : `${file}: ${purpose}`;
}

function provenTable(contract: string): string {
  const proofs = Object.entries(readProofs()).filter(([, proof]) => proof.contracts.includes(contract));
  const rows = proofs.map(([language, { versions }]) => {
    const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    return `| ${LABELS[language] ?? language} | ${list.join(', ')} |`;
  });
  return ['| Project | Tested with |', '|---|---|', ...rows].join('\n');
}

function versionsTable(language: string): string {
  const proof = readProofs()[language];
  if (proof === undefined) throw new UnknownName(`no project in ${language} is proven`);
  const rows = Object.entries(proof.versions).map(([name, version]) => `| ${name} | ${version} |`);
  return ['| Program or library | Version |', '|---|---|', ...rows].join('\n');
}

function readProofs(): Readonly<Record<string, Proof>> {
  return JSON.parse(readFileSync(PROVEN, 'utf8'));
}
