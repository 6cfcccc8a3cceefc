import type { EvaluationReport, EvaluationResult } from '@tessera/contracts/types/governance';

/** A place in a descriptor or a script. Lines and columns count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** An error of a result, with the place that it names. */
export interface Finding {
  /** Unique in its report. */
  readonly key: string;
  /** Undefined when the error names no place in the evaluated descriptor or in the script. */
  readonly place: Place | undefined;
  /** The script is wrong, not the descriptor. */
  readonly isAboutScript: boolean;
  readonly message: string;
}

/** What one policy or metric said about a resource. */
export interface ResourceResult {
  readonly entityId: string;
  readonly outcome: EvaluationResult['outcome'];
  /** It could not be evaluated, which says nothing about the resource. */
  readonly isError: boolean;
  readonly value: number | null;
  readonly range: string | undefined;
  readonly findings: readonly Finding[];
}

/** A resource of a report, with all its results. */
export interface ReportResource {
  readonly key: string;
  /** Undefined for results without a resource: the resources of an entity could not be found. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly environment: string | undefined;
  readonly type: string | undefined;
  readonly descriptor: string | undefined;
  readonly results: readonly ResourceResult[];
}

/** How the platform writes a place: the document, the line, the column. */
const PLACED = /^(\w+):(\d+):(\d+): (.*)$/s;
/** How a parser of YAML writes it. */
const IN_WORDS = /^(.*) at line (\d+), column (\d+)$/s;
/** The name of the evaluated descriptor; an earlier one has another. */
const EVALUATED = 'descriptor';
/** The name of the script of the policy or metric; that of the resource type has another. */
const SCRIPT = 'cueScript';

/** Reads the place in front of an error; the place in an earlier descriptor stays in the message. */
export function readFinding(text: string, key: string): Finding {
  const [, name, line, column, message] = PLACED.exec(text) ?? [];
  if ((name === EVALUATED || name === SCRIPT) && message !== undefined) {
    const place = { line: Number(line), column: Number(column) };
    return { key, place, isAboutScript: name === SCRIPT, message };
  }
  const [, problem, atLine, atColumn] = IN_WORDS.exec(text) ?? [];
  if (problem !== undefined)
    return {
      key,
      place: { line: Number(atLine), column: Number(atColumn) },
      isAboutScript: false,
      message: problem,
    };
  return { key, place: undefined, isAboutScript: text.startsWith(`${SCRIPT}: `), message: text };
}

/** The results of a report by their resources, those with failures first. */
export function resourcesOf({
  evaluationResults = [],
}: Pick<EvaluationReport, 'evaluationResults'>): ReportResource[] {
  const resources = new Map<string, ReportResource & { readonly results: ResourceResult[] }>();
  for (const [index, { resource, governanceEntityId, outcome, result }] of evaluationResults.entries()) {
    const key = resource === undefined ? '' : `${resource.id} ${resource.environment}`;
    const group = resources.get(key) ?? {
      key,
      id: resource?.id,
      name: resource?.displayName,
      environment: resource?.environment,
      type: resource?.resourceType,
      descriptor: resource?.descriptor,
      results: [],
    };
    resources.set(key, group);
    group.results.push({
      entityId: governanceEntityId,
      outcome,
      isError: result?.isError === true,
      value: result?.value ?? null,
      range: result?.thresholdResult?.label,
      findings: (result?.errors ?? []).map((text, at) => readFinding(text, `${index}.${at}`)),
    });
  }
  return [...resources.values()]
    .map((one) => ({ ...one, results: one.results.toSorted((a, b) => rankOf(a) - rankOf(b)) }))
    .toSorted((a, b) => Math.min(...a.results.map(rankOf)) - Math.min(...b.results.map(rankOf)));
}

/** Outcomes, the worst first. */
const RANKS: Readonly<Record<EvaluationResult['outcome'], number>> = {
  error: 0,
  not_blocking_error: 1,
  warning: 2,
  info: 3,
  pending: 4,
  ok: 5,
  not_executed: 6,
};

function rankOf({ outcome }: Pick<ResourceResult, 'outcome'>): number {
  return RANKS[outcome];
}

/** The lines that a result marks: a note for each finding, by its line. */
export interface LineNote {
  readonly finding: Finding;
  readonly result: ResourceResult;
}

/** Notes by the number of their line. A place behind the end is shown at the last line. */
export function notesByLine(results: readonly ResourceResult[], lines: number): Map<number, LineNote[]> {
  const notes = new Map<number, LineNote[]>();
  for (const result of results) {
    for (const finding of result.findings) {
      if (finding.place === undefined || finding.isAboutScript) continue;
      const line = Math.min(finding.place.line, lines);
      notes.set(line, [...(notes.get(line) ?? []), { finding, result }]);
    }
  }
  return notes;
}
