import { type Command, InvalidArgumentError } from 'commander';
import { addExamples } from './describe-command.ts';
import { ignoreEndedReaders } from './ended-readers.ts';

/**
 * Reads the command line of a program that is one file, by its declared options. `--help` prints them and ends the program
 * with 0; wrong usage ends it with 2.
 * @param examples whole command lines for the end of its help
 */
export function readProgram<Options extends object>(
  program: Command,
  ...examples: readonly string[]
): Options {
  ignoreEndedReaders();
  addExamples(program, examples)
    .showHelpAfterError('(--help lists the flags)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse();
  return program.opts<Options>();
}

/** Parses the value of an option. */
export function wholeNumber(text: string): number {
  const number = countOf(text);
  if (number === 0) throw new InvalidArgumentError('It is a whole number from 1.');
  return number;
}

/** Parses the value of an option: a number of things, of which there may be none. */
export function countOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}
