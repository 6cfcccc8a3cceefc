import { Argument, addExamples, type Command, helpText as render } from '@tessera/cli';
import { flagsCommand } from './flags-command.ts';
import { initCommand } from './init/init-command.ts';
import { servers } from './servers.ts';
import { ALL, ALL_PORT, PROGRAM, STUB, STUB_PORT } from './settings.ts';

/** The servers and their ports: one a line, or as JSON. */
export function listText(isJson: boolean): string {
  if (isJson)
    return JSON.stringify(
      servers.map(({ id, port, title }) => ({ id, port, title })),
      undefined,
      2,
    );
  const width = Math.max(...servers.map(({ id }) => id.length));
  return servers.map(({ id, port, title }) => `${id.padEnd(width)}  port ${port}  ${title}`).join('\n');
}

/** The help: for everything, or for one server, `all` or `stub`. */
export function helpText(command?: string): string {
  const program = describeProgram();
  return render(program.commands.find((one) => one.name() === command) ?? program);
}

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

const STUBS = `
A stub validates requests completely and returns examples of the contract, with the header Tessera-Stub. The request header
  Prefer: code=404                 selects a status that the operation declares
  Prefer: code=200, example=NAME   selects an example by name
Tokens work: the task moves from state to state every --task-ms.`;

const AFTER_ALL = `
Responses with a deliberate fault have the header Tessera-Fault.

Exit codes: 0 stopped on request, 1 could not serve, 2 bad usage.`;

/** The program with everything that its help shows. */
export function describeProgram(): Command {
  const program = flagsCommand()
    .description('Serves the reference servers of the data-product platform. State is kept in memory.')
    .usage('COMMAND [flags]')
    .addHelpText('after', STUBS)
    .addHelpText('afterAll', AFTER_ALL);
  for (const { id, port, title } of servers)
    program.addCommand(withExamples(flagsCommand(id).description(`${title}, on port ${port}`)));
  const all = flagsCommand(ALL)
    .description(`every server, stubs of the other contracts, and the site with --site, on port ${ALL_PORT}`)
    .addHelpText('after', STUBS);
  const stub = flagsCommand(STUB)
    .description(`the examples of an OpenAPI file, or of a contract by name, on port ${STUB_PORT}`)
    .usage('WHAT [flags]')
    .addArgument(new Argument('[what]', 'an OpenAPI file, or a contract by its name'))
    .addHelpText('after', STUBS);
  program.addCommand(withExamples(all)).addCommand(withExamples(stub)).addCommand(initCommand());
  return withExamples(program);
}

function withExamples(command: Command): Command {
  const name = command.name();
  const examples = EXAMPLES.filter((line) => name === PROGRAM || line.split(' ')[0] === name);
  return examples.length === 0
    ? command
    : addExamples(
        command,
        examples.map((line) => `${PROGRAM} ${line}`),
      );
}
