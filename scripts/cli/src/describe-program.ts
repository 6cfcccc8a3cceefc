import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Argument, Command } from 'commander';
import { addExamples, type CommandDescription, describeCommand } from './describe-command.ts';
import { FORWARDED_COMMANDS, type ForwardedCommand, findProgram } from './forwarded-commands.ts';

/** Shells that a completion script can be made for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** `tessera` without a command: what its own flags are parsed by. */
export function flagsCommand(): Command {
  return newCommand('tessera').option('--version', 'print the version');
}

/** The command `tessera`. The commands below it that other packages perform have no flags here. */
export function describeProgram(): Command {
  const program = flagsCommand()
    .description('Develops and checks services of a data-product platform on this machine.')
    .usage('COMMAND [flags]');
  for (const { name, meaning } of FORWARDED_COMMANDS)
    program.addCommand(new Command(name).description(meaning).helpOption(false));
  program.addCommand(doctorCommand()).addCommand(completionCommand());
  program.addHelpText('after', '\ntessera COMMAND --help lists the flags of a command.');
  return addExamples(program, [
    'tessera doctor',
    'tessera init tech-adapter ./my-adapter',
    'tessera serve all',
    'tessera conformance tech-adapter --url http://localhost:8080/tech-adapter',
    'tessera try --adapter http://localhost:8080/tech-adapter',
    'tessera platform --reference-servers',
  ]);
}

function doctorCommand(): Command {
  const command = newCommand('doctor')
    .description('show what this machine lacks, what that is needed for, and how to get it')
    .usage('[flags]')
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      '\nColors are used on a terminal only, and never when NO_COLOR is set.\n\nExit codes: 0 everything required is there, 1 something required is missing, 2 wrong usage.',
    );
  return addExamples(command, ['tessera doctor', 'tessera doctor --json']);
}

function completionCommand(): Command {
  const shell = new Argument('[shell]', 'the shell to complete commands in');
  shell.argChoices = [...SHELLS];
  const command = newCommand('completion')
    .description('print a script that completes commands, flags and values')
    .usage('SHELL')
    .addArgument(shell)
    .addHelpText('after', '\nThe script knows the packages that are installed when it is printed.');
  return addExamples(command, [
    'source <(tessera completion bash)',
    'source <(tessera completion zsh)',
    'tessera completion fish > ~/.config/fish/completions/tessera.fish',
  ]);
}

function newCommand(name: string): Command {
  return new Command(name)
    .helpOption(false)
    .helpCommand(false)
    .option('-h, --help', 'print this help; with --json, as data');
}

/** The description of `tessera` with the flags of every installed package. */
export async function describeEverything(): Promise<CommandDescription> {
  const own = describeCommand(describeProgram());
  const programs = new Map<string, Promise<CommandDescription>>();
  const commands = own.commands.map(async (command) => {
    const forwarded = FORWARDED_COMMANDS.find(({ name }) => name === command.name);
    if (forwarded === undefined) return command;
    const file = findProgram(forwarded);
    if (file === undefined) return command;
    const program = programs.get(file) ?? requestDescription(file);
    programs.set(file, program);
    const found = commandAt(await program, forwarded);
    return { ...command, flags: found.flags, arguments: found.arguments, commands: found.commands };
  });
  return { ...own, commands: await Promise.all(commands) };
}

async function requestDescription(file: string): Promise<CommandDescription> {
  const { stdout } = await promisify(execFile)(process.execPath, [file, '--help', '--json'], {
    maxBuffer: 16 * 1024 * 1024,
  });
  const description: CommandDescription = JSON.parse(stdout);
  return description;
}

function commandAt(program: CommandDescription, { words }: ForwardedCommand): CommandDescription {
  return words.reduce(
    (command, word) => command.commands.find(({ name }) => name === word) ?? command,
    program,
  );
}
