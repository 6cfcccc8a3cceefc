import { asTyped, descriptionText, ignoreEndedReaders, isDescriptionRequested } from '@tessera/cli';
import { type Config, readConfig } from './config.ts';
import { listenAt, STOP_SIGNALS } from './harness/listen.ts';
import { describeProgram, helpText, listText } from './help.ts';
import { INIT, runInit } from './init/init-command.ts';
import { readOwnManifest } from './init/own-package.ts';
import { outliveReader } from './observability/standard-error.ts';
import { describePlaces, prepare } from './serve.ts';
import { PROGRAM } from './settings.ts';
import { UsageError } from './usage-error.ts';

ignoreEndedReaders();
process.exitCode = await run(process.argv.slice(2));

/** Exit codes: 0 stopped on request, 1 could not serve, 2 bad usage. */
async function run(argv: readonly string[]): Promise<number> {
  try {
    if (isDescriptionRequested(argv)) {
      console.log(descriptionText(describeProgram()));
      return 0;
    }
    if (argv[0] === INIT) {
      console.log(runInit(argv.slice(1)));
      return 0;
    }
    const config = readConfig(argv);
    if (config === 'list') console.log(listText(argv.includes('--json')));
    else if (config === 'version') console.log(readOwnManifest().version);
    else if ('help' in config) console.log(helpText(config.help));
    else await serve(config);
    return 0;
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      console.error(
        asTyped(`${thrown.message}\ntry: ${PROGRAM} ${argv[0] === INIT ? `${INIT} ` : ''}--help`),
      );
      return 2;
    }
    console.error(thrown instanceof Error ? thrown.message : thrown);
    return 1;
  }
}

async function serve(config: Config): Promise<void> {
  const { app, places, running, stop } = await prepare(config);
  outliveReader(process.stdout);
  const asked = new Promise<void>((resolve) => {
    for (const signal of STOP_SIGNALS) process.once(signal, () => resolve());
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
  // The second signal stops at once. It comes as SIGINT, because a terminal sends only that.
  process.once('SIGINT', () => process.exit(0));
  await stop();
}
