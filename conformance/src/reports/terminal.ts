import { pageOf } from '../explanations.ts';
import type { Exchange } from '../suite/exchange.ts';
import type { Report, ReportedHeadline } from '../suite/report.ts';
import type { Outcome } from '../suite/runner.ts';
import type { Verdict } from '../suite/verdict.ts';
import { waivable, waiverLine } from '../suite/waivers.ts';
import { groupsOf, reasonsOf, type Unmade } from './groups.ts';
import { oneLine, plainText } from './plain-text.ts';
import { verdictWords } from './verdict-words.ts';

/** Shows a run: a progress line while it runs, and one screen at its end. */
export interface Terminal {
  plan(checks: number): void;
  exchange(exchange: Exchange): void;
  outcome(outcome: Outcome): void;
  end(report: Report, written: readonly string[]): void;
  close(): void;
}

export interface TerminalOptions {
  /** No output. */
  readonly quiet: boolean;
  /** No colors and no progress line. */
  readonly plain: boolean;
  /** A line per check, and all details of each headline. */
  readonly verbose?: boolean;
  readonly write?: (text: string) => void;
}

const REDRAW_EVERY = 80;
/** Maximum number of waivers shown for one cause. */
const WAIVERS = 4;
/** Maximum number of reasons shown for checks that did not run; `--verbose` shows all. */
const REASONS = 4;
const ERASE = '\r\u001B[2K';
const COLORS: Readonly<Record<Verdict, number>> = {
  pass: 32,
  fail: 31,
  warn: 33,
  note: 36,
  'not-applicable': 90,
  'not-testable': 33,
  waived: 35,
  'known-flaky': 35,
  'harness-error': 31,
};

/** Writes to the standard output by default. */
export function createTerminal(options: TerminalOptions): Terminal {
  const write = options.write ?? ((text: string) => void process.stdout.write(text));
  const paint = (color: number, text: string): string =>
    options.plain ? text : `\u001B[${color}m${text}\u001B[0m`;
  if (options.quiet) {
    const silent = (): void => undefined;
    return { plan: silent, exchange: silent, outcome: silent, end: silent, close: silent };
  }
  const progress = createProgress(write, !options.plain);
  const line = (text = ''): void => {
    progress.erase();
    write(`${text}\n`);
  };
  return {
    plan: progress.plan,
    exchange: progress.exchange,
    outcome({ check, verdict, findings, reason }) {
      progress.outcome();
      if (options.verbose !== true) return;
      const [first] = findings;
      const why = first === undefined ? (reason ?? '') : `expected ${first.expected}, got ${first.actual}`;
      line(`${paint(COLORS[verdict], verdict.padEnd(14))} ${check.id}  ${check.title}`);
      if (verdict !== 'pass' && why !== '') line(`${' '.repeat(15)}${paint(90, oneLine(why))}`);
    },
    end(report, written) {
      progress.close();
      for (const text of describeReport(report, options.verbose === true)) line(text);
      for (const path of written) line(`written: ${path}`);
      const color = report.verdict === 'conformant' ? 32 : report.verdict === 'partial' ? 33 : 31;
      line(`${paint(color, verdictWords(report))}: ${tallyOf(report)}`);
    },
    close: progress.close,
  };
}

/** A progress line, if the output is a terminal. */
function createProgress(write: (text: string) => void, isMoving: boolean) {
  const began = performance.now();
  let [planned, done, requests] = [0, 0, 0];
  let drawn = false;
  const erase = (): void => {
    if (drawn) write(ERASE);
    drawn = false;
  };
  const draw = (): void => {
    const elapsed = (performance.now() - began) / 1000;
    erase();
    write(
      `${done} of ${planned} checks, ${requests} requests, ${elapsed.toFixed(1)} s${timeLeft(elapsed, done, planned)}`,
    );
    drawn = true;
  };
  const timer = isMoving ? setInterval(draw, REDRAW_EVERY) : undefined;
  timer?.unref();
  return {
    erase,
    plan(checks: number): void {
      planned = checks;
    },
    exchange(): void {
      requests += 1;
    },
    outcome(): void {
      done += 1;
    },
    close(): void {
      clearInterval(timer);
      erase();
    },
  };
}

/** An estimate from the finished checks; empty until some have finished. */
function timeLeft(elapsed: number, done: number, planned: number): string {
  if (done === 0 || done >= planned) return '';
  return `, about ${Math.ceil((elapsed / done) * (planned - done))} s left`;
}

/** Most important first: what the run needs, what is broken, then the counts. */
function* describeReport(report: Report, verbose: boolean): Generator<string> {
  if (report.obstacle !== undefined) yield oneLine(report.obstacle);
  const untested = reasonsOf(report, 'not-testable');
  // Missing configuration comes first: it may be the only problem.
  const curable = untested.filter(({ isBlocked }) => !isBlocked);
  yield* describeReasons('not testable', curable, verbose);
  if (curable.length > 0) yield '';
  for (const [index, headline] of report.headlines.entries()) {
    yield* describeHeadline(headline, index + 1, report, verbose);
    yield '';
  }
  const { contract, contractVersion } = report.suite;
  yield `${contract} ${contractVersion} at ${report.target.url}${withoutOf(report)}`;
  const groups = groupsOf(report);
  const width = Math.max(0, ...groups.map(({ name }) => name.length));
  for (const { name, counts } of groups)
    yield `  ${name.padEnd(width)}  ${counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`;
  yield* describeReasons(
    'not testable',
    untested.filter(({ isBlocked }) => isBlocked),
    verbose,
  );
  yield* describeReasons('not applicable', reasonsOf(report, 'not-applicable'), verbose);
  for (const { id, why } of report.staleWaivers) yield `stale waiver: ${oneLine(id)} ${why}`;
  for (const note of report.notes) yield `note: ${plainText(note)}`;
}

function* describeReasons(word: string, reasons: readonly Unmade[], verbose: boolean): Generator<string> {
  const shown = verbose ? reasons : reasons.slice(0, REASONS);
  for (const { reason, count } of shown) yield `${word}: ${countOf(count, 'check')}: ${oneLine(reason)}`;
  const rest = reasons.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) yield `${word}: ${countOf(rest, 'more check')}; --verbose shows why`;
}

/** Optional capabilities that the target does not implement. */
function withoutOf({ capabilities }: Report): string {
  const absent = capabilities.filter(({ present }) => present === false).map(({ title }) => title);
  return absent.length === 0 ? '' : `, without ${absent.join(', ')}`;
}

function tallyOf({ counts, run }: Report): string {
  const told = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`);
  const traffic = `${run.requests} requests in ${(run.duration / 1000).toFixed(1)} s, seed ${run.seed}`;
  return [...told, traffic].join(', ');
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function* describeHeadline(
  headline: ReportedHeadline,
  number: number,
  report: Report,
  verbose: boolean,
): Generator<string> {
  const { verdict, check, title, expected, actual, difference, cause, fix, checks, exchanges } = headline;
  const { contract, docsUrl } = report.suite;
  const asked = report.checks.find(({ id }) => id === check);
  yield `${number}. ${verdict}  ${check}  ${title}`;
  yield `   expected   ${oneLine(expected)}`;
  yield `   got        ${oneLine(actual)}`;
  if (difference !== undefined) yield `   difference ${oneLine(difference)}`;
  if (cause !== undefined) yield `   cause      ${cause.cause}`;
  yield `   fix        ${oneLine(fix)}`;
  if (asked !== undefined) yield `   clause     ${asked.level}, ${asked.clause}`;
  if (asked !== undefined) yield `   page       ${pageOf(contract, asked.requirement, docsUrl)}`;
  if (asked !== undefined && verbose) yield `   why        ${asked.why}`;
  if (verbose) yield `   severity   ${headline.severity}`;
  const others = checks.filter((id) => id !== check);
  const count = others.length === 1 ? 'one more check' : `${others.length} more checks`;
  if (others.length > 0) yield `   also seen  in ${count}: ${oneLine(others.join(', '))}`;
  if (verbose) yield* describeWaivers(headline, report);
  const shown = report.exchanges.find(({ id }) => id === exchanges[0]);
  if (shown !== undefined) yield `   repeat     ${plainText(shorten(shown.curl)).replaceAll('\n', '\n   ')}`;
}

function* describeWaivers(headline: ReportedHeadline, report: Report): Generator<string> {
  const waivers = waivable(headline, report.checks).map(({ id }) => waiverLine(id));
  for (const [index, text] of waivers.slice(0, WAIVERS).entries())
    yield `   ${(index === 0 ? 'waiver' : '').padEnd(10)} ${text}`;
  if (waivers.length > WAIVERS)
    yield `              and ${waivers.length - WAIVERS} more, in the HTML report`;
}

/** A command that fits a screen; the report has the whole command. */
function shorten(curl: string): string {
  const LIMIT = 600;
  return curl.length <= LIMIT ? curl : `${curl.slice(0, LIMIT)}… (whole in the report)`;
}
