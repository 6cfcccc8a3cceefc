import { parse, stringify } from 'yaml';

/** The value of a YAML or JSON text, or in one line why it is none. */
export function parseYaml(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: parse(text) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { problem: (message.split('\n', 1)[0] ?? '').replace(/:$/, '') };
  }
}

/** The value of a YAML text; undefined when it is none. */
export function readYaml(text: string): unknown {
  const parsed = parseYaml(text);
  return 'value' in parsed ? parsed.value : undefined;
}

/** YAML text without aliases: many readers refuse a document with more than fifty or a hundred of them. */
export function writeYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false });
}
