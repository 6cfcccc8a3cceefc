import { parse } from 'yaml';

/** Cached values by text: the suite sends every server the same descriptors. */
const values = new Map<string, unknown>();

/** The maximum size of the cache, which keeps the memory of long test runs bounded. */
const MOST = 1_000;

/**
 * Parses a YAML text and returns a separate copy to every caller.
 * @throws YAMLParseError if the text is malformed
 */
export function parseYaml(text: string): unknown {
  if (!values.has(text)) {
    const value: unknown = parse(text);
    if (values.size >= MOST) values.clear();
    values.set(text, value);
  }
  return structuredClone(values.get(text));
}
