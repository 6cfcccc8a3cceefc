import { pageOf } from '../explanations.ts';
import type { Exchange } from '../suite/exchange.ts';
import type { Headline } from '../suite/headlines.ts';
import type { Report } from '../suite/report.ts';
import type { Outcome } from '../suite/runner.ts';
import type { Verdict } from '../suite/verdict.ts';
import { waivable, waiverLine } from '../suite/waivers.ts';
import { oneLine, plainText } from './plain-text.ts';
import { verdictWords } from './verdict-words.ts';

/** Shows a run as it goes: a line per check, and on a terminal one that moves. */
export interface Terminal {
  plan(checks: number): void;
  exchange(exchange: Exchange): void;
  outcome(outcome: Outcome): void;
  end(report: Report, written: readonly string[]): void;
  close(): void;
}

export interface TerminalOptions {
  /** Says nothing. */
  readonly quiet: boolean;
  /** No colours and no line that moves. */
  readonly plain: boolean;
  readonly write?: (text: string) => void;
}

const REDRAW_EVERY = 80;
/** Waivers that are shown for one cause. */
const WAIVERS = 4;
/** Checks that are told one by one for the same reason; the others are counted at the end. */
const SAME_REASON = 3;
const ERASE = '\r\u001B[2K';
const COLOURS: Readonly<Record<Verdict, number>> = {
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

export function createTerminal(options: TerminalOptions): Terminal {
  const write = options.write ?? ((text: string) => void process.stdout.write(text));
  const paint = (colour: number, text: string): string =>
    options.plain ? text : `\u001B[${colour}m${text}\u001B[0m`;
  const began = performance.now();
  let planned = 0;
  let done = 0;
  let requests = 0;
  const reasons = new Map<string, number>();
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
  const moving = !options.plain && !options.quiet;
  const timer = moving ? setInterval(draw, REDRAW_EVERY) : undefined;
  timer?.unref();
  const line = (text = ''): void => {
    erase();
    write(`${text}\n`);
  };

  if (options.quiet) {
    const silent = (): void => undefined;
    return { plan: silent, exchange: silent, outcome: silent, end: silent, close: silent };
  }
  return {
    plan(checks) {
      planned = checks;
    },
    exchange() {
      requests += 1;
    },
    outcome({ check, verdict, findings, reason }) {
      done += 1;
      const [first] = findings;
      const why = first === undefined ? (reason ?? '') : `${first.actual} (expected ${first.expected})`;
      if (first === undefined && verdict !== 'pass' && verdict !== 'harness-error') {
        const told = (reasons.get(why) ?? 0) + 1;
        reasons.set(why, told);
        if (told > SAME_REASON) return;
      }
      line(`${paint(COLOURS[verdict], verdict.padEnd(14))} ${check.id}  ${check.title}`);
      if (verdict !== 'pass' && why !== '') line(`${' '.repeat(15)}${paint(90, oneLine(why))}`);
    },
    end(report, written) {
      clearInterval(timer);
      erase();
      if (report.obstacle !== undefined) line(`\n${oneLine(report.obstacle)}`);
      for (const [index, headline] of report.headlines.entries()) {
        line();
        for (const text of describeHeadline(headline, index + 1, report)) line(text);
      }
      line();
      for (const [reason, count] of reasons)
        if (count > SAME_REASON) line(`${count - SAME_REASON} more: ${oneLine(reason)}`);
      for (const { id, why } of report.staleWaivers) line(`stale waiver: ${oneLine(id)} ${why}`);
      for (const note of report.notes) line(`note: ${plainText(note)}`);
      const hints = new Set(
        report.checks
          .filter(({ verdict, blockedBy }) => verdict === 'not-testable' && blockedBy === undefined)
          .map(({ reason }) => reason ?? ''),
      );
      for (const hint of hints) line(`not testable: ${oneLine(hint)}`);
      const counts = Object.entries(report.counts).filter(([, count]) => count > 0);
      line(counts.map(([verdict, count]) => `${count} ${verdict}`).join(', '));
      line(
        `${report.run.requests} requests in ${(report.run.duration / 1000).toFixed(1)} s, seed ${report.run.seed}`,
      );
      const colour = report.verdict === 'conformant' ? 32 : report.verdict === 'partial' ? 33 : 31;
      line(paint(colour, verdictWords(report)));
      for (const path of written) line(`written: ${path}`);
    },
    close() {
      clearInterval(timer);
      erase();
    },
  };
}

/** An estimate from the checks that have ended; none before some have. */
function timeLeft(elapsed: number, done: number, planned: number): string {
  if (done === 0 || done >= planned) return '';
  return `, about ${Math.ceil((elapsed / done) * (planned - done))} s left`;
}

function* describeHeadline(headline: Headline, number: number, report: Report): Generator<string> {
  const { verdict, check, title, expected, actual, difference, cause, checks, exchanges } = headline;
  const { contract, docsUrl } = report.suite;
  const asked = report.checks.find(({ id }) => id === check);
  yield `${number}. ${verdict}  ${check}  ${title}`;
  yield `   expected   ${oneLine(expected)}`;
  yield `   got        ${oneLine(actual)}`;
  if (difference !== undefined) yield `   difference ${oneLine(difference)}`;
  if (asked !== undefined) yield `   clause     ${asked.level}, ${asked.clause}`;
  yield `   severity   ${headline.severity}`;
  if (asked !== undefined) yield `   page       ${pageOf(contract, asked.requirement, docsUrl)}`;
  if (asked !== undefined) yield `   why        ${asked.why}`;
  if (cause !== undefined) yield `   cause      ${cause.cause}`;
  if (cause !== undefined) yield `   fix        ${cause.fix}`;
  const others = checks.filter((id) => id !== check);
  const count = others.length === 1 ? 'one more check' : `${others.length} more checks`;
  if (others.length > 0) yield `   also seen  in ${count}: ${oneLine(others.join(', '))}`;
  const shown = report.exchanges.find(({ id }) => id === exchanges[0]);
  const waivers = waivable(headline, report.checks).map(({ id }) => waiverLine(id));
  for (const [index, text] of waivers.slice(0, WAIVERS).entries())
    yield `   ${(index === 0 ? 'waiver' : '').padEnd(10)} ${text}`;
  if (waivers.length > WAIVERS)
    yield `              and ${waivers.length - WAIVERS} more, in the HTML report`;
  if (shown !== undefined) yield `   repeat     ${plainText(shorten(shown.curl)).replaceAll('\n', '\n   ')}`;
}

/** A command that fits a screen; the whole one stands in the report. */
function shorten(curl: string): string {
  const LIMIT = 600;
  return curl.length <= LIMIT ? curl : `${curl.slice(0, LIMIT)}… (whole in the report)`;
}
