import { ConfigError } from './config-error.ts';
import type { Values } from './config-file.ts';
import { textOf } from './config-values.ts';
import type { ConformanceOptions } from './run-conformance.ts';

/** What is said about requests that the target sends of its own accord. */
export function readCallback(values: Values): Pick<ConformanceOptions, 'callback' | 'manualDecisions'> {
  const manual = values['manual-decisions'] === true ? { manualDecisions: true } : {};
  const text = textOf(values, 'callback-url');
  const port = textOf(values, 'callback-port');
  if (text === undefined) {
    if (port !== undefined) throw new ConfigError('--callback-port goes with --callback-url');
    return manual;
  }
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    throw new ConfigError(`--callback-url is an address such as http://10.0.0.5:8099, not '${text}'`);
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '')
    throw new ConfigError(`--callback-url has neither query nor fragment (${text})`);
  if (port === undefined) return { ...manual, callback: { url } };
  const number = Number(port);
  if (!/^\d+$/.test(port) || number < 1 || number > 65_535)
    throw new ConfigError(`--callback-port is a port from 1 to 65535, not '${port}'`);
  return { ...manual, callback: { url, port: number } };
}

/** How long to stand in for the platform, and what to answer; nothing when it is not asked for. */
export function readListen(values: Values): { listen?: Listen } {
  const text = textOf(values, 'listen');
  const pairs = Array.isArray(values['answer']) ? values['answer'].map(String) : [];
  if (text === undefined) {
    if (pairs.length > 0) throw new ConfigError('--answer goes with --listen');
    return {};
  }
  const wait = Number(text);
  if (!/^\d+$/.test(text) || wait < 1)
    throw new ConfigError(`--listen is a number of milliseconds, not '${text}'`);
  const answers = pairs.map((pair): [string, number] => {
    // 1xx answers are followed by another: the caller would wait for it.
    const [, operation, status] = /^(\w+)=([2-5]\d\d)$/.exec(pair) ?? [];
    if (operation === undefined)
      throw new ConfigError(
        `--answer is OPERATION=STATUS with a status from 200 to 599, such as updateHook=409, not '${pair}'`,
      );
    return [operation, Number(status)];
  });
  return { listen: { wait, answers: Object.fromEntries(answers) } };
}

/** The contract whose subject sends requests of its own accord: there is nobody to ask. */
export const INTEGRATOR = 'integrator';

/** @throws ConfigError for a contract that cannot be judged by asking */
export function refuseSilent(contract: string): void {
  if (contract !== INTEGRATOR) return;
  throw new ConfigError(
    'an integrator sends requests of its own accord: judge a recording of them (--recording FILE) or listen for a while (--listen 60000)',
  );
}

/** The part of a platform, played for a while. */
export interface Listen {
  /** Milliseconds. */
  readonly wait: number;
  /** Statuses by operation. */
  readonly answers: Readonly<Record<string, number>>;
}
