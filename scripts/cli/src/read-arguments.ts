import { type Command, CommanderError, type Option } from 'commander';

/** A command line by its declared options. */
export interface Arguments {
  /** By flag, without its dashes: the text of a flag with a value, a list if it may be repeated, otherwise a boolean. */
  readonly values: Readonly<Record<string, string | boolean | string[] | undefined>>;
  /** The other words, in order. */
  readonly words: readonly string[];
}

/**
 * Parses a command line by the options of a command. Flags may be anywhere between the words. Defaults and environment
 * variables are not read: only the flags that are present have a value.
 * @param fail makes the error for an unknown flag, a missing value, or a value of a switch; its message names the flag
 * @throws that error
 */
export function readArguments(
  command: Command,
  argv: readonly string[],
  fail: (message: string) => Error,
): Arguments {
  const wrong = findWrongValue(command.options, argv);
  if (wrong !== undefined) throw fail(wrong);
  command
    .exitOverride()
    .allowExcessArguments()
    .configureOutput({ writeErr: () => {} });
  try {
    command.parse([...argv], { from: 'user' });
  } catch (cause) {
    if (cause instanceof CommanderError) throw fail(sentenceOf(cause.message));
    throw cause;
  }
  return { values: givenValues(command), words: command.args };
}

/** The parser accepts any next word as a value, also a flag: a forgotten value would swallow that flag. */
function findWrongValue(options: readonly Option[], argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  for (const [index, word] of words.entries()) {
    const [flag = '', value] = splitFlag(word);
    const option = options.find(({ long }) => long === flag);
    if (option === undefined) continue;
    if (!option.required && value !== undefined) return `Option '${flag}' does not take an argument`;
    if (!option.required || value !== undefined) continue;
    const next = argv[index + 1];
    if (next === undefined) return `${flag} needs a value`;
    if (/^-./.test(next)) return `${flag} needs a value; one that begins with - is written ${flag}=${next}`;
  }
  return undefined;
}

/** `--flag=value` as flag and value. */
function splitFlag(word: string): [string, string?] {
  const at = word.indexOf('=');
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

/** A message of the parser in our form. A value is left out: it may be secret. */
function sentenceOf(message: string): string {
  const flag = /^error: unknown option '([^']*)'/.exec(message)?.[1];
  return flag === undefined ? message.replace(/^error: /, '') : `Unknown option '${splitFlag(flag)[0]}'`;
}

function givenValues(command: Command): Arguments['values'] {
  const values: Record<string, string | boolean | string[]> = {};
  for (const option of command.options) {
    const attribute = option.attributeName();
    if (command.getOptionValueSource(attribute) !== 'cli' || isOpposite(option, command)) continue;
    const value: string | boolean | string[] = command.getOptionValue(attribute);
    // `--no-status` that is declared alone is a switch with that name.
    values[nameOf(option)] = option.negate ? value === false : value;
  }
  return values;
}

/** Whether an option only turns off another one, as `--no-write` does with `--write`. */
function isOpposite(option: Option, { options }: Command): boolean {
  return (
    option.negate &&
    options.some((other) => !other.negate && other.attributeName() === option.attributeName())
  );
}

/** The name of a flag: `--task-ms <N>` is `task-ms`. */
export function nameOf({ long, short }: Option): string {
  return (long ?? short ?? '').replace(/^-+/, '');
}

/** For an option that may be given more than once: collects its values. */
export function collect(value: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), value];
}
