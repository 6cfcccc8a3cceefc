import type { Argument, Command, Option } from 'commander';
import { nameOf } from './read-arguments.ts';
import { asTyped } from './typed-name.ts';

/** A flag of a command. */
export interface FlagDescription {
  readonly name: string;
  /** Its one-letter form. */
  readonly short?: string;
  /** Placeholder of its value; absent for a switch. */
  readonly value?: string;
  readonly default?: string;
  /** The environment variable that sets it, too. */
  readonly variable?: string;
  /** All possible values, if they are few. */
  readonly choices?: readonly string[];
  readonly meaning: string;
}

/** A command with everything that can follow it. Shown by `--help --json`. */
export interface CommandDescription {
  readonly name: string;
  readonly meaning: string;
  readonly arguments: readonly { readonly name: string; readonly choices?: readonly string[] }[];
  readonly flags: readonly FlagDescription[];
  readonly examples: readonly string[];
  readonly commands: readonly CommandDescription[];
}

const EXAMPLES = new WeakMap<Command, readonly string[]>();

/** Adds examples to the end of the help of a command. Each is a whole command line. */
export function addExamples(command: Command, examples: readonly string[]): Command {
  EXAMPLES.set(command, examples);
  return command.addHelpText('after', `\nExamples\n${examples.map((line) => `  ${line}`).join('\n')}`);
}

/** The description of a command and of the commands below it, from their declarations. */
export function describeCommand(command: Command): CommandDescription {
  return {
    name: command.name(),
    meaning: command.summary() || command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      ...(argument.argChoices === undefined ? {} : { choices: argument.argChoices }),
    })),
    flags: command.createHelp().visibleOptions(command).map(describeFlag),
    examples: EXAMPLES.get(command) ?? [],
    commands: command.commands.map(describeCommand),
  };
}

function describeFlag(option: Option): FlagDescription {
  const value = /[<[](.*)[>\]]$/.exec(option.flags)?.[1];
  const standard = option.defaultValueDescription ?? option.defaultValue;
  return {
    name: nameOf(option),
    ...(option.short === undefined ? {} : { short: option.short.slice(1) }),
    ...(value === undefined ? {} : { value }),
    ...(value === undefined || standard === undefined ? {} : { default: String(standard) }),
    ...(option.envVar === undefined ? {} : { variable: option.envVar }),
    ...(option.argChoices === undefined ? {} : { choices: option.argChoices }),
    meaning: option.description,
  };
}

/** Whether a command line requests the description of a command for programs. */
export function isDescriptionRequested(argv: readonly string[]): boolean {
  return argv.includes('--json') && (argv.includes('--help') || argv.includes('-h'));
}

/** The description of a command as JSON. */
export function descriptionText(command: Command): string {
  return asTyped(JSON.stringify(describeCommand(command), undefined, 2));
}

/** Columns of a help that is not for a terminal. */
const WIDTH = 110;

/** The help of a command, with the placeholders of values in plain capitals. */
export function helpText(command: Command): string {
  let text = '';
  const columns = process.stdout.isTTY ? process.stdout.columns : Number(process.env['COLUMNS']);
  command
    .configureHelp({
      optionTerm: ({ flags }) => flags.replace(/<(.*)>$/, '$1'),
      argumentTerm: (argument: Argument) => argument.name().toUpperCase(),
      subcommandTerm: (below: Command) =>
        [below.name(), ...below.registeredArguments.map((argument) => argument.name().toUpperCase())].join(
          ' ',
        ),
    })
    .configureOutput({
      getOutHelpWidth: () => columns || WIDTH,
      writeOut: (part) => {
        text += part;
      },
    })
    .outputHelp();
  return asTyped(text.trimEnd());
}
