import { parse, stringify } from 'yaml';

/** The value of a YAML or JSON text, or a one-line parse error. */
export function parseYaml(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: parse(text) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { problem: (message.split('\n', 1)[0] ?? '').replace(/:$/, '') };
  }
}

/** Cache size: a run uses the same few descriptors again and again. */
const MOST_READ = 32;
const READ = new Map<string, unknown>();

/** The value of a YAML text, which callers must not change; undefined if it is invalid. */
export function readYaml(text: string): unknown {
  if (!READ.has(text)) {
    const parsed = parseYaml(text);
    if (READ.size === MOST_READ) READ.clear();
    READ.set(text, 'value' in parsed ? freeze(parsed.value) : undefined);
  }
  return READ.get(text);
}

function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}

/** YAML text without aliases: many parsers reject a document with more than 50 or 100 of them. */
export function writeYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false });
}
