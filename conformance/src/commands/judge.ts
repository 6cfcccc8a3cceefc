import { asTyped, isPlainTerminal } from '@tessera/cli';
import type { Command, RunCommand } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import { UnknownNameError } from '../contracts.ts';
import { didYouMean } from '../nearest.ts';
import { openFolder } from '../reports/folder.ts';
import { renderFiles } from '../reports/formats.ts';
import { createTerminal, type Terminal } from '../reports/terminal.ts';
import { listChecks, runConformance } from '../run-conformance.ts';
import type { Report } from '../suite/report.ts';
import { EXIT } from '../suite/verdict.ts';
import { readWaivers } from '../waivers-file.ts';
import { watchPaths } from './watch.ts';

/**
 * Runs the suite, shows progress and writes the reports; repeatedly in watch mode.
 * @param readAgain reads the command again, with the current content of every file that it names
 */
export async function judge(command: RunCommand, readAgain: () => Command): Promise<number> {
  if (command.watch === undefined) return judgeOnce(command);
  const paths = command.watch;
  let latest = command;
  const watched = watchPaths({ paths, except: () => latest.reportFolder, input: process.stdin });
  try {
    let code: number = await judgeOnce(command);
    for (;;) {
      (command.json ? console.error : console.log)(`watching ${paths.join(', ')}: Enter runs again, q ends`);
      if ((await watched.next()) === 'ended') return code;
      code = await judgeAgain(() => {
        const next = readAgain();
        if (next.kind === 'run') latest = next;
        return latest;
      });
    }
  } finally {
    watched.close();
  }
}

/** A temporarily invalid file, for example while an editor writes it, is reported and does not end the watch. */
async function judgeAgain(readAgain: () => RunCommand): Promise<number> {
  try {
    return await judgeOnce(readAgain());
  } catch (cause) {
    if (!(cause instanceof ConfigError || cause instanceof UnknownNameError)) throw cause;
    console.error(`${asTyped('tessera-conformance')}: ${cause.message}`);
    return EXIT.badConfig;
  }
}

async function judgeOnce(command: RunCommand): Promise<number> {
  await refuseUnknownChecks(command.options);
  const folder = openFolder(command.reportFolder);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const terminal = createTerminal({
    quiet: command.json,
    plain: isPlainTerminal(),
    verbose: command.verbose,
  });
  try {
    const report = await makeReport(command, terminal, stop.signal);
    let written: string[] = [];
    try {
      // If the target never answered there is nothing to report.
      if (report.obstacle === undefined) written = folder.write(renderFiles(report, command.formats));
    } finally {
      // If the disk is full, the results are still shown.
      terminal.end(report, written);
      if (command.json) process.stdout.write(`${JSON.stringify(report)}\n`);
    }
    return report.exitCode;
  } finally {
    terminal.close();
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
  }
}

async function makeReport(command: RunCommand, terminal: Terminal, signal: AbortSignal): Promise<Report> {
  const { recording, waivers } = command;
  const options = {
    ...command.options,
    waivers: waivers === undefined ? [] : readWaivers(waivers.path, waivers.text),
    onPlan: terminal.plan,
    onExchange: terminal.exchange,
    onOutcome: terminal.outcome,
  };
  if (command.listen !== undefined) {
    const { listenAndJudge } = await import('./listen.ts');
    return listenAndJudge(options, command.listen, signal, command.json);
  }
  if (recording === undefined) return runConformance({ ...options, signal });
  const { judgeRecording } = await import('../offline/judge-recording.ts');
  const { url, ...rest } = options;
  return judgeRecording({ ...rest, recording, ...(command.isAddressGiven ? { url } : {}) });
}

async function refuseUnknownChecks(options: RunCommand['options']): Promise<void> {
  const { contract, only = [], skip = [], flaky = [], samples } = options;
  const ids = [...only, ...skip, ...flaky];
  if (ids.length === 0) return;
  const checks = await listChecks(contract, undefined, samples);
  const known = new Set(checks.flatMap(({ check, requirement }) => [check.id, requirement.id]));
  const unknown = ids.filter((id) => !known.has(id));
  const [first] = unknown;
  if (first === undefined) return;
  const hint = didYouMean(first, [...known]);
  throw new UnknownNameError(
    `${contract} has no check ${unknown.join(', ')}${hint === '' ? ';' : `${hint}`} --list shows them all`,
  );
}
