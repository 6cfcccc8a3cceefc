import { parse } from 'yaml';

/** By their texts; the suite sends every server the same descriptors. */
const values = new Map<string, unknown>();

/** So that a long run of tests does not keep what it will not see again. */
const MOST = 1_000;

/**
 * The value of a YAML text, a copy of its own for every caller.
 * @throws YAMLParseError when it is none
 */
export function parseYaml(text: string): unknown {
  if (!values.has(text)) {
    const value: unknown = parse(text);
    if (values.size >= MOST) values.clear();
    values.set(text, value);
  }
  return structuredClone(values.get(text));
}
