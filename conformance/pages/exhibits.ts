import type { Finding } from '../src/suite/check.ts';
import type { Report, ReportedExchange } from '../src/suite/report.ts';
import { tidyExchange, tidyText } from './tidy.ts';

/** A request and its answer, as a page shows them. */
export interface ShownExchange {
  readonly label: string;
  readonly operation: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: string };
  readonly response?: { readonly status: number; readonly mediaType: string; readonly body: string };
  readonly failure?: string;
}

/** What the suite reports about a mutant, with the traffic that shows it. */
export interface WrongAnswer {
  readonly mutant: string;
  readonly crime: string;
  readonly expected: string;
  readonly actual: string;
  readonly difference?: string;
  /** The framework that the answer points to. */
  readonly cause?: { readonly cause: string; readonly fix: string };
  readonly exchanges: readonly ShownExchange[];
}

/** What a run against a correct implementation shows. */
export interface RightAnswers {
  /** The first exchange of each name. */
  readonly exchanges: Readonly<Record<string, ShownExchange>>;
  /** By requirement: names of the exchanges that its checks look at, or null for all traffic. */
  readonly looks: Readonly<Record<string, readonly string[] | null>>;
}

/** What the page of a requirement shows of runs. */
export interface Exhibits {
  readonly wrong?: WrongAnswer;
  /** The same request, or one that the checks look at, with a correct answer. */
  readonly right?: ShownExchange;
  /** Requests that the checks look at, or `all` traffic. */
  readonly looksAt?: readonly string[] | 'all';
}

/** More exchanges than this are the traffic of the run and not a scenario. */
const SCENARIO = 12;
/** Exchanges that one page shows. */
const SHOWN = 3;

/** What the checks of a requirement report about a mutant; undefined when they report nothing, or show no traffic. */
export function wrongAnswerOf(
  report: Report,
  { name, crime, caughtBy }: { readonly name: string; readonly crime: string; readonly caughtBy: string },
): WrongAnswer | undefined {
  for (const { id, requirement, findings, verdict } of report.checks) {
    const finding = findings.find((one) => one.verdict === verdict);
    if (requirement !== caughtBy || finding === undefined) continue;
    if (verdict !== 'fail' && verdict !== 'warn') continue;
    const exchanges = exchangesOf(finding, report);
    if (exchanges.length === 0) continue;
    const cause = report.headlines.find(({ checks }) => checks.includes(id))?.cause;
    const { expected, actual, difference } = finding;
    return {
      mutant: name,
      crime,
      expected: tidyText(expected),
      actual: tidyText(actual),
      ...(difference === undefined ? {} : { difference: tidyText(difference) }),
      ...(cause === undefined ? {} : { cause: { cause: cause.cause, fix: cause.fix } }),
      exchanges: exchanges.map(tidyExchange),
    };
  }
  return undefined;
}

/** What a run against a correct implementation shows. */
export function rightAnswersOf(report: Report): RightAnswers {
  const exchanges: Record<string, ShownExchange> = {};
  for (const exchange of report.exchanges)
    if (exchange.response !== undefined) exchanges[nameOf(exchange)] ??= tidyExchange(shown(exchange));
  const looks: Record<string, readonly string[] | null> = {};
  for (const { requirement, verdict, evidence } of report.checks) {
    if (verdict !== 'pass' || requirement in looks) continue;
    const seen = report.exchanges.filter(({ id }) => evidence.includes(id));
    const names = [...new Set(seen.map(nameOf))];
    looks[requirement] = names.length > SCENARIO ? null : names;
  }
  return { exchanges, looks };
}

/** Puts a wrong and a right answer to the same request side by side. */
export function exhibitsFor(id: string, right: RightAnswers, wrong: WrongAnswer | undefined): Exhibits {
  const names = right.looks[id];
  const seen = (names ?? []).flatMap((name) => right.exchanges[name] ?? []);
  const last = wrong?.exchanges.at(-1);
  const answer = (last === undefined ? undefined : right.exchanges[nameOf(last)]) ?? seen[0];
  const looksAt =
    names === null ? 'all' : [...new Set(seen.map(({ label, request }) => `${request.method}: ${label}`))];
  return {
    ...(looksAt === 'all' || looksAt.length > 0 ? { looksAt } : {}),
    ...(wrong === undefined ? {} : { wrong }),
    ...(answer === undefined ? {} : { right: answer }),
  };
}

function exchangesOf({ exchanges }: Finding, report: Report): ShownExchange[] {
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

/** Distinguishes the exchanges of a run by what they are for. */
function nameOf({ label, operation }: Pick<ShownExchange, 'label' | 'operation'>): string {
  return `${operation} ${label}`;
}
