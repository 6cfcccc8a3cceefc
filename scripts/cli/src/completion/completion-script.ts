import type { CommandDescription, FlagDescription } from '../describe-command.ts';
import type { SHELLS } from '../describe-program.ts';

/** A command and the words that lead to it, such as `/serve/stub`; the program itself has an empty path. */
interface Place {
  readonly path: string;
  readonly command: CommandDescription;
}

/** A script that completes the commands, flags and values of a program in a shell. */
export function completionScript(shell: (typeof SHELLS)[number], program: CommandDescription): string {
  const places = placesOf('', program);
  if (shell === 'fish') return fishScript(program.name, places);
  const script = bashScript(program.name, places);
  if (shell === 'bash') return script;
  return `autoload -Uz compinit bashcompinit\ncompinit\nbashcompinit\n${script}`;
}

function placesOf(path: string, command: CommandDescription): Place[] {
  return [
    { path, command },
    ...command.commands.flatMap((below) => placesOf(`${path}/${below.name}`, below)),
  ];
}

/** The paths of all commands except the program, quoted. */
function pathsBelow(places: readonly Place[]): string[] {
  return places.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
}

/** What can be the value of the arguments of a command, as far as it is known. */
function choicesOf({ arguments: given }: CommandDescription): string[] {
  return given.flatMap(({ choices = [] }) => choices);
}

/** A script for bash. It also runs in zsh, where `path` and `words` have a meaning. */
function bashScript(program: string, places: readonly Place[]): string {
  const values = places.flatMap(({ path, command }) =>
    command.flags
      .filter(({ value }) => value !== undefined)
      .map(
        ({ name, choices = [] }) =>
          `    ${quoted(`${path} --${name}`)}) candidates=${quoted(choices.join(' '))} ;;`,
      ),
  );
  const commands = places.map(({ path, command }) => {
    const names = [
      ...command.commands.map(({ name }) => name),
      ...choicesOf(command),
      ...command.flags.map(({ name }) => `--${name}`),
    ];
    return `    ${quoted(`${path} `)}*) candidates=${quoted(names.join(' '))} ;;`;
  });
  const paths = pathsBelow(places).join('|');
  return `_${program}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" at='' word candidates
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case "$at/$word" in
    ${paths}) at="$at/$word" ;;
    esac
  done
  case "$at $previous" in
${[...values, ...commands].join('\n')}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _${program} ${program}`;
}

function fishScript(program: string, places: readonly Place[]): string {
  const lines = places.flatMap(({ path, command }) => {
    const start = `complete -c ${program} -n ${quoted(`__${program}_at ${path === '' ? '/' : path}`)}`;
    return [
      ...command.commands.map(({ name, meaning }) => `${start} -a ${name} -d ${quoted(meaning)}`),
      ...choicesOf(command).map((choice) => `${start} -a ${quoted(choice)}`),
      ...(command.arguments.some(({ choices }) => choices === undefined) ? [`${start} -F`] : []),
      ...command.flags.map((flag) => `${start} ${fishFlag(flag)}`),
    ];
  });
  return `function __${program}_at
  set -l at /
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -r -c / $at)/$word
    contains -- $next ${pathsBelow(places).join(' ')}; and set at $next
  end
  test $at = $argv[1]
end
complete -c ${program} -f
${lines.join('\n')}`;
}

function fishFlag({ name, short, value, choices, meaning }: FlagDescription): string {
  const letter = short === undefined ? '' : ` -s ${short}`;
  const given = choices === undefined ? '-r -F' : `-x -a ${quoted(choices.join(' '))}`;
  return `-l ${name}${letter}${value === undefined ? '' : ` ${given}`} -d ${quoted(meaning)}`;
}

/** One word in all three shells; the texts hold no backslash. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
