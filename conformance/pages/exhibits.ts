import type { Exhibits, ShownExchange, WrongAnswer } from '../src/requirement-page.ts';
import type { Finding } from '../src/suite/check.ts';
import type { Report, ReportedExchange } from '../src/suite/report.ts';
import { differenceOfRequests, differenceOfResponses, type Traffic } from './difference.ts';
import { maskTimes, tidyExchange, tidyText } from './tidy.ts';

/** The exchanges of a run against a correct implementation. */
export interface RightAnswers {
  /** The first exchange of each name. */
  readonly exchanges: Readonly<Record<string, Traffic>>;
  /** By requirement: the names of the exchanges that its checks read, or null for all traffic. */
  readonly looks: Readonly<Record<string, readonly string[] | null>>;
}

/** A finding with more exchanges than this covers the traffic of the run, not a scenario. */
const SCENARIO = 12;
/** The maximum number of exchanges on a page. */
const SHOWN = 3;

/** What the checks of a requirement report about a mutant; undefined if they report nothing, or no traffic. */
export function wrongAnswerOf(
  report: Report,
  { defect, caughtBy }: { readonly defect: string; readonly caughtBy: string },
): WrongAnswer<Traffic> | undefined {
  for (const { id, requirement, findings, verdict } of report.checks) {
    const finding = findings.find((one) => one.verdict === verdict);
    if (requirement !== caughtBy || finding === undefined) continue;
    if (verdict !== 'fail' && verdict !== 'warn') continue;
    const exchanges = exchangesOf(finding, report);
    if (exchanges.length === 0) continue;
    const cause = report.headlines.find(({ checks }) => checks.includes(id))?.cause;
    const { expected, actual, difference } = finding;
    return {
      defect,
      expected: tidyText(expected),
      actual: tidyText(actual),
      ...(difference === undefined ? {} : { difference: tidyText(difference) }),
      ...(cause === undefined ? {} : { cause: { cause: cause.cause, fix: cause.fix } }),
      exchanges,
    };
  }
  return undefined;
}

/** The exchanges of a run against a correct implementation. */
export function rightAnswersOf(report: Report): RightAnswers {
  const exchanges: Record<string, Traffic> = {};
  for (const exchange of report.exchanges)
    if (exchange.response !== undefined) exchanges[nameOf(exchange)] ??= trafficOf(exchange);
  const looks: Record<string, readonly string[] | null> = {};
  for (const { requirement, verdict, evidence } of report.checks) {
    if (verdict !== 'pass' || requirement in looks) continue;
    const seen = report.exchanges.filter(({ id }) => evidence.includes(id));
    const names = [...new Set(seen.map(nameOf))];
    looks[requirement] = names.length > SCENARIO ? null : names;
  }
  return { exchanges, looks };
}

/** Combines a wrong and a correct response to the same request. */
export function exhibitsFor(
  id: string,
  right: RightAnswers,
  wrong: WrongAnswer<Traffic> | undefined,
): Exhibits {
  const names = right.looks[id];
  const seen = (names ?? []).flatMap((name) => right.exchanges[name] ?? []);
  const last = wrong?.exchanges.at(-1);
  const answer = (last === undefined ? undefined : right.exchanges[nameOf(last)]) ?? seen[0];
  const looksAt =
    names === null ? 'all' : [...new Set(seen.map(({ label, request }) => `${request.method}: ${label}`))];
  return {
    ...(looksAt === 'all' || looksAt.length > 0 ? { looksAt } : {}),
    ...(wrong === undefined ? {} : { wrong: { ...wrong, exchanges: wrong.exchanges.map(shown) } }),
    ...(answer === undefined ? {} : { right: shown(answer) }),
    ...(answer === undefined ? {} : comparison(wrong?.exchanges ?? [], answer)),
  };
}

/** What a page adds if it shows the same text as the wrong and as the correct response. */
function comparison(sequence: readonly Traffic[], right: Traffic): Pick<Exhibits, 'looksEqual'> {
  const wrong = sequence.at(-1);
  if (wrong === undefined || textOf(wrong) !== textOf(right)) return {};
  const difference =
    differenceOfResponses(wrong, right) ??
    // The requests of a sequence depend on earlier responses.
    (sequence.length === 1 ? differenceOfRequests(wrong, right) : undefined);
  return { looksEqual: difference === undefined ? {} : { difference } };
}

function textOf(traffic: Traffic): string {
  const { response, failure } = shown(traffic);
  return maskTimes(JSON.stringify([response, failure]));
}

function exchangesOf({ exchanges }: Finding, report: Report): Traffic[] {
  const clearest = exchanges.slice(0, SHOWN);
  return report.exchanges.filter(({ id }) => clearest.includes(id)).map(trafficOf);
}

function trafficOf({ label, operation, request, response, failure, took }: ReportedExchange): Traffic {
  const { method, path, headers, body } = request;
  return {
    label,
    operation,
    request: {
      method,
      path: tidyText(path),
      headers,
      ...(body === undefined ? {} : { body: tidyText(body) }),
    },
    ...(response === undefined ? {} : { response: { ...response, body: tidyText(response.body) } }),
    ...(failure === undefined ? {} : { failure: tidyText(failure) }),
    took,
  };
}

function shown({ label, operation, request, response, failure }: Traffic): ShownExchange {
  const { method, path, body } = request;
  return tidyExchange({
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
  });
}

/** Identifies an exchange of a run by its purpose. */
function nameOf({ label, operation }: Pick<ShownExchange, 'label' | 'operation'>): string {
  return `${operation} ${label}`;
}
