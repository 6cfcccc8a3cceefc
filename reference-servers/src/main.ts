import { readConfig } from './config.ts';
import { listenAt } from './harness/listen.ts';
import { INIT, runInit } from './init/init-command.ts';
import { ownVersion } from './init/own-package.ts';
import { describePlaces, prepare } from './serve.ts';
import { servers } from './servers.ts';
import { SETTINGS, type Setting } from './settings.ts';
import { UsageError } from './usage-error.ts';

process.exitCode = await run(process.argv.slice(2));

/** Exit codes: 0 stopped on request, 1 could not serve, 2 bad usage. */
async function run(argv: readonly string[]): Promise<number> {
  try {
    if (argv[0] === INIT) {
      console.log(runInit(argv.slice(1)));
      return 0;
    }
    const config = readConfig(argv);
    if (config === 'help') console.log(help());
    else if (config === 'list') console.log(list());
    else if (config === 'version') console.log(ownVersion());
    else await serve(config);
    return 0;
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      console.error(`${thrown.message}\ntry: tessera-serve --help`);
      return 2;
    }
    console.error(thrown instanceof Error ? thrown.message : thrown);
    return 1;
  }
}

async function serve(config: Exclude<ReturnType<typeof readConfig>, string>): Promise<void> {
  const { app, places, running, stop } = await prepare(config);
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const origin = await listenAt(app, config, 'choose another one with --port N');
  console.log(`Serving at ${origin}\n\n${describePlaces(places, origin)}\n\nCtrl-C stops it.`);
  await asked;
  const tasks = running();
  if (tasks > 0) {
    console.log(
      `\nFinishing ${tasks} running ${tasks === 1 ? 'task' : 'tasks'}, at most ${config.stopMs} ms; Ctrl-C again stops at once.`,
    );
  }
  // The second one: whoever asks twice does not want to wait. It comes as SIGINT, because a terminal sends nothing else.
  process.once('SIGINT', () => process.exit(0));
  await stop();
}

function list(): string {
  const width = Math.max(...servers.map(({ id }) => id.length));
  return servers.map(({ id, port, title }) => `${id.padEnd(width)}  port ${port}  ${title}`).join('\n');
}

function help(): string {
  const rows = Object.values<Setting>(SETTINGS).map((setting) => {
    const flag = setting.value === undefined ? `--${setting.flag}` : `--${setting.flag} ${setting.value}`;
    const whom = setting.servers === undefined ? '' : `${setting.servers.join(', ')}: `;
    return { flag, setting, meaning: whom + setting.meaning };
  });
  const width = Math.max(...rows.map(({ flag }) => flag.length));
  const settings = rows.map(
    ({ flag, setting, meaning }) =>
      `  ${flag.padEnd(width)}  ${meaning}\n  ${' '.repeat(width)}  (${setting.env}; default: ${setting.default})`,
  );
  return `Serves reference servers of the data-product platform's contracts. Everything is kept in memory.

Usage
  tessera-serve SERVER [flags]   one server, for example tech-adapter
  tessera-serve all [flags]      every server, a stub of every other contract, and the site with --site, on one port
  tessera-serve stub WHAT        answers out of the examples of an OpenAPI file, or of a contract by its name
  tessera-serve init WHAT DIR    writes a project that serves a contract; init --help says more
  tessera-serve --list           the servers and their ports
  tessera-serve --version        the version of this program
  tessera-serve --help           this

Flags, with the variable that does the same
${settings.join('\n')}

Examples
  tessera-serve init tech-adapter ./my-adapter
  tessera-serve tech-adapter
  tessera-serve tech-adapter --mode sync --prefix /
  tessera-serve tech-adapter --mode provision=async,updateAcl=sync
  tessera-serve tech-adapter --task-ms 10000 --no-termination
  tessera-serve remote-request-hook --decision manual
  tessera-serve perimeter-resolver --resource-types storage-bucket
  tessera-serve all --site site/dist --port 8080
  tessera-serve stub ./petstore.yaml --prefix /api
  tessera-serve stub governance --fail-rate 0.1 --seed 7
  tessera-serve tech-adapter --latency 100-500 --fail provision=500 --hang getStatus

A stub validates requests in full. Its answers are examples of the contract, marked by the header Tessera-Stub. The header
  Prefer: code=404                 chooses a status that the operation declares
  Prefer: code=200, example=NAME   chooses an example by its name
Tokens are real: what they stand for goes through its states in --task-ms each.
What goes wrong on purpose is marked by the header Tessera-Fault.

Exit codes: 0 stopped on request, 1 could not serve, 2 bad usage.`;
}
