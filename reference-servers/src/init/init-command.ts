import { Argument, addExamples, Command, helpText, Option, readArguments } from '@tessera/cli';
import { PROGRAM } from '../settings.ts';
import { UsageError } from '../usage-error.ts';
import { type Language, languages } from './languages.ts';
import { writeProject } from './write-project.ts';

/** The first word of the command line for creating a project. */
export const INIT = 'init';

/** The declaration of `init`. */
export function initCommand(): Command {
  const contract = new Argument('[contract]', 'the contract to implement');
  contract.argChoices = [...languages[0].contracts];
  const language = new Option('--language <LANGUAGE>', 'language of the project').default(
    languages[0].id,
    languages[0].id,
  );
  language.argChoices = languages.map(({ id }) => id);
  const command = new Command(INIT)
    .helpOption(false)
    .description(
      'Writes a small project that serves a contract: functions to fill in, tests, a Dockerfile, a configuration of the conformance suite and a README. It passes its tests and the conformance suite as it is.',
    )
    .summary('write a project that implements a contract')
    .usage('CONTRACT FOLDER [flags]')
    .addArgument(contract)
    .argument('[folder]', 'created; if it exists, it must be empty. Its name becomes the name of the project')
    .addOption(language)
    .option(
      '--vendor',
      'put the packages of this toolkit into the folder vendor of the project, so that it installs without a registry that has them; always done before their first release',
    )
    .option('-h, --help', 'print this help');
  const width = Math.max(...languages.map(({ id }) => id.length));
  const rows = languages.map(({ id, contracts }) => `  ${id.padEnd(width)}  ${contracts.join(', ')}`);
  command.addHelpText('after', `\nLanguages and their contracts\n${rows.join('\n')}`);
  return addExamples(command, [
    `${PROGRAM} init tech-adapter ./my-adapter`,
    `${PROGRAM} init tech-adapter ../my-adapter --language python`,
    `${PROGRAM} init custom-url-picker ../pickers/glossary --vendor`,
  ]);
}

/**
 * Runs `tessera-serve init TEMPLATE FOLDER`; returns the text to print.
 * @throws UsageError that says what is wrong
 */
export function runInit(argv: readonly string[]): string {
  const command = initCommand();
  const { values, words } = readArguments(command, argv, (message) => new UsageError(message));
  if (values['help'] === true) {
    new Command(PROGRAM).addCommand(command);
    return helpText(command);
  }
  const language = readLanguage(values['language']);
  const [template, folder, ...rest] = words;
  if (template === undefined || folder === undefined) {
    throw new UsageError(
      `init needs a contract and a folder, as in: tessera-serve init tech-adapter ./my-adapter (contracts: ${language.contracts.join(', ')})`,
    );
  }
  if (rest.length > 0) throw new UsageError(`init writes one project, not also ${rest.join(' ')}`);
  const { directory, files } = writeProject(template, folder, {
    language,
    vendor: values['vendor'] === true ? true : undefined,
  });
  return `Written to ${directory}:
${files.map((file) => `  ${file}`).join('\n')}

Next
  cd ${quoted(folder)}
${language.next.map((line) => `  ${line}`).join('\n')}

The functions to fill in are in ${language.handlers}. README.md explains the rest.`;
}

function readLanguage(wanted: unknown): Language {
  if (wanted === undefined) return languages[0];
  const language = languages.find(({ id }) => id === wanted);
  if (language !== undefined) return language;
  const ids = languages.map(({ id }) => id).join(', ');
  throw new UsageError(`--language needs a language; got ${wanted}, expected one of ${ids}`);
}

/** Quoted as one word for a shell. */
function quoted(text: string): string {
  return /^[\w./:@~+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
