import { createHash } from 'node:crypto';
import { pageOf } from '../explanations.ts';
import type { Headline } from '../suite/headlines.ts';
import type { Report, ReportedCheck, ReportedExchange, ReportedHeadline } from '../suite/report.ts';
import { SEVERITIES, type Severity } from '../suite/severity.ts';
import { waivable, waiverEntry } from '../suite/waivers.ts';
import { groupsOf } from './groups.ts';
import { SCRIPT } from './html-script.ts';
import { STYLE } from './html-style.ts';
import { verdictWords } from './verdict-words.ts';

/** Maximum size of all exchanges in bytes; the JSON report contains them completely. */
const EXCHANGES_LIMIT = 130_000;
/** Maximum number of characters of one body. */
const BODY_LIMIT = 2_500;
/** Maximum number of characters of a command; a whole descriptor fits. */
const COMMAND_LIMIT = 9_000;

/** Maximum number of causes without an overview. */
const FEW_CAUSES = 3;

const VERDICT_TEXT: Readonly<Record<Report['verdict'], string>> = {
  conformant: 'Conformant',
  partial: 'Partial',
  'non-conformant': 'Not conformant',
  inconclusive: 'Inconclusive',
};

const MEANING: Readonly<Record<Severity, string>> = {
  breaks: 'a deployment or another task of the platform stops, or has a wrong result',
  degrades: 'the platform continues with missing information',
  untidy: 'callers can handle it',
};

/** Allows only the style and the script of this file, by their hashes, and no content of a target. */
const POLICY = `default-src 'none'; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'`;

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** A single self-contained file: readable without scripts, filterable with them. */
export function renderHtml(report: Report): string {
  const cited = new Set([
    ...report.headlines.flatMap(({ exchanges }) => exchanges.slice(0, 3)),
    ...report.checks.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges.slice(0, 1))),
  ]);
  const exchanges = chooseExchanges(report, cited);
  const shown = new Set(exchanges.map(({ id }) => id));
  const tooLong = cited.size - shown.size;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(`${verdictWords(report, VERDICT_TEXT[report.verdict])}: ${report.suite.contract} at ${report.target.url}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#checks">Skip to the checks</a>
<header>
${summary(report)}
</header>
<main>
${toRepair(report)}
${headlines(report, shown)}
<section aria-labelledby="checks">
<h2 id="checks">Checks</h2>
${filters(report)}
<div class="rows">
${report.checks.map((check) => checkRow(check, shown)).join('\n')}
</div>
<p id="nothing" hidden>No check fits the filter.</p>
</section>
${notTested(report)}
<section aria-labelledby="exchanges">
<h2 id="exchanges">Requests and answers</h2>
<p>${exchanges.length} of ${report.exchanges.length} are shown: those that a finding cites${tooLong > 0 ? `, without ${tooLong} that would make this file too long` : ''}. The JSON report holds all of them.</p>
${exchanges.map(exchangeBlock).join('\n')}
</section>
</main>
<footer>tessera conformance ${escapeHtml(report.suite.version)}, contract ${escapeHtml(report.suite.contract)} ${escapeHtml(report.suite.contractVersion)}, hash <code>${escapeHtml(report.suite.contractHash.slice(0, 12))}</code></footer>
<p class="visually-hidden" role="status" id="status"></p>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function summary(report: Report): string {
  const { run, suite, target } = report;
  const facts = [
    ['Target', `<code>${escapeHtml(target.url)}</code>`],
    ['Contract', escapeHtml(`${suite.contract} ${suite.contractVersion}`)],
    [
      'Run',
      `<time datetime="${escapeHtml(run.startedAt)}">${escapeHtml(run.startedAt.replace('T', ' ').slice(0, 19))} UTC</time>, ${(run.duration / 1000).toFixed(1)} s`,
    ],
    ['Traffic', `${run.requests} requests, ${run.tasks} tasks, seed ${run.seed}`],
    ...capabilities(report),
    ...groupsOf(report).map(({ name, counts }) => [
      escapeHtml(name),
      counts.map(([verdict, count]) => `${count} ${verdict}`).join(', '),
    ]),
  ];
  const notes = [
    ...(report.obstacle === undefined ? [] : [report.obstacle]),
    ...(run.interrupted ? ['The run was interrupted: this is a part of a report.'] : []),
    ...(run.only.length + run.skip.length > 0
      ? [
          `Selected: ${run.only.join(', ') || 'all'}${run.skip.length > 0 ? ` without ${run.skip.join(', ')}` : ''}.`,
        ]
      : []),
    ...(run.readOnly ? ['Read only: nothing was called that creates, changes or removes.'] : []),
    ...report.staleWaivers.map(({ id, why }) => `Stale waiver ${id}: ${why}.`),
    ...report.notes,
  ];
  return `<p class="kicker">Conformance report</p>
<h1><span class="verdict ${report.verdict}">${verdictWords(report, VERDICT_TEXT[report.verdict])}</span> <span class="what">${escapeHtml(suite.contract)}</span></h1>
${tally(report)}
<dl class="facts">${facts.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join('')}</dl>
${notes.map((note) => `<p class="remark">${escapeHtml(note)}</p>`).join('\n')}`;
}

/** The results of the checks, as a bar of their shares and in words. */
function tally({ counts }: Report): string {
  const ended = Object.entries(counts).filter(([, count]) => count > 0);
  let before = 0;
  const shares = ended.map(([verdict, count]) => {
    before += count;
    return `<rect class="${verdict}" x="${before - count}" width="${count}" height="1"/>`;
  });
  const words = ended.map(
    ([verdict, count]) => `<li class="${verdict}"><b>${count}</b> <span>${verdict}</span></li>`,
  );
  return `<svg class="bar" aria-hidden="true" viewBox="0 0 ${before} 1" preserveAspectRatio="none">${shares.join('')}</svg>
<ul class="tally" aria-label="Verdicts of the checks">${words.join('')}</ul>`;
}

/** Optional capabilities, by whether the target implements them. */
function capabilities(report: Report): [string, string][] {
  const titles = (wanted: boolean | 'unknown') =>
    report.capabilities.filter(({ present }) => present === wanted).map(({ title }) => escapeHtml(title));
  const rows: [string, string[]][] = [
    ['Supports', titles(true)],
    ['Does without', titles(false)],
    ['Not seen', titles('unknown')],
  ];
  return rows
    .filter(([, all]) => all.length > 0)
    .map(([term, all]) => [term, all.map((title) => `<span class="one">${title}</span>`).join(', ')]);
}

function headlines(report: Report, shown: ReadonlySet<number>): string {
  if (report.headlines.length === 0) return '';
  const count = report.headlines.length;
  return `<section aria-labelledby="repair">
<h2 id="repair">What to repair</h2>
<p>${count === 1 ? 'One cause' : `${count} causes`} behind everything that failed or warned.</p>
${count > FEW_CAUSES ? causeList(report.headlines) : ''}
${report.headlines.map((headline, index) => headlineCard(headline, index, report, shown)).join('\n')}
</section>`;
}

/** One line for each cause: an overview if there are more than fit on a screen. */
function causeList(headlines: readonly Headline[]): string {
  const items = headlines.map(
    ({ verdict, title }, index) =>
      `<li><span class="badge ${verdict}">${verdict}</span> <a href="#cause-${index + 1}">${escapeHtml(title)}</a></li>`,
  );
  return `<ol class="causes">${items.join('')}</ol>`;
}

function pageLink({ suite }: Report, requirement: string): string {
  const page = escapeHtml(pageOf(suite.contract, requirement, suite.docsUrl));
  return suite.docsUrl === undefined
    ? `<code>${page}</code> of the documentation`
    : `<a href="${page}">${page}</a>`;
}

function headlineCard(
  headline: ReportedHeadline,
  index: number,
  report: Report,
  shown: ReadonlySet<number>,
): string {
  const { verdict, title, check, cause, fix, difference, exchanges, checks } = headline;
  const asked = report.checks.find(({ id }) => id === check);
  const example = report.exchanges.find(({ id }) => id === exchanges[0]);
  const others = checks.filter((id) => id !== check);
  const waiver = ['waivers:', ...waivable(headline, report.checks).map(waiverEntry)].join('\n');
  const rows = [
    ['Expected', escapeHtml(headline.expected)],
    ['Got', escapeHtml(headline.actual)],
    ...(difference === undefined
      ? []
      : [['Difference', `<code>${escapeHtml(difference).replaceAll('\n', '<br>')}</code>`]]),
    ...(cause === undefined ? [] : [['Likely cause', escapeHtml(cause.cause)]]),
    ['Fix', escapeHtml(fix)],
    ...(asked === undefined
      ? []
      : [
          ['Clause', `${asked.level}, ${escapeHtml(asked.clause)}`],
          ['Severity', `${headline.severity}: ${MEANING[headline.severity]}`],
          ['Why it matters', escapeHtml(asked.why)],
        ]),
    ...(asked === undefined ? [] : [['Explained at', pageLink(report, asked.requirement)]]),
    ...(others.length === 0 ? [] : [['Also seen in', checkLinks(others)]]),
    ['Evidence', evidence(exchanges.slice(0, 12), shown)],
  ];
  return `<article class="card ${verdict}" id="cause-${index + 1}">
<h3><span class="badge ${verdict}">${verdict}</span> ${checkLink(check)} ${escapeHtml(title)}</h3>
<dl>${rows.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join('')}</dl>
${example === undefined ? '' : reproducer(example)}
${copyable('Accept it for a while with a waiver', waiver)}
</article>`;
}

/** A few at first; the rest on demand. */
function checkLinks(ids: readonly string[]): string {
  const FEW = 8;
  const links = ids.map(checkLink);
  if (links.length <= FEW) return links.join(', ');
  const rest = links.slice(FEW);
  return `${links.slice(0, FEW).join(', ')}<details><summary>and ${rest.length} more</summary>${rest.join(', ')}</details>`;
}

function checkLink(id: string): string {
  return `<a href="#check-${escapeHtml(id)}">${breakable(id)}</a>`;
}

/** An id with line-break opportunities only between its parts. */
function breakable(id: string): string {
  const [requirement = '', ...rest] = id.split(':');
  const scope = rest.length === 0 ? '' : `:<wbr>${escapeHtml(rest.join(':')).replaceAll('.', '.<wbr>')}`;
  return `<span class="nb">${escapeHtml(requirement)}</span>${scope}`;
}

function reproducer({ curl }: ReportedExchange): string {
  const text =
    curl.length <= COMMAND_LIMIT ? curl : `${curl.slice(0, COMMAND_LIMIT)}… (whole in the JSON report)`;
  return copyable('Repeat it with curl', text);
}

function copyable(title: string, text: string): string {
  return `<details><summary>${escapeHtml(title)}</summary><div class="copy"><button type="button" data-copy>Copy</button><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></div></details>`;
}

/** What the user can configure so that more checks run. */
function toRepair(report: Report): string {
  const open = report.checks.filter(
    ({ verdict, blockedBy }) => verdict === 'not-testable' && blockedBy === undefined,
  );
  const reasons = new Map<string, string[]>();
  for (const { id, reason = '' } of open) reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  if (reasons.size === 0) return '';
  const items = [...reasons].map(
    ([reason, ids]) =>
      `<li>${escapeHtml(reason)} <span class="quiet">(${ids.length} checks: ${ids.slice(0, 8).map(escapeHtml).join(', ')}${ids.length > 8 ? ', …' : ''})</span></li>`,
  );
  return `<section aria-labelledby="untested"><h2 id="untested">Could not be tested</h2><ul>${items.join('')}</ul></section>`;
}

function filters(report: Report): string {
  const chips = Object.entries(report.counts)
    .filter(([, count]) => count > 0)
    .map(
      ([verdict, count]) =>
        `<button type="button" class="chip ${verdict}" data-verdict="${verdict}" aria-pressed="false">${verdict} <b>${count}</b></button>`,
    );
  const severities = SEVERITIES.map(
    (severity) =>
      `<button type="button" class="chip" data-severity="${severity}" aria-pressed="false">${severity}</button>`,
  );
  const levels = ['MUST', 'SHOULD', 'MAY'].map(
    (level) =>
      `<button type="button" class="chip" data-level="${level}" aria-pressed="false">${level}</button>`,
  );
  return `<form class="filters" role="search" aria-label="Checks">
<p><label>Find <input type="search" id="find" placeholder="id, title, clause, answer" autocomplete="off"></label>
<output id="count">${report.checks.length} checks</output></p>
<div role="group" aria-label="Verdict">${chips.join('')}</div>
<div role="group" aria-label="Level">${levels.join('')}</div>
<div role="group" aria-label="Severity">${severities.join('')}</div>
</form>`;
}

function checkRow(check: ReportedCheck, shown: ReadonlySet<number>): string {
  const { id, verdict, level, severity, title, clause, why, reason, blockedBy, findings } = check;
  const details = [
    `<p class="quiet">${escapeHtml(why)} <span>${escapeHtml(clause)}.</span></p>`,
    ...(reason === undefined
      ? []
      : [
          `<p>${escapeHtml(reason)}${blockedBy === undefined || blockedBy === '' ? '' : ` (reported by ${escapeHtml(blockedBy)})`}</p>`,
        ]),
    ...findings
      .slice(0, 5)
      .map(
        (finding) =>
          `<dl><div><dt>Expected</dt><dd>${escapeHtml(finding.expected)}</dd></div><div><dt>Got</dt><dd>${escapeHtml(finding.actual)}</dd></div>${finding.difference === undefined ? '' : `<div><dt>Difference</dt><dd><code>${escapeHtml(finding.difference).replaceAll('\n', '<br>')}</code></dd></div>`}<div><dt>Evidence</dt><dd>${evidence(finding.exchanges.slice(0, 8), shown)}</dd></div></dl>`,
      ),
    ...(findings.length > 5 ? [`<p class="quiet">and ${findings.length - 5} more</p>`] : []),
  ];
  return `<details class="row" id="check-${escapeHtml(id)}" data-verdict="${verdict}" data-level="${level}" data-severity="${severity}">
<summary><span class="badge ${verdict}">${verdict}</span><span class="id">${breakable(id)}</span><span class="title">${escapeHtml(title)}</span><span class="level">${level}</span></summary>
<div class="inside">${details.join('\n')}</div>
</details>`;
}

function notTested(report: Report): string {
  if (report.notTested.length === 0) return '';
  const items = report.notTested.map(
    ({ requirement, level, title, reason }) =>
      `<li><b>${escapeHtml(requirement)}</b> (${level}) ${escapeHtml(title)}: ${escapeHtml(reason)}</li>`,
  );
  return `<section aria-labelledby="without"><h2 id="without">Requirements without a check</h2><ul>${items.join('')}</ul></section>`;
}

function evidence(ids: readonly number[], shown: ReadonlySet<number>): string {
  if (ids.length === 0) return 'none';
  return ids.map((id) => (shown.has(id) ? `<a href="#exchange-${id}">#${id}</a>` : `#${id}`)).join(', ');
}

function chooseExchanges(report: Report, cited: ReadonlySet<number>): ReportedExchange[] {
  let left = EXCHANGES_LIMIT;
  return report.exchanges.filter((exchange) => {
    if (!cited.has(exchange.id)) return false;
    left -= exchangeBlock(exchange).length;
    return left > 0;
  });
}

function exchangeBlock(exchange: ReportedExchange): string {
  const { id, label, request, response, failure, took } = exchange;
  const status = response === undefined ? (failure ?? 'no response') : String(response.status);
  return `<details class="exchange" id="exchange-${id}">
<summary><span class="id">#${id}</span> <code>${escapeHtml(`${request.method} ${request.path}`)}</code> <b>${escapeHtml(status)}</b> <span class="quiet">${escapeHtml(label)}, ${took} ms</span></summary>
<div class="inside"><h3>Request</h3><pre tabindex="0">${escapeHtml(message(request.headers, request.body))}</pre>
<h3>Answer</h3><pre tabindex="0">${escapeHtml(response === undefined ? (failure ?? '') : message(response.headers, response.body))}</pre></div>
</details>`;
}

function message(headers: Readonly<Record<string, string>>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n\n${body.length > BODY_LIMIT ? `${body.slice(0, BODY_LIMIT)}…` : body}`.trim();
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
