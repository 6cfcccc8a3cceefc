import { UsageError } from '../usage-error.ts';
import { templates, writeProject } from './write-project.ts';

/** The first word of the command line that asks for a project. */
export const INIT = 'init';

/**
 * Does `tessera-serve init TEMPLATE FOLDER`; answers with what to print.
 * @throws UsageError that says what is wrong
 */
export function runInit(argv: readonly string[]): string {
  if (argv.includes('--help') || argv.includes('-h')) return initHelp();
  const flag = argv.find((word) => word.startsWith('-'));
  if (flag !== undefined) throw new UsageError(`init has no flag ${flag}`);
  const [template, folder, ...rest] = argv;
  if (template === undefined || folder === undefined) {
    throw new UsageError(
      `init needs a contract and a folder, as in: tessera-serve init tech-adapter ./my-adapter (contracts: ${templates.join(', ')})`,
    );
  }
  if (rest.length > 0) throw new UsageError(`init writes one project, not also ${rest.join(' ')}`);
  const { directory, files } = writeProject(template, folder);
  return `Written to ${directory}:
${files.map((file) => `  ${file}`).join('\n')}

Next
  cd ${quoted(folder)}
  npm install
  npm test
  npm run conformance
  npm start

What the server does stands in src/handlers.ts.`;
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w./:@~+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function initHelp(): string {
  return `Writes a small TypeScript project that serves a contract: handlers to fill in, a test, a Dockerfile, a configuration of
the conformance suite and a README. It passes its test and the conformance suite as it is.

Usage
  tessera-serve init CONTRACT FOLDER

FOLDER is made; when it is there it has to be empty. Its name becomes the name of the package.

Contracts
${templates.map((name) => `  ${name}`).join('\n')}

Examples
  tessera-serve init tech-adapter ./my-adapter
  tessera-serve init custom-url-picker ../pickers/glossary`;
}
