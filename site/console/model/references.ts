/** A piece of a sentence; with the parts of a route when it names a policy or a report. */
export interface Piece {
  readonly text: string;
  readonly route?: readonly string[];
}

/** How the platform names a policy and a report in a sentence. */
const REFERENCE = /("(?:[^"\\]|\\.)*") \(([\w-]+)\)(?= in report )|(?<=in )report (\S+)/g;

/** Splits a sentence of the platform at the policies and reports that it names. */
export function splitReferences(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of sentence.matchAll(REFERENCE)) {
    const [text, name, policyId, reportId = ''] = match;
    const route = policyId === undefined ? ['reports', reportId] : ['policies', policyId];
    pieces.push({ text: sentence.slice(from, match.index) }, { text: name ?? text, route });
    if (policyId !== undefined) pieces.push({ text: ` (${policyId})` });
    from = match.index + text.length;
  }
  return [...pieces, { text: sentence.slice(from) }].filter(({ text }) => text !== '');
}

/** Whether a finding says that a policy could not be evaluated, rather than that the descriptor violates it. */
export function isAboutFault(sentence: string): boolean {
  return / in report \S+ could not be evaluated\b/.test(sentence);
}

/** The result of a task in words: tasks of a validation have findings as JSON, other tasks have text. */
export function describeResult(result: string): string {
  const { errors, isSkipped, id, evaluationResults }: Record<string, unknown> = Object(parse(result));
  if (!Array.isArray(errors)) return result;
  if (isSkipped === true) return 'Skipped, because the descriptor itself is not valid.';
  const report = Array.isArray(evaluationResults) ? ` See all results in report ${id}` : '';
  if (errors.length === 0) return `Nothing to correct.${report}`;
  return errors.join('\n');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
