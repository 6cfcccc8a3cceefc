import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { oneOf, readFlags, runProgram } from './flags.ts';
import { must } from './must-run.ts';
import { neededFor, type PackedPackage, packPackages } from './pack-packages.ts';
import { COMMANDS } from './prove-install/commands.ts';
import { Consumer } from './prove-install/consumers.ts';
import { NODE_LINES, type Node, type NodeLine, provideNode } from './prove-install/nodes.ts';
import { type Attempt, formatTable, isProven } from './prove-install/table.ts';

const HELP = `Installs every public package from its tarball into an empty project, on a path with spaces, in each supported
Node.js; loads and compiles its entry points as ES modules and as CommonJS, and runs its commands. Prints a table.
Needs the npm registry: it has the dependencies, and each Node.js as a package. A Node.js that cannot be installed
is reported as skipped.

Usage: npm run prove:install -- [flags]
  --node LINE     only this Node.js: ${NODE_LINES.join(', ')}
  --package NAME  only this package; 'every package' for the commands of a project that has all of them
  --help          print this

Ends with 0 if nothing failed, with 1 if something failed or nothing could be tried.

Examples
  npm run prove:install
  npm run prove:install -- --node 22`;

const ROOT = resolve(import.meta.dirname, '..');
const EVERY = 'every package';

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, { node: { type: 'string' }, package: { type: 'string' } });
  const line = oneOf('node', flags.node, NODE_LINES);
  await must(ROOT, ['npm', 'run', '--silent', 'prepare']);
  const scratch = mkdtempSync(join(tmpdir(), 'tessera install '));
  try {
    const tarballs = join(scratch, 'tarballs');
    mkdirSync(tarballs);
    const packages = await packPackages(ROOT, tarballs);
    const only = oneOf('package', flags.package, [...packages.map(({ name }) => name), EVERY]);
    const chosen = packages.filter(({ name }) => only === undefined || name === only);
    const attempts: Attempt[] = [];
    for (const one of line === undefined ? NODE_LINES : [line])
      attempts.push(
        ...(await proveNode(one, {
          scratch,
          packages,
          chosen,
          hasCommands: only === undefined || only === EVERY,
        })),
      );
    console.log(`\n${formatTable(attempts)}`);
    return isProven(attempts) ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

interface Plan {
  readonly scratch: string;
  readonly packages: readonly PackedPackage[];
  readonly chosen: readonly PackedPackage[];
  readonly hasCommands: boolean;
}

async function proveNode(
  line: NodeLine,
  { scratch, packages, chosen, hasCommands }: Plan,
): Promise<Attempt[]> {
  const node = await provideNode(line, scratch);
  if (typeof node === 'string')
    return [report({ what: EVERY, node: line, kind: 'install', verdict: 'skipped', reason: node })];
  const attempts: Attempt[] = [];
  for (const one of chosen) {
    const consumer = new Consumer(join(scratch, line, one.name), node);
    const kinds = {
      install: () => consumer.install(neededFor(one.name, packages), tools()),
      load: () => consumer.load(one),
      // The compiler gives the same result in every Node.js.
      ...(line === NODE_LINES[0] ? { compile: () => consumer.compile(one) } : {}),
    };
    attempts.push(...(await attemptAll(one.name, node, kinds)));
  }
  if (!hasCommands) return attempts;
  const consumer = new Consumer(join(scratch, line, EVERY), node);
  const commands = Object.entries(COMMANDS).map(([kind, run]) => [kind, () => run(consumer)] as const);
  const kinds = { install: () => consumer.install(packages, tools()), ...Object.fromEntries(commands) };
  return [...attempts, ...(await attemptAll(EVERY, node, kinds))];
}

/** After a failed installation, the rest fails for the same reason and is not tried. */
async function attemptAll(
  what: string,
  { version }: Node,
  kinds: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const [kind, run] of Object.entries(kinds)) {
    const reason = await run().then(
      () => undefined,
      (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
    );
    const outcome =
      reason === undefined ? { verdict: 'ok' as const } : { verdict: 'failed' as const, reason };
    attempts.push(report({ what, node: version, kind, ...outcome }));
    if (reason !== undefined && kind === 'install') break;
  }
  return attempts;
}

/** Shows progress: the table comes at the end. */
function report(attempt: Attempt): Attempt {
  const { what, node, kind, verdict } = attempt;
  console.log(`${verdict.padEnd(7)}  Node.js ${node.padEnd(8)}  ${what}, ${kind}`);
  return attempt;
}

/** Versions of development tools in this repository. */
function tools(): Record<string, string> {
  const manifest: { devDependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  return manifest.devDependencies;
}
