import { select } from './plan.ts';
import { listChecks, runConformance } from './run-conformance.ts';
import { memo } from './suite/check.ts';
import type { ConformanceOptions } from './suite/options.ts';
import type { Report, ReportedCheck } from './suite/report.ts';
import type { Level } from './suite/requirement.ts';

/** One check as a test case for any runner whose tests are functions that throw. */
export interface ConformanceTest {
  readonly id: string;
  readonly level: Level;
  /** For the list of tests: the id, and the title of the check. */
  readonly title: string;
  /**
   * Runs all checks once for all test cases, and throws when this check has failed.
   * @param context from the runner; if it can skip, checks that do not apply are skipped
   */
  run(context?: { readonly skip?: (reason?: string) => void }): Promise<void>;
}

/**
 * The checks of a contract as test cases. A violated or untestable MUST fails; a SHOULD fails if `strict` is set; a
 * check that does not apply is skipped.
 */
export async function conformanceTests(
  options: ConformanceOptions & { readonly strict?: boolean },
): Promise<ConformanceTest[]> {
  const { strict = false, ...rest } = options;
  const judge = memo(() => runConformance(rest));
  const all = await listChecks(rest.contract, rest.contractVersion, rest.samples);
  const selected = select(
    all.map(({ check }) => check),
    rest,
  );
  return all
    .filter(({ check }) => selected.includes(check))
    .map(({ check, requirement }) => ({
      id: check.id,
      level: requirement.level,
      title: `${check.id} ${check.title}`,
      run: async (context) => settle(await judge(), check.id, strict, context?.skip),
    }));
}

function settle(
  report: Report,
  id: string,
  strict: boolean,
  skip: ((reason?: string) => void) | undefined,
): void {
  if (report.obstacle !== undefined) throw new Error(report.obstacle);
  const check = report.checks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`${id} was not created`);
  const { verdict, level } = check;
  const binds = level === 'MUST' || strict;
  if (verdict === 'fail' || verdict === 'harness-error' || (verdict === 'warn' && strict))
    throw new Error(describe(check, report));
  if (verdict === 'not-testable' && binds) throw new Error(check.reason);
  if (verdict === 'not-applicable' || verdict === 'not-testable') skip?.(check.reason);
}

function describe({ findings, reason, clause, why }: ReportedCheck, report: Report): string {
  const [first] = findings;
  if (first === undefined) return reason ?? '';
  const shown = report.exchanges.find(({ id }) => id === first.exchanges[0]);
  const repeat = shown === undefined ? '' : `\nrepeat    ${shown.curl}`;
  return `expected  ${first.expected}\ngot       ${first.actual}\nclause    ${clause}\nwhy       ${why}${repeat}`;
}
