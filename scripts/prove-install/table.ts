/** One attempt: what was done with a package in one version of Node.js. */
export interface Attempt {
  readonly what: string;
  /** Version of Node.js, or its line when that is missing. */
  readonly node: string;
  /** `compile` and the like. */
  readonly kind: string;
  readonly verdict: 'ok' | 'failed' | 'skipped';
  /** What failed, or why it was skipped. */
  readonly reason?: string;
}

/** A row for each kind of attempt, a column for each Node.js, then the reasons and the totals. */
export function formatTable(attempts: readonly Attempt[]): string {
  const nodes = [...new Set(attempts.map(({ node }) => node))];
  const rows = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const key = JSON.stringify([attempt.what, attempt.kind]);
    rows.set(key, [...(rows.get(key) ?? []), attempt]);
  }
  const lines = [...rows.values()].map(([first, ...rest]) => {
    const all = first === undefined ? rest : [first, ...rest];
    const cells = nodes.map((node) => all.find((one) => one.node === node)?.verdict ?? '-');
    return [first?.what ?? '', first?.kind ?? '', ...cells];
  });
  const table = alignColumns([['package', 'check', ...nodes], ...lines]);
  const reasons = attempts.flatMap(({ what, node, kind, reason }) =>
    reason === undefined ? [] : [`\n${what}, ${kind}, Node.js ${node}: ${reason}`],
  );
  const count = (verdict: Attempt['verdict']): string =>
    `${attempts.filter((one) => one.verdict === verdict).length} ${verdict}`;
  return [...table, ...reasons, '', [count('ok'), count('failed'), count('skipped')].join(', ')].join('\n');
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Whether everything was tried that could be tried, and nothing failed. */
export function isProven(attempts: readonly Attempt[]): boolean {
  return (
    attempts.some(({ verdict }) => verdict === 'ok') && attempts.every(({ verdict }) => verdict !== 'failed')
  );
}
