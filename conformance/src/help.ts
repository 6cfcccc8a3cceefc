import { Argument, addExamples, Command, collect, Option } from '@tessera/cli';
import { CONTRACTS } from './contracts.ts';
import { type Flag, GROUPS, INIT_FLAGS, isRepeated } from './flags.ts';
import { EXIT, EXIT_WORDS } from './suite/verdict.ts';

const NAME = 'tessera-conformance';

const EXAMPLES = [
  'tech-adapter --url http://localhost:8080/tech-adapter',
  'tech-adapter --url https://adapters.example.com/warehouse --descriptor descriptor.yaml',
  "tech-adapter --url http://localhost:8080/tech-adapter --only TA-20,X-12 --header 'Authorization: Bearer ...'",
  'tech-adapter --url http://localhost:8080/tech-adapter --watch src',
  'platform --url https://platform.example.com --bearer "$TOKEN" --id environment=production',
  'tech-adapter --recording traffic.har',
  'remote-request-hook --url http://10.0.0.7:8080/remote-request-hook --callback-url http://10.0.0.5:8099',
  'integrator --listen 60000 --callback-url http://10.0.0.5:8099',
];

/** The command with its flags: what the command line is parsed by. */
export function flagsCommand(): Command {
  const command = new Command(NAME).helpOption(false).helpCommand(false);
  for (const [heading, flags] of Object.entries(GROUPS)) {
    for (const flag of flags) {
      command.addOption(optionOf(flag).helpGroup(`${heading}:`));
      // `--no-NAME` turns off a switch of the configuration file.
      if (flag.kind === 'switch' && flag.commandOnly !== true)
        command.addOption(new Option(`--no-${flag.name}`).hideHelp());
    }
  }
  return command;
}

/** The command with everything that its help shows. */
export function describeProgram(): Command {
  const command = flagsCommand()
    .description('Checks a running implementation of a contract over HTTP, and writes a report.')
    .usage(
      `CONTRACT --url URL [flags]\n       ${NAME} CONTRACT --recording FILE [flags]   check recorded traffic, send nothing`,
    )
    .addArgument(argument('contract', 'contract to check', CONTRACTS));
  const init = command
    .command('init')
    .description('write a configuration file; asks for missing values')
    .addArgument(argument('file', 'default: conformance.yaml'));
  for (const flag of Object.values(GROUPS).flat())
    if (INIT_FLAGS.some((name) => name === flag.name)) init.addOption(optionOf(flag));
  command.command('verify').description('check that a JSON report is complete').argument('<report>');
  command
    .command('compare')
    .description('show what changed between two JSON reports')
    .argument('<before>')
    .argument('<after>');
  command
    .addHelpText(
      'after',
      `\ninit accepts ${INIT_FLAGS.map((name) => `--${name}`).join(', ')}; verify and compare accept no flags.`,
    )
    .addHelpText(
      'after',
      `\nExit codes:\n${EXIT_WORDS.map(([name, words]) => `  ${EXIT[name]}  ${words}`).join('\n')}`,
    );
  return addExamples(
    command,
    EXAMPLES.map((line) => `${NAME} ${line}`),
  );
}

function optionOf(flag: Flag): Option {
  const { name, value, choices, meaning } = flag;
  const usage = name === 'help' ? '-h, --help' : `--${name}`;
  const option = new Option(value === undefined ? usage : `${usage} <${value}>`, meaning);
  if (choices !== undefined) option.argChoices = [...choices];
  return isRepeated(flag) ? option.argParser(collect) : option;
}

/** An optional argument. Its choices are checked where it is used. */
function argument(name: string, meaning: string, choices?: readonly string[]): Argument {
  const made = new Argument(`[${name}]`, meaning);
  if (choices !== undefined) made.argChoices = [...choices];
  return made;
}
