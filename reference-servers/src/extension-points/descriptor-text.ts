import { LineCounter, parseDocument } from 'yaml';
import { isRecord } from '../harness/json-schema.ts';
import { Problem, type ProblemDetails } from '../harness/problem.ts';

/** How often one anchor chain may be repeated: enough for hand-written text, too little for a document that explodes. */
const MOST_ALIASES = 100;

/**
 * Reads YAML text that has to be one mapping.
 * @throws Problem DESCRIPTOR_NOT_YAML, DESCRIPTOR_NOT_A_MAPPING
 */
export function readYamlMapping(text: string, field: string): Record<string, unknown> {
  return requireMapping(parseYaml(text, { inputErrorField: field }), { inputErrorField: field });
}

/**
 * Reads JSON text that has to be one object.
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
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { prettyErrors: false, logLevel: 'error', lineCounter: lines });
    const [error] = document.errors;
    if (error !== undefined) {
      const { line, col } = lines.linePos(error.pos[0]);
      const said = error.code === 'MULTIPLE_DOCS' ? 'it holds more than one document' : error.message;
      throw new Problem('DESCRIPTOR_NOT_YAML', { problem: `${said} (line ${line}, column ${col})` }, details);
    }
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    // Aliases that lead nowhere or explode, and nesting that is deeper than the stack.
    const problem = cause instanceof RangeError ? 'it is nested too deeply' : messageOf(cause);
    throw new Problem('DESCRIPTOR_NOT_YAML', { problem }, { ...details, cause });
  }
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
