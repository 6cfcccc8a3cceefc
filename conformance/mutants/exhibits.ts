import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../src/suite/check.ts';
import type { Report, ReportedExchange } from '../src/suite/report.ts';

/** A request and its answer, as a page shows them. */
export interface ShownExchange {
  readonly label: string;
  readonly operation: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: string };
  readonly response?: { readonly status: number; readonly mediaType: string; readonly body: string };
  readonly failure?: string;
}

/** What a check said about a wrong server, with the traffic that shows it. */
export interface Exhibit {
  readonly expected: string;
  readonly actual: string;
  readonly difference?: string;
  readonly exchanges: readonly ShownExchange[];
  /** A framework's habit that the answer shows. */
  readonly cause?: { readonly cause: string; readonly fix: string };
}

/** What a check that passed has looked at: names of exchanges, or null for all traffic. */
export interface Look {
  readonly requirement: string;
  readonly names: readonly string[] | null;
}

/** One line of `CONTRACT.right.ndjson`. */
export type RightLine = { readonly look: Look } | { readonly exchange: ShownExchange };

/** More than so many exchanges are the traffic of the run and not a scenario. */
const SCENARIO = 12;
/** Exchanges that one exhibit shows. */
const SHOWN = 3;

/** The first departure of each requirement that a report tells of. */
export function exhibitsOf(report: Report): Record<string, Exhibit> {
  const exhibits: Record<string, Exhibit> = {};
  for (const { id, requirement, findings, verdict } of report.checks) {
    const [finding] = findings.filter((one) => one.verdict === verdict);
    if ((verdict !== 'fail' && verdict !== 'warn') || finding === undefined) continue;
    const cause = report.headlines.find(({ checks }) => checks.includes(id))?.cause;
    exhibits[requirement] ??= {
      expected: finding.expected,
      actual: finding.actual,
      ...(finding.difference === undefined ? {} : { difference: finding.difference }),
      exchanges: shownOf(finding, report),
      ...(cause === undefined ? {} : { cause: { cause: cause.cause, fix: cause.fix } }),
    };
  }
  return exhibits;
}

function shownOf({ exchanges }: Finding, report: Report): ShownExchange[] {
  const clearest = exchanges.slice(0, SHOWN);
  return report.exchanges.filter(({ id }) => clearest.includes(id)).map(shown);
}

function shown({ label, operation, request, response, failure }: ReportedExchange): ShownExchange {
  const { method, path, body } = request;
  return {
    label,
    operation,
    request: { method, path, ...(body === undefined ? {} : { body }) },
    ...(response === undefined
      ? {}
      : {
          response: {
            status: response.status,
            mediaType: response.headers['content-type'] ?? '',
            body: response.body,
          },
        }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Tells the exchanges of a run apart by what they are for. */
export function nameOf({ label, operation }: Pick<ShownExchange, 'label' | 'operation'>): string {
  return `${operation} ${label}`;
}

/** What this process has written already: one of each is enough. */
const written = new Set<string>();

/** Writes down, once for each, what a passed check looked at and an answer that nobody has found fault with. */
export function recordRight(folder: string, contract: string, report: Report): void {
  const told = new Set(
    report.checks.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges)),
  );
  // One finding stands for many: an operation that was found wrong once is no model in this run.
  const faulty = new Set(report.exchanges.filter(({ id }) => told.has(id)).map(({ operation }) => operation));
  const lines: RightLine[] = [];
  const isNew = (key: string): boolean => !written.has(key) && written.add(key) !== undefined;
  for (const exchange of report.exchanges) {
    if (faulty.has(exchange.operation) || exchange.response === undefined) continue;
    if (isNew(`${contract} exchange ${nameOf(exchange)}`)) lines.push({ exchange: shown(exchange) });
  }
  for (const { requirement, verdict, evidence } of report.checks) {
    if (verdict !== 'pass' || !isNew(`${contract} look ${requirement}`)) continue;
    const seen = report.exchanges.filter(({ id }) => evidence.includes(id));
    const names = [...new Set(seen.map(nameOf))];
    lines.push({ look: { requirement, names: names.length > SCENARIO ? null : names } });
  }
  if (lines.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  appendFileSync(join(folder, `${contract}.right.ndjson`), text);
}
