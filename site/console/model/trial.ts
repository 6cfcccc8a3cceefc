import type { EvaluationReport } from '@tessera/contracts/types/governance';
import { type Finding, type Place, readFinding } from './report.ts';

/** What a user tries: a script on a descriptor. */
export interface Trial {
  readonly script: string;
  readonly descriptor: string;
  readonly environment: string;
  readonly resourceType: string;
}

/** What the platform said about a trial. */
export interface TrialVerdict {
  readonly kind: 'complies' | 'violates' | 'not evaluated';
  /** About the descriptor, or about neither text. */
  readonly findings: readonly Finding[];
  /** About the script. */
  readonly scriptFindings: readonly Finding[];
}

/** How the platform begins an error about a script. */
const SCRIPT_IS_WRONG = 'the script is wrong: ';

/** The verdict in the report of a test, which has one result. */
export function verdictOf({ evaluationResults = [] }: EvaluationReport, script: string): TrialVerdict {
  const [first] = evaluationResults;
  const { isError = true, errors = ['the platform gave no result'] } = first?.result ?? {};
  if (first?.outcome === 'ok') return { kind: 'complies', findings: [], scriptFindings: [] };
  const numbered = errors.map((text, index) => ({ text, key: String(index) }));
  const isAboutScript = ({ text }: { readonly text: string }): boolean => text.startsWith(SCRIPT_IS_WRONG);
  return {
    kind: isError ? 'not evaluated' : 'violates',
    findings: numbered.filter((one) => !isAboutScript(one)).map(({ text, key }) => readFinding(text, key)),
    scriptFindings: numbered.filter(isAboutScript).map(({ text, key }) => {
      const message = text.slice(SCRIPT_IS_WRONG.length);
      return { key, message, place: placeInScript(script, message) };
    }),
  };
}

/**
 * Where a script names the member that an error is about: CUE reports the path of the member, and no line.
 * Undefined when the error has no path, or when the script does not name it at the beginning of a line.
 */
export function placeInScript(script: string, message: string): Place | undefined {
  const [, path] = /^([\w$#."]+): /.exec(message) ?? [];
  const name = path?.split('.').at(-1)?.replaceAll('"', '');
  if (name === undefined) return undefined;
  for (const [index, line] of script.split('\n').entries()) {
    const [, blank = '', found] = /^(\s*)"?([\w$#]+)"?[?!]?\s*:/.exec(line) ?? [];
    if (found === name) return { line: index + 1, column: blank.length + 1 };
  }
  return undefined;
}

/** The id of the resource in a descriptor; tests need one, and store nothing under it. */
export function resourceIdIn(descriptor: string): string {
  return /^id:[ \t]*["']?([^\s"']+)/m.exec(descriptor)?.[1] ?? 'resource';
}
