import type { PolicyReference } from '@tessera/platform/routes';

/** A piece of a text; with the parts of a route when it names a policy or a report. */
export interface Piece {
  readonly text: string;
  readonly route?: readonly string[];
}

/** Splits a text of the platform at the policies and reports that it names. */
export function splitReferences(text: string, references: readonly PolicyReference[]): Piece[] {
  const names = references.flatMap(({ policyId, policyName, reportId }) => [
    { text: `${JSON.stringify(policyName)} (${policyId})`, route: ['policies', policyId] },
    { text: `report ${reportId}`, route: ['reports', reportId] },
  ]);
  const pieces: Piece[] = [];
  let rest = text;
  while (rest !== '') {
    // At the same place, the longest one: an id may begin with another.
    const [first] = names
      .map((name) => ({ name, at: rest.indexOf(name.text) }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at || b.name.text.length - a.name.text.length);
    const end = first?.at ?? rest.length;
    if (end > 0) pieces.push({ text: rest.slice(0, end) });
    if (first !== undefined) pieces.push(first.name);
    rest = rest.slice(end + (first?.name.text.length ?? 0));
  }
  return pieces;
}

/** Whether a message says that a policy could not be evaluated, rather than that the descriptor violates it. */
export function isAboutFault(message: string, references: readonly PolicyReference[]): boolean {
  return references.some(({ isError, messages }) => isError && messages.includes(message));
}

/** The result of a task in words. */
export interface ResultInWords {
  readonly text: string;
  /** The report with all results, when policies were evaluated and none blocks. */
  readonly reportId?: string;
}

/** Describes the result of a task: tasks of a validation have findings as JSON, other tasks have text. */
export function describeResult(result: string): ResultInWords {
  const { errors, isSkipped, id, evaluationResults }: Record<string, unknown> = Object(parse(result));
  if (!Array.isArray(errors)) return { text: result };
  if (isSkipped === true) return { text: 'Skipped, because the descriptor itself is not valid.' };
  if (errors.length > 0) return { text: errors.join('\n') };
  const text = 'Nothing to correct.';
  return Array.isArray(evaluationResults) ? { text, reportId: String(id) } : { text };
}

/** Splits the JSON object off with which a message of a log ends. */
export function splitMessage(message: string): { readonly text: string; readonly data?: unknown } {
  const start = message.indexOf('{');
  const data = start < 0 ? undefined : parse(message.slice(start));
  return data === undefined ? { text: message } : { text: message.slice(0, start).trimEnd(), data };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
