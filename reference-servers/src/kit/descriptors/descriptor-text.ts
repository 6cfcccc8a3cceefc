import {
  type Document,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { isRecord } from '../../harness/json-schema.ts';
import { Problem, type ProblemDetails } from '../../harness/problem.ts';

/**
 * The maximum number of parts in a descriptor. Reading time grows with their number, and nested parts and aliases cost
 * more than their share; 200,000 parts, about 800 kB of ordinary YAML, take one to two seconds.
 */
const MOST_PARTS = 200_000;
const DEEPEST_BRACKETS = 100;
const MOST_REFERENCES = 1_000;

/** How often one anchor may be repeated: enough for hand-written text, too little for an exponential document. */
const MOST_ALIASES = 100;

/**
 * Reads YAML text that must be one mapping.
 * @throws Problem DESCRIPTOR_NOT_YAML, DESCRIPTOR_NOT_A_MAPPING
 */
export function readYamlMapping(text: string, field: string): Record<string, unknown> {
  return requireMapping(parseYaml(text, { inputErrorField: field }), { inputErrorField: field });
}

/**
 * Reads JSON text that must be one object.
 * @throws Problem DESCRIPTOR_NOT_YAML, DESCRIPTOR_NOT_A_MAPPING
 */
export function readJsonMapping(text: string, field: string): Record<string, unknown> {
  const details = { inputErrorField: field };
  try {
    return requireMapping(JSON.parse(text), details);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const problem = cause instanceof Error ? cause.message : 'it cannot be parsed';
    throw new Problem('DESCRIPTOR_NOT_YAML', { problem }, { ...details, cause });
  }
}

function parseYaml(text: string, details: ProblemDetails): unknown {
  const refusal = findTooMuch(text);
  if (refusal !== undefined) throw new Problem('DESCRIPTOR_NOT_YAML', { problem: refusal }, details);
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      prettyErrors: false,
      logLevel: 'error',
      lineCounter: lines,
      // The parser compares every key with every other one, which takes hours for a large mapping.
      uniqueKeys: false,
    });
    const [error] = document.errors;
    const multiple = error?.code === 'MULTIPLE_DOCS' ? 'it holds more than one document' : error?.message;
    const found = error === undefined ? findFault(document) : { at: error.pos[0], problem: multiple };
    if (found !== undefined) {
      const { line, col } = lines.linePos(found.at);
      const problem = `${found.problem} (line ${line}, column ${col})`;
      throw new Problem('DESCRIPTOR_NOT_YAML', { problem }, details);
    }
    return flatten(document.toJS({ maxAliasCount: MOST_ALIASES }));
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    // Aliases that do not resolve or expand exponentially, and nesting that overflows the stack.
    const problem = cause instanceof RangeError ? 'it is nested too deeply' : messageOf(cause);
    throw new Problem('DESCRIPTOR_NOT_YAML', { problem }, { ...details, cause });
  }
}

/** Texts from this length on are copied; in characters. */
const LONG_TEXT = 1_024;

/**
 * Copies long texts. The parser concatenates quoted ones character by character, and the engine keeps every piece as
 * long as the text: some 33 bytes per character, where a copy has one or two.
 */
function flatten(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length < LONG_TEXT ? value : Buffer.from(value, 'utf16le').toString('utf16le');
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = flatten(item);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) value[name] = flatten(member);
  }
  return value;
}

/** Checks the parts one by one, which is fast, and stops at the first beyond the limit. */
function findTooMuch(text: string): string | undefined {
  let parts = 0;
  let depth = 0;
  let references = 0;
  for (const part of new Lexer().lex(text)) {
    parts += 1;
    if (part === '[' || part === '{') depth += 1;
    else if (part === ']' || part === '}') depth -= 1;
    else if (part.startsWith('*')) references += 1;
    if (parts > MOST_PARTS) return `it has more than ${MOST_PARTS} parts`;
    if (depth > DEEPEST_BRACKETS) return 'it is nested too deeply';
    if (references > MOST_REFERENCES) return `it has more than ${MOST_REFERENCES} aliases`;
  }
  return undefined;
}

/** A duplicate key, or a part that contains itself: walking such a value would never end. */
function findFault(document: Document): { at: number; problem: string } | undefined {
  let found: { at: number; problem: string } | undefined;
  const anchored = new Map<string, unknown>();
  visit(document, {
    Alias(_key, { source, range }, ancestors) {
      if (!ancestors.some((one) => one === anchored.get(source))) return undefined;
      found = { at: range?.[0] ?? 0, problem: `${source} holds itself` };
      return visit.BREAK;
    },
    Seq(_key, list) {
      if (list.anchor !== undefined) anchored.set(list.anchor, list);
    },
    Map(_key, mapping) {
      if (mapping.anchor !== undefined) anchored.set(mapping.anchor, mapping);
      const repeated = repeatedKeyOf(mapping);
      if (repeated === undefined) return undefined;
      found = { at: repeated.range?.[0] ?? 0, problem: `the key ${String(repeated.value)} is there twice` };
      return visit.BREAK;
    },
  });
  return found;
}

function repeatedKeyOf({ items }: YAMLMap): Scalar | undefined {
  const seen = new Set<unknown>();
  return items
    .map(({ key }) => key)
    .filter(isScalar)
    .find(({ value }) => {
      const isRepeated = seen.has(value);
      seen.add(value);
      return isRepeated;
    });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'it cannot be parsed';
}

function requireMapping(value: unknown, details: ProblemDetails): Record<string, unknown> {
  if (isRecord(value)) return value;
  throw new Problem('DESCRIPTOR_NOT_A_MAPPING', { actual: nameOf(value) }, details);
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
