import { asTyped, descriptionText, helpText, ignoreEndedReaders } from '@tessera/cli';
import { type Command, readCommand } from './config.ts';
import { ConfigError } from './config-error.ts';
import { UnknownNameError } from './contracts.ts';
import { describeProgram } from './help.ts';
import type { ConformanceOptions } from './suite/options.ts';
import { EXIT } from './suite/verdict.ts';

/**
 * The command. Resolves with the exit code; writes to its streams.
 * @param connection opens the connections to the target; default: sockets
 */
export async function main(argv: readonly string[], connection: Connection = {}): Promise<number> {
  ignoreEndedReaders();
  const read = (): Command => connect(readCommand(argv), connection);
  try {
    return await perform(read(), read);
  } catch (cause) {
    if (cause instanceof ConfigError || cause instanceof UnknownNameError) {
      console.error(`${asTyped('tessera-conformance')}: ${cause.message}`);
      return EXIT.badConfig;
    }
    console.error(
      `${asTyped('tessera-conformance')}: the suite itself failed; there is no verdict about the target`,
    );
    console.error(cause);
    return EXIT.harnessError;
  }
}

/** How a run reaches its target. */
type Connection = Pick<ConformanceOptions, 'agent'>;

function connect(command: Command, connection: Connection): Command {
  if (command.kind !== 'run') return command;
  return { ...command, options: { ...command.options, ...connection } };
}

async function perform(command: Command, readAgain: () => Command): Promise<number> {
  // Modules for a run are loaded here, so that help appears immediately.
  switch (command.kind) {
    case 'help':
      console.log((command.json ? descriptionText : helpText)(describeProgram()));
      return EXIT.conformant;
    case 'version':
      console.log((await import('./version.ts')).suiteVersion());
      return EXIT.conformant;
    case 'list':
      return (await import('./commands/list.ts')).list(command);
    case 'init':
      return (await import('./commands/init.ts')).init(command.path, command.values);
    case 'verify':
      return (await import('./commands/verify.ts')).verify(command.path);
    case 'compare':
      return (await import('./commands/compare.ts')).compare(command.before, command.after);
    case 'run':
      return (await import('./commands/judge.ts')).judge(command, readAgain);
    default:
      return command satisfies never;
  }
}
