import { type Command, isPlainTerminal } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import { UnknownNameError } from '../contracts.ts';
import { openFolder } from '../reports/folder.ts';
import { renderFiles } from '../reports/formats.ts';
import { createTerminal } from '../reports/terminal.ts';
import { listChecks, runConformance } from '../run-conformance.ts';
import { readWaivers } from '../waivers-file.ts';

/** Runs the suite, shows what happens and writes the reports. */
export async function judge(command: Command & { kind: 'run' }): Promise<number> {
  const { options, json } = command;
  await refuseUnknownChecks(options.contract, [...(options.only ?? []), ...(options.skip ?? [])]);
  await refuseBadDescriptor(options.descriptor);
  const waivers =
    command.waivers === undefined ? [] : readWaivers(command.waivers.path, command.waivers.text);
  const folder = openFolder(command.reportFolder);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const terminal = createTerminal({ quiet: json, plain: isPlainTerminal() });
  try {
    const report = await runConformance({
      ...options,
      waivers,
      signal: stop.signal,
      onPlan: terminal.plan,
      onExchange: terminal.exchange,
      onOutcome: terminal.outcome,
    });
    // About a target that nobody has spoken to there is nothing to report.
    const written = report.obstacle === undefined ? folder.write(renderFiles(report, command.formats)) : [];
    terminal.end(report, written);
    if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
    return report.exitCode;
  } finally {
    terminal.close();
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
  }
}

async function refuseUnknownChecks(contract: string, ids: readonly string[]): Promise<void> {
  const checks = await listChecks(contract);
  const known = new Set(checks.flatMap(({ check, requirement }) => [check.id, requirement.id]));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  throw new UnknownNameError(`${contract} has no check ${unknown.join(', ')}; --list shows them all`);
}

async function refuseBadDescriptor(descriptor: string | undefined): Promise<void> {
  if (descriptor === undefined) return;
  const { parse } = await import('yaml');
  let document: unknown;
  try {
    document = parse(descriptor);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
    throw new ConfigError(`--descriptor: the file is not YAML: ${message}`);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new ConfigError('--descriptor: the file holds no YAML mapping, so it is no descriptor');
  }
}
