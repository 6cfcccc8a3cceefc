import { ALL, STUB } from './config.ts';
import { servers } from './servers.ts';
import { SETTINGS, type Setting } from './settings.ts';

/** The servers and their ports, one a line. */
export function listText(): string {
  const width = Math.max(...servers.map(({ id }) => id.length));
  return servers.map(({ id, port, title }) => `${id.padEnd(width)}  port ${port}  ${title}`).join('\n');
}

/** The help: for everything, or for one server, `all` or `stub`. */
export function helpText(command?: string): string {
  const examples = EXAMPLES.filter((line) => command === undefined || line.split(' ')[0] === command);
  const shown = [
    INTRODUCTION,
    command === undefined ? USAGE : usageOf(command),
    `Flags, each with its environment variable\n${flagsOf(command)}`,
    ...(examples.length === 0
      ? []
      : [`Examples\n${examples.map((line) => `  tessera-serve ${line}`).join('\n')}`]),
    [...(command === undefined || command === ALL || command === STUB ? [STUBS] : []), FAULTS].join('\n'),
    'Exit codes: 0 stopped on request, 1 could not serve, 2 bad usage.',
  ];
  return shown.join('\n\n');
}

const INTRODUCTION = `Serves the reference servers of the data-product platform. State is kept in memory.`;

const USAGE = `Usage
  tessera-serve SERVER [flags]   one server, for example tech-adapter
  tessera-serve all [flags]      every server, stubs of the other contracts, and the site with --site, on one port
  tessera-serve stub WHAT        returns the examples of an OpenAPI file, or of a contract by name
  tessera-serve init WHAT DIR    writes a project that implements a contract; see init --help
  tessera-serve --list           prints the servers and their ports
  tessera-serve --version        prints the version
  tessera-serve --help           prints this help; with the name of a server, only its flags`;

const EXAMPLES = [
  'init tech-adapter ./my-adapter',
  'tech-adapter',
  'tech-adapter --mode sync --prefix /',
  'tech-adapter --mode provision=async,updateAcl=sync',
  'tech-adapter --task-ms 10000 --no-termination',
  'remote-request-hook --decision manual',
  'perimeter-resolver --resource-types storage-bucket',
  'all --site site/dist --port 8080',
  'all --cors https://docs.example',
  'stub ./petstore.yaml --prefix /api',
  'stub governance --fail-rate 0.1 --seed 7',
  'tech-adapter --latency 100-500 --fail provision=500 --hang getStatus',
];

const STUBS = `A stub validates requests completely and returns examples of the contract, with the header Tessera-Stub. The request header
  Prefer: code=404                 selects a status that the operation declares
  Prefer: code=200, example=NAME   selects an example by name
Tokens work: the task moves from state to state every --task-ms.`;

const FAULTS = 'Responses with a deliberate fault have the header Tessera-Fault.';

function usageOf(command: string): string {
  const server = servers.find(({ id }) => id === command);
  const what = command === STUB ? `${STUB} WHAT` : command;
  const means = server === undefined ? '' : `   ${server.title}, on port ${server.port}`;
  return `Usage\n  tessera-serve ${what} [flags]${means}`;
}

function flagsOf(command: string | undefined): string {
  const applicable = Object.values<Setting>(SETTINGS).filter((setting) => appliesTo(command, setting));
  const rows = applicable.map((setting) => {
    const flag = setting.value === undefined ? `--${setting.flag}` : `--${setting.flag} ${setting.value}`;
    const isForSome = setting.servers !== undefined && (command === undefined || command === ALL);
    const whom = isForSome ? `${setting.servers?.join(', ')}: ` : '';
    return { flag, setting, meaning: whom + setting.meaning };
  });
  const width = Math.max(...rows.map(({ flag }) => flag.length));
  const lines = rows.map(
    ({ flag, setting, meaning }) =>
      `  ${flag.padEnd(width)}  ${meaning}\n  ${' '.repeat(width)}  (${setting.env}; default: ${setting.default})`,
  );
  return lines.join('\n');
}

/** Whether the command supports a flag. */
function appliesTo(command: string | undefined, setting: Setting): boolean {
  if (command === undefined) return true;
  if (setting === SETTINGS.prefix) return command !== ALL;
  if (setting === SETTINGS.site) return command === ALL;
  return command === ALL || (setting.servers?.includes(command) ?? true);
}
