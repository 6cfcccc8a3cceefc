import { readSettings, type Settings, settingsHelp, UsageError } from './config.ts';

/**
 * The settings that a command was called with. `--help` prints what it does and takes, and ends it; what cannot be meant
 * is said instead, and ends it with 2.
 */
export function commandSettings(what: string, args = process.argv.slice(2)): Settings {
  const help = `${what}\n${settingsHelp()}\n  --${'help'.padEnd(14)} print this`;
  if (args.includes('--help')) {
    console.log(help);
    process.exit();
  }
  try {
    return readSettings(args, process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${help}`);
    process.exit(2);
  }
}
