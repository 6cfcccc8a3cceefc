import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ignoreEndedReaders } from './cli/src/ended-readers.ts';
import { UsageError } from './cli/src/usage-error.ts';

type FlagTable = NonNullable<ParseArgsConfig['options']>;

export { UsageError };

/** Reads the flags of a command; no positional words. An unknown or malformed flag is a {@link UsageError}. */
export function readFlags<const Options extends FlagTable>(
  argv: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options; strict: true }>>['values'] {
  return parse({ args: [...argv], options, strict: true, allowPositionals: false }).values;
}

/** The same with positional words, which may be anywhere between the flags. */
export function readWords<const Options extends FlagTable>(
  argv: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options; strict: true; allowPositionals: true }>> {
  return parse({ args: [...argv], options, strict: true, allowPositionals: true });
}

function parse<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(message.split('. ', 1)[0] ?? message, { cause });
  }
}

/** The value of a flag that takes one of a few words. */
export function oneOf<const Word extends string>(
  flag: string,
  value: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new UsageError(`--${flag} takes one of ${words.join(', ')}, not '${value}'`);
  return word;
}

/** Runs a command's main function: `--help` prints the help, a {@link UsageError} ends with exit code 2. */
export async function runProgram(
  help: string,
  main: (argv: readonly string[]) => Promise<number>,
): Promise<void> {
  ignoreEndedReaders();
  const argv = process.argv.slice(2);
  if (argv.includes('--help') || argv.includes('-h')) {
    console.log(help);
    return;
  }
  try {
    process.exitCode = await main(argv);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    console.error(`${cause.message}\n\n${help}`);
    process.exitCode = 2;
  }
}
