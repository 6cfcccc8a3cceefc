import { ConfigError } from './config-error.ts';
import type { Values } from './config-file.ts';
import { readBase, readNumber, textOf } from './config-values.ts';
import type { ConformanceOptions } from './suite/options.ts';

/** Options for requests that the target sends on its own. */
export function readCallback(values: Values): Pick<ConformanceOptions, 'callback' | 'manualDecisions'> {
  const manual = values['manual-decisions'] === true ? { manualDecisions: true } : {};
  const text = textOf(values, 'callback-url');
  const port = readNumber(values, 'callback-port');
  if (text === undefined) {
    if (port !== undefined) throw new ConfigError('--callback-port goes with --callback-url');
    return manual;
  }
  const url = readBase('--callback-url', text, 'http://10.0.0.5:8099');
  return { ...manual, callback: { url, ...(port === undefined ? {} : { port }) } };
}

/** How long to stand in for the platform, and with which answers; empty without `--listen`. */
export function readListen(values: Values): { listen?: Listen } {
  const wait = readNumber(values, 'listen');
  const pairs = Array.isArray(values['answer']) ? values['answer'].map(String) : [];
  if (wait === undefined) {
    if (pairs.length > 0) throw new ConfigError('--answer goes with --listen');
    return {};
  }
  const answers = pairs.map((pair): [string, number] => {
    // Another answer follows a 1xx answer: the caller would wait for it.
    const [, operation, status] = /^(\w+)=([2-5]\d\d)$/.exec(pair) ?? [];
    if (operation === undefined)
      throw new ConfigError(
        `--answer is OPERATION=STATUS with a status from 200 to 599, such as updateHook=409, not '${pair}'`,
      );
    return [operation, Number(status)];
  });
  return { listen: { wait, answers: Object.fromEntries(answers) } };
}

/** The contract whose subject sends requests on its own: there is no server to test. */
export const INTEGRATOR = 'integrator';

/** @throws ConfigError for a contract that cannot be tested with requests */
export function refuseSilent(contract: string): void {
  if (contract !== INTEGRATOR) return;
  throw new ConfigError(
    'an integrator sends its requests without being called: check a recording of them (--recording FILE) or listen for some time (--listen 60000)',
  );
}

/** A stand-in for a platform, for a limited time. */
export interface Listen {
  /** Milliseconds. */
  readonly wait: number;
  /** Statuses by operation. */
  readonly answers: Readonly<Record<string, number>>;
}
