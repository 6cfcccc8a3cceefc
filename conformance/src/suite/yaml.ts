import { parse, stringify } from 'yaml';

/** The value of a YAML text; undefined when it is none. */
export function readYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** YAML text without aliases: many readers refuse a document with more than fifty or a hundred of them. */
export function writeYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false });
}
