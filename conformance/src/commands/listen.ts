import { INTEGRATOR, type Listen } from '../config-callback.ts';
import { ConfigError } from '../config-error.ts';
import { findSuite } from '../contracts.ts';
import { recordAsPlatform } from '../fake-platform/record.ts';
import { judgeRecording } from '../offline/judge-recording.ts';
import type { ConformanceOptions } from '../suite/options.ts';
import type { Report } from '../suite/report.ts';

/** Stands in for the platform for a limited time, or until the signal, and checks the requests that arrive. */
export async function listenAndJudge(
  options: ConformanceOptions,
  { wait, answers }: Listen,
  signal: AbortSignal,
  quiet: boolean,
): Promise<Report> {
  if (options.contract !== INTEGRATOR)
    throw new ConfigError(`--listen checks the contract ${INTEGRATOR}, not ${options.contract}`);
  const { contract } = await findSuite(options.contract);
  const unknown = Object.keys(answers).filter((name) => !Object.hasOwn(contract.table.operations, name));
  if (unknown.length > 0) throw new ConfigError(`--answer: there is no operation ${unknown.join(', ')}`);
  const platform = await recordAsPlatform({
    contract,
    answers,
    ...(options.callback === undefined ? {} : { callback: options.callback }),
    onArrival: (line) => quiet || console.log(line),
  }).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`cannot listen: ${why}; see --callback-port`);
  });
  try {
    if (!quiet) console.log(`listening at ${platform.url} for ${wait} ms, or until Ctrl-C`);
    await pause(wait, signal);
    const { url: _url, ...rest } = options;
    const recording = { path: platform.url, text: platform.text() };
    return await judgeRecording({ ...rest, recording, isFresh: true });
  } finally {
    await platform.close();
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
