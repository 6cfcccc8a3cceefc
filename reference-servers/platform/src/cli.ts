import {
  addExamples,
  asTyped,
  Command,
  CommanderError,
  descriptionText,
  InvalidArgumentError,
  isDescriptionRequested,
  Option,
} from '@tessera/cli';
import { isOrigin, LOG_LEVELS, MAX_REQUESTS, UsageError } from '@tessera/reference-servers/harness';
import type { CheckFlags } from './commands/check.ts';
import type { DeployFlags } from './commands/deploy.ts';
import { JourneyFailed } from './commands/journey-failed.ts';
import type { RunFlags } from './commands/run.ts';
import type { TryFlags } from './commands/try.ts';
import { DEFAULT_SETTINGS } from './settings.ts';

/**
 * The command. Resolves with the exit code: 0 success, 1 failure, 2 wrong usage.
 * @param argv the words after the name of the command
 */
export async function main(argv: readonly string[]): Promise<number> {
  const program = describeProgram();
  if (isDescriptionRequested(argv)) {
    console.log(descriptionText(program));
    return 0;
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    if (thrown instanceof JourneyFailed) return 1;
    console.error(thrown instanceof Error ? thrown.message : thrown);
    return thrown instanceof UsageError ? 2 : 1;
  }
}

// The module of a command is loaded when the command is used: only two of them need the database.
function describeProgram(): Command {
  const program = new Command('tessera-platform')
    .description('Runs a data-product platform on this machine: coordinator and builder with state.')
    .configureOutput({ writeOut: (text) => process.stdout.write(asTyped(text)) })
    .showHelpAfterError('(--help lists the commands and flags)')
    .addHelpText('after', '\nWithout a command, run is meant: tessera-platform run --help lists its flags.')
    .exitOverride();
  addRun(program);
  addDeploy(program);
  addTry(program);
  addCheck(program);
  return addExamples(program, [
    'tessera-platform --reference-servers',
    'tessera-platform --data ./state --port 8080',
    'tessera-platform deploy',
    'tessera-platform try --adapter http://localhost:8080/tech-adapter',
  ]);
}

function addRun(program: Command): void {
  const command = program
    .command('run', { isDefault: true })
    // The default command gets every word that is not a command.
    .allowExcessArguments()
    .description('serve the platform until Ctrl-C')
    .addOption(
      new Option('--port <n>', 'port to listen on; 0 for a free one')
        .env('TESSERA_PORT')
        .default(4400)
        .argParser(readPort),
    )
    .addOption(new Option('--host <host>', 'address to listen on').env('TESSERA_HOST').default('127.0.0.1'))
    .addOption(
      new Option('--data <dir>', 'keep the state of the embedded database in this folder')
        .env('TESSERA_DATA')
        .conflicts('databaseUrl'),
    )
    .addOption(
      new Option('--database-url <url>', 'use this PostgreSQL server instead of the embedded database').env(
        'DATABASE_URL',
      ),
    );
  addSettings(command);
  addLimits(command);
  command
    .addOption(
      new Option(
        '--cors <origin>',
        'origin whose pages may call it from a browser, such as https://docs.example',
      )
        .env('TESSERA_CORS')
        .argParser(readOrigin),
    )
    .option('--reference-servers', 'serve the reference servers on the same port, too', false)
    .option('--sample-policies', 'create sample policies when there are no policies', false)
    .option('--site <dir>', 'serve a built site on the same port, too')
    .addOption(
      new Option(
        '--docs <file>',
        'search index that the documentation agent answers from; default: that of --site',
      ).env('TESSERA_DOCS'),
    )
    .addOption(
      new Option('--log-level <level>', 'lowest level of the log on standard error')
        .choices([...LOG_LEVELS])
        .env('TESSERA_LOG_LEVEL')
        .default('warn'),
    )
    .action(async (flags: RunFlags, { args: [unknown] }: Command) => {
      if (unknown !== undefined)
        throw new UsageError(`there is no command ${unknown}: --help lists the commands`);
      const { run } = await import('./commands/run.ts');
      await run(flags);
    });
  addExamples(command, [
    'tessera-platform',
    'tessera-platform --data ./state --port 8080',
    'tessera-platform --reference-servers',
    'tessera-platform --settings platform.yaml',
    'DATABASE_URL=postgres://localhost/platform tessera-platform',
  ]);
}

/** Flags for the environments, the plugins, and access in both directions. */
function addSettings(command: Command): void {
  command
    .addOption(
      new Option('--settings <file>', 'read settings from this file (YAML); flags and variables win').env(
        'TESSERA_SETTINGS',
      ),
    )
    .addOption(
      new Option(
        '--environments <list>',
        `environments to deploy to, separated by commas (default: ${DEFAULT_SETTINGS.environments.join(',')})`,
      )
        .env('TESSERA_ENVIRONMENTS')
        .argParser(readList),
    )
    .addOption(
      new Option('--data-catalog <url>', 'address of the data catalog plugin').env('TESSERA_DATA_CATALOG'),
    )
    .addOption(
      new Option('--marketplace <url>', 'address of the marketplace plugin').env('TESSERA_MARKETPLACE'),
    )
    .addOption(
      new Option('--access-hook <url>', 'address of the remote request hook for access').env(
        'TESSERA_ACCESS_HOOK',
      ),
    )
    .addOption(
      new Option(
        '--cue <path>',
        'program cue that evaluates policies; default: the one that comes with the platform',
      ).env('TESSERA_CUE'),
    )
    .addOption(
      new Option('--webhook <url>', 'service that receives notifications')
        .env('TESSERA_WEBHOOK')
        .argParser(readUrl),
    )
    .addOption(
      new Option('--allow-hosts <list>', 'call these hosts only, separated by commas')
        .env('TESSERA_ALLOW_HOSTS')
        .argParser(readList),
    )
    .addOption(
      new Option('--token <text>', 'token that callers send as Authorization: Bearer').env('TESSERA_TOKEN'),
    )
    .addOption(
      new Option(
        '--public-url <url>',
        'where extension points reach the platform, without a trailing slash; default: where it listens',
      )
        .env('TESSERA_PUBLIC_URL')
        .argParser(readUrl),
    )
    .addOption(
      new Option(
        '--silent-ms <n>',
        'after this silence of another process on the same database, this one continues its work',
      )
        .default(30_000)
        .argParser(readNumber),
    )
    .option('--insecure', 'listen beyond this machine without a token', false);
}

/** Flags for limits. A default of the parser would win over the file of settings, so it is in the description. */
function addLimits(command: Command): void {
  const { callMs, taskMs, validateMs, callsPerServer } = DEFAULT_SETTINGS;
  const limits = [
    ['--call-ms', `limit of a request to another server, in ms (default: ${callMs})`, 'TESSERA_CALL_MS'],
    ['--task-ms', `limit of a task as a whole, in ms (default: ${taskMs})`, 'TESSERA_TASK_MS'],
    [
      '--validate-ms',
      `limit of a validation in version 1, in ms (default: ${validateMs})`,
      'TESSERA_VALIDATE_MS',
    ],
    [
      '--calls-per-server',
      `concurrent requests to one server (default: ${callsPerServer})`,
      'TESSERA_CALLS_PER_SERVER',
    ],
    ['--max-requests', 'requests handled at the same time; more get 503', 'TESSERA_MAX_REQUESTS'],
  ] as const;
  for (const [flag, description, variable] of limits) {
    const option = new Option(`${flag} <n>`, description).env(variable).argParser(readNumber);
    command.addOption(flag === '--max-requests' ? option.default(MAX_REQUESTS) : option);
  }
}

function addDeploy(program: Command): void {
  const command = addPlatform(
    program.command('deploy').description('deploy a data product on a running platform, and show each task'),
  )
    .option('--descriptor <file>', 'descriptor of the data product; default: the sample data product')
    .option('--environment <name>', 'environment to deploy to; default: that of the descriptor')
    .option('--undeploy', 'undeploy it, with its data', false)
    .option('--json', 'print the finished plan as JSON instead of text')
    .addHelpText('after', '\nExit codes: 0 the plan completed, 1 it failed, 2 wrong usage.')
    .action(async (flags: DeployFlags) => {
      const { deploy } = await import('./commands/deploy.ts');
      await deploy(flags);
    });
  addExamples(command, [
    'tessera-platform deploy',
    'tessera-platform deploy --descriptor product.yaml --environment production',
    'tessera-platform deploy --undeploy --json',
  ]);
}

/** Flags for a platform that runs. */
function addPlatform(command: Command): Command {
  return command
    .addOption(
      new Option('--platform <url>', 'where the platform listens')
        .env('TESSERA_PLATFORM')
        .default('http://127.0.0.1:4400')
        .argParser(readUrl),
    )
    .addOption(new Option('--token <text>', 'token of the platform').env('TESSERA_TOKEN'));
}

function addTry(program: Command): void {
  const command = program
    .command('try')
    .description('drive an adapter as the platform would, and show which clauses it violates')
    .addOption(
      new Option(
        '--adapter <url>',
        'base address of the adapter, without the version, such as http://localhost:8080/tech-adapter',
      )
        .makeOptionMandatory()
        .argParser(readUrl),
    )
    .option('--descriptor <file>', 'descriptor that the adapter can deploy; default: the sample data product')
    .option('--environment <name>', 'environment to deploy to; default: that of the descriptor')
    .addOption(
      new Option('--identity <list>', 'identities that get access, separated by commas')
        .default(['user:jane.doe_example.com'], 'user:jane.doe_example.com')
        .argParser(readList),
    )
    .option('--recording <file>', 'keep the exchanges with the adapter in this file (HAR)')
    .addHelpText(
      'after',
      '\nExit codes: 0 everything went well, 1 a step failed or a clause was violated, 2 wrong usage.',
    )
    .action(async (flags: TryFlags) => {
      const { tryAdapter } = await import('./commands/try.ts');
      await tryAdapter(flags);
    });
  addExamples(command, [
    'tessera-platform try --adapter http://localhost:8080/tech-adapter',
    'tessera-platform try --adapter http://localhost:8080/tech-adapter --descriptor product.yaml --recording traffic.har',
  ]);
}

function addCheck(program: Command): void {
  const command = addPlatform(
    program
      .command('check')
      .description('show which clauses the traffic of a plan violates')
      .argument('[plan]', 'token of the plan; default: the latest plan'),
  )
    .option('--contract <name>', 'contract of the servers whose traffic is checked; default: tech-adapter')
    .option('--recording <file>', 'keep the exchanges in this file (HAR)')
    .option('--json', 'print the findings as JSON instead of text')
    .addHelpText('after', '\nExit codes: 0 no clause was broken, 1 a clause was broken, 2 wrong usage.')
    .action(async (plan: string | undefined, flags: CheckFlags) => {
      const { checkPlan } = await import('./commands/check.ts');
      await checkPlan(plan, flags);
    });
  addExamples(command, [
    'tessera-platform check',
    'tessera-platform check 5c9abd65-73d3-4a5c-99bb-2d370f28a2eb --contract data-catalog-plugin --recording traffic.har',
  ]);
}

function readUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It is an address that begins with http:// or https://.');
  }
  return text.replace(/\/+$/, '');
}

function readOrigin(text: string): string {
  if (!isOrigin(text))
    throw new InvalidArgumentError('It is an origin such as https://docs.example, without a path.');
  return text;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('It is a number from 0 to 65535.');
  return port;
}

function readNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number above 0.');
  return Number(text);
}

function readList(text: string): string[] {
  const list = text.split(',').map((part) => part.trim());
  if (list.includes(''))
    throw new InvalidArgumentError('It is a list separated by commas, without empty items.');
  return list;
}
