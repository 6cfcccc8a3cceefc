import type { OperationEntry, ParameterEntry } from '@tessera/contracts/vocabulary';
import type { CallParameters } from '../suite/request.ts';
import type { Recorded } from './recording.ts';

/** The parameters of a recorded request as JSON values, parsed according to the contract. */
export function readParameters(
  { parameters }: OperationEntry,
  { url, sent }: Recorded,
  path: Readonly<Record<string, string>>,
): CallParameters {
  const read = (place: ParameterEntry['in'], textsOf: (name: string) => readonly string[]) =>
    Object.fromEntries(
      parameters
        .filter((entry) => entry.in === place)
        .flatMap((entry) => {
          const texts = textsOf(entry.name);
          return texts.length === 0 ? [] : [[entry.name, readTexts(entry, texts)] as const];
        }),
    );
  return {
    path: read('path', (name) => (Object.hasOwn(path, name) ? [path[name] ?? ''] : [])),
    query: read('query', (name) => url.searchParams.getAll(name)),
    header: read('header', (name) => {
      const text = sent.headers[name.toLowerCase()];
      return text === undefined ? [] : [text];
    }),
  };
}

function readTexts({ type, explode }: ParameterEntry, texts: readonly string[]): unknown {
  const is = (name: string): boolean => type?.includes(name) === true;
  if (is('array')) return explode ? texts : texts.flatMap((text) => text.split(','));
  // Most servers use the last of several values.
  const text = texts.at(-1) ?? '';
  if (is('integer') || is('number')) return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (is('boolean')) return text === 'true' || text === 'false' ? text === 'true' : text;
  return text;
}
