import { readFileSync } from 'node:fs';
import { completionScript } from './completion/completion-script.ts';
import { descriptionText, helpText, isDescriptionRequested } from './describe-command.ts';
import { describeEverything, describeProgram, flagsCommand, SHELLS } from './describe-program.ts';
import { examineMachine } from './doctor/examine-machine.ts';
import { formatNeeds } from './doctor/format-needs.ts';
import { thisMachine } from './doctor/machine.ts';
import { ignoreEndedReaders } from './ended-readers.ts';
import { FORWARDED_COMMANDS, forward, PackageMissing } from './forwarded-commands.ts';
import { isPlainTerminal } from './plain-terminal.ts';
import { type Arguments, readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

ignoreEndedReaders();
await main(process.argv.slice(2));

/** Exit codes: 0 success, 1 something required is missing, 2 wrong usage; forwarded commands have their own. */
async function main(argv: readonly string[]): Promise<void> {
  const forwarded = FORWARDED_COMMANDS.find(({ name }) => name === argv[0]);
  try {
    if (forwarded !== undefined) await forward(forwarded, argv.slice(1));
    else process.exitCode = await perform(argv);
  } catch (cause) {
    if (cause instanceof UsageError) console.error(`tessera: ${cause.message}; see tessera --help`);
    else if (cause instanceof PackageMissing) console.error(cause.message);
    else throw cause;
    process.exitCode = cause instanceof UsageError ? 2 : 1;
  }
}

async function perform(argv: readonly string[]): Promise<number> {
  const program = describeProgram();
  if (isDescriptionRequested(argv)) {
    console.log(descriptionText(program));
    return 0;
  }
  const command = program.commands.find((one) => one.name() === argv[0]);
  const given = command === undefined ? argv : argv.slice(1);
  const { values, words } = readArguments(command ?? flagsCommand(), given, (text) => new UsageError(text));
  if (values['help'] === true) {
    console.log(helpText(command ?? program));
    return 0;
  }
  if (command?.name() === 'doctor') return doctor(values, words);
  if (command?.name() === 'completion') return completion(words);
  if (values['version'] === true) {
    console.log(ownVersion());
    return 0;
  }
  const names = program.commands.map((one) => one.name()).join(', ');
  const [unknown] = words;
  throw new UsageError(
    unknown === undefined ? `name a command: ${names}` : `there is no command ${unknown}; there are ${names}`,
  );
}

async function doctor(values: Arguments['values'], [excess]: readonly string[]): Promise<number> {
  if (excess !== undefined) throw new UsageError(`doctor accepts flags only, not ${excess}`);
  const needs = await examineMachine(thisMachine());
  console.log(
    values['json'] === true ? JSON.stringify(needs, undefined, 2) : formatNeeds(needs, !isPlainTerminal()),
  );
  return needs.some(({ required, present }) => required && !present) ? 1 : 0;
}

async function completion([name, excess]: readonly string[]): Promise<number> {
  const shell = SHELLS.find((one) => one === name);
  if (shell === undefined)
    throw new UsageError(
      `completion needs a shell, one of ${SHELLS.join(', ')}${name === undefined ? '' : `, not ${name}`}`,
    );
  if (excess !== undefined) throw new UsageError(`completion is for one shell, not also ${excess}`);
  console.log(completionScript(shell, await describeEverything()));
  return 0;
}

/** The version of this package. */
function ownVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
