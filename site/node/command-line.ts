import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readSettings, type Settings, settingsHelp, UsageError } from './config.ts';

type FlagTable = NonNullable<ParseArgsConfig['options']>;

const HELP_ROW = `  --${'help'.padEnd(14)} print this`;

/** The settings that a command was called with, as flags or variables. */
export function commandSettings(what: string, args = process.argv.slice(2)): Settings {
  return readCommand(`${what}\n${settingsHelp()}\n${HELP_ROW}`, args, () => readSettings(args, process.env));
}

/** The flags of a command with special flags, and the paths after them where `takesPaths`. */
export function commandFlags<const Options extends FlagTable>(
  help: string,
  options: Options,
  takesPaths = false,
): ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>> {
  const args = process.argv.slice(2);
  return readCommand(help, args, () => {
    try {
      return parseArgs({ args, options, allowPositionals: takesPaths, strict: true });
    } catch (cause) {
      throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  });
}

/** The paths that a command was called with; it accepts nothing else. */
export function commandPaths(what: string): string[] {
  return commandFlags(`${what}\n${HELP_ROW}`, {}, true).positionals;
}

/** For a command without arguments. */
export function commandAlone(what: string): void {
  commandFlags(`${what}\n\n${HELP_ROW}`, {});
}

/** `--help` prints the help and ends the command; invalid arguments are reported, with exit code 2. */
function readCommand<Meant>(help: string, args: readonly string[], read: () => Meant): Meant {
  if (args.includes('--help')) {
    console.log(help);
    process.exit();
  }
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuse(error.message, help);
  }
}

/** Ends a command that was called wrongly. */
export function refuse(message: string, help: string): never {
  console.error(`${message}\n\n${help}`);
  process.exit(2);
}
