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
