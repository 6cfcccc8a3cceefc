import type { GateResult } from './run-gates.ts';
import { isFine } from './run-gates.ts';

const SHOWN_FINDINGS = 40;

/** One line for a gate that has just ended. */
export function progressLine(result: GateResult): string {
  return `${result.verdict.padEnd(5)} ${result.name.padEnd(14)} ${seconds(result.ms).padStart(7)}`;
}

/** The problems, gate by gate, each block ending with the fix. Empty when all gates pass. */
export function describeFailures(results: readonly GateResult[]): string {
  const blocks = results.filter((result) => !isFine(result)).map(describeFailure);
  return blocks.join('\n\n');
}

/** The table at the end: gate, verdict, time, and the notes below it. */
export function resultTable(results: readonly GateResult[]): string {
  const width = Math.max(4, ...results.map((result) => result.name.length));
  const head = `${'gate'.padEnd(width)}  verdict  ${'time'.padStart(7)}`;
  const rows = results.map((result) => {
    const time = seconds(result.ms).padStart(7);
    return `${result.name.padEnd(width)}  ${result.verdict.padEnd(7)}  ${time}`;
  });
  const notes = results.flatMap((result) => result.notes.map((note) => `${result.name}: ${note}`));
  return [head, '-'.repeat(head.length), ...rows, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

/** Milliseconds as seconds with one digit. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function describeFailure(result: GateResult): string {
  const shown = result.findings.slice(0, SHOWN_FINDINGS);
  const lines = shown.map(({ where, message }) => `  ${where === undefined ? '' : `${where}  `}${message}`);
  const rest = result.findings.length - shown.length;
  if (rest > 0) lines.push(`  ... and ${rest} more`);
  return [`${result.name}: ${result.asserts}`, ...lines, `  to fix: ${result.fix}`].join('\n');
}
