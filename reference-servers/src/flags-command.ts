import { Command, Option } from '@tessera/cli';
import { ALL, PROGRAM, SETTINGS, type Setting } from './settings.ts';

/** A command with the flags of every server, or of one server, `all` or `stub`. */
export function flagsCommand(name?: string): Command {
  const command = new Command(name ?? PROGRAM)
    .helpOption(false)
    .helpCommand(false)
    .usage('[flags]')
    .optionsGroup('Flags:');
  for (const setting of Object.values<Setting>(SETTINGS))
    if (appliesTo(name, setting)) command.addOption(optionOf(setting, name));
  command.optionsGroup('Information:').option('-h, --help', 'print this help; with --json, as data');
  if (name !== undefined) return command;
  return command
    .option('--list', 'print the servers and their ports; with --json, as data')
    .option('--version', 'print the version')
    .option('--json', 'print JSON; for --help and --list');
}

function optionOf(setting: Setting, command: string | undefined): Option {
  const isForSome = setting.servers !== undefined && (command === undefined || command === ALL);
  const whom = isForSome ? `${setting.servers?.join(', ')}: ` : '';
  const usage = setting.value === undefined ? `--${setting.flag}` : `--${setting.flag} <${setting.value}>`;
  const option = new Option(usage, whom + setting.meaning).env(setting.env);
  if (setting.choices !== undefined) option.argChoices = [...setting.choices];
  // A negative switch with a default would be on.
  return setting.value === undefined ? option : option.default(setting.default, setting.default);
}

/** Whether the command supports a flag. */
function appliesTo(command: string | undefined, setting: Setting): boolean {
  if (command === undefined) return true;
  if (setting === SETTINGS.prefix) return command !== ALL;
  if (setting === SETTINGS.site) return command === ALL;
  return command === ALL || (setting.servers?.includes(command) ?? true);
}
