import { UsageError } from '../usage-error.ts';
import { type Language, languages } from './languages.ts';
import { writeProject } from './write-project.ts';

/** The first word of the command line for creating a project. */
export const INIT = 'init';

const LANGUAGE = '--language';

/**
 * Runs `tessera-serve init TEMPLATE FOLDER`; returns the text to print.
 * @throws UsageError that says what is wrong
 */
export function runInit(argv: readonly string[]): string {
  if (argv.includes('--help') || argv.includes('-h')) return initHelp();
  const { language, words } = readLanguage(argv);
  const flag = words.find((word) => word.startsWith('-'));
  if (flag !== undefined) throw new UsageError(`init has no flag ${flag}`);
  const [template, folder, ...rest] = words;
  if (template === undefined || folder === undefined) {
    throw new UsageError(
      `init needs a contract and a folder, as in: tessera-serve init tech-adapter ./my-adapter (contracts: ${language.contracts.join(', ')})`,
    );
  }
  if (rest.length > 0) throw new UsageError(`init writes one project, not also ${rest.join(' ')}`);
  const { directory, files } = writeProject(template, folder, language);
  return `Written to ${directory}:
${files.map((file) => `  ${file}`).join('\n')}

Next
  cd ${quoted(folder)}
${language.next.map((command) => `  ${command}`).join('\n')}

The functions to fill in are in ${language.handlers}. README.md explains the rest.`;
}

/** `--language python` or `--language=python`, and the remaining words. */
function readLanguage(argv: readonly string[]): { language: Language; words: readonly string[] } {
  const at = argv.findIndex((word) => word === LANGUAGE || word.startsWith(`${LANGUAGE}=`));
  if (at === -1) return { language: languages[0], words: argv };
  const isJoined = argv[at] !== LANGUAGE;
  const wanted = isJoined ? argv[at]?.slice(LANGUAGE.length + 1) : argv[at + 1];
  const language = languages.find(({ id }) => id === wanted);
  if (language === undefined) {
    const ids = languages.map(({ id }) => id).join(', ');
    throw new UsageError(`${LANGUAGE} needs a language; got ${wanted ?? 'none'}, expected one of ${ids}`);
  }
  return { language, words: argv.toSpliced(at, isJoined ? 1 : 2) };
}

/** Quoted as one word for a shell. */
function quoted(text: string): string {
  return /^[\w./:@~+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function initHelp(): string {
  const width = Math.max(...languages.map(({ id }) => id.length));
  const rows = languages.map(({ id, contracts }) => `  ${id.padEnd(width)}  ${contracts.join(', ')}`);
  return `Writes a small project that serves a contract: functions to fill in, tests, a Dockerfile, a configuration of the
conformance suite and a README. It passes its tests and the conformance suite as it is.

Usage
  tessera-serve init CONTRACT FOLDER [--language LANGUAGE]

FOLDER is created; if it exists, it must be empty. Its name becomes the name of the project.

Languages and their contracts (default: ${languages[0].id})
${rows.join('\n')}

Examples
  tessera-serve init tech-adapter ./my-adapter
  tessera-serve init tech-adapter ../my-adapter --language python
  tessera-serve init custom-url-picker ../pickers/glossary`;
}
