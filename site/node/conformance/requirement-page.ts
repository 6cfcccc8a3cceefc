import type { Difference, RequirementPage } from '@tessera/conformance';
import { blocks, factList } from '../contract-docs/markdown.ts';
import type { AskedRequirement, Asking } from './check-data.ts';
import { renderExchange, renderResponse, renderSequence } from './exchange.ts';
import {
  BASES,
  commandFor,
  contractLink,
  defectSentence,
  escapeText,
  inCell,
  LEVELS,
  levelWord,
  SEVERITIES,
  table,
} from './wording.ts';

/** Maximum number of rows in a table; the rest is counted. */
const ROWS = 12;

/** Markdown of the page that explains one requirement, for all contracts that have it. */
export function renderRequirement(one: AskedRequirement): string {
  const [{ requirement }] = one.asked;
  const shown = tellingOf(one);
  const parts = [
    inCell(requirement.means),
    facts(one),
    section('Why it matters', inCell(requirement.why)),
    one.asked.length === 1 ? section('Requests', sent(shown)) : section('Contracts', askedOf(one)),
    section('A wrong response', wrong(one, shown)),
    section('A correct response', right(one)),
    section('How to fix it', helps(one)),
    section('Run only this check', commands(one)),
    section('Checks', checks(one)),
    section('Defects that it detects', caught(one)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(heading: string, text: string): string {
  return text === '' ? '' : `## ${heading}\n\n${text}`;
}

/** The contract whose traffic shows the requirement best: with a wrong response and a right one beside it. */
function tellingOf({ asked }: AskedRequirement): Asking {
  return (
    asked.find(({ requirement }) => requirement.wrong !== undefined && requirement.right !== undefined) ??
    asked.find(({ requirement }) => requirement.wrong !== undefined) ??
    asked.find(({ requirement }) => requirement.right !== undefined) ??
    asked[0]
  );
}

/** Each fact as its name, its value, and what the value means; then what needs a sentence. */
function facts({ asked }: AskedRequirement): string {
  const [{ judged, requirement: one }] = asked;
  const isAlone = asked.length === 1;
  const level =
    one.chosen === undefined
      ? LEVELS[one.level]
      : 'a violation is only a note, because the contract does not require it';
  const short: readonly (readonly [string, string])[] = [
    ['Level', `**${one.level}** ${level}`],
    ['Severity', `**${one.severity}** ${SEVERITIES[one.severity]}`],
    ['Basis', basis(one)],
    ['Clause', clauses(one.clause)],
    ...(isAlone ? [['Contract', contractLink(judged)] as const] : []),
    ...(one.since === undefined ? [] : [['Since', `contract version ${one.since}`] as const]),
    ...(one.capability === undefined ? [] : [['Only with', escapeText(one.capability)] as const]),
    ...(isAlone && one.looksAt !== undefined ? [['Reads', looksAt(one)] as const] : []),
  ];
  const sentences = [
    ...(one.sentence === undefined ? [] : [`The OpenAPI contract states:\n\n> ${inCell(one.sentence)}`]),
    ...(isAlone && one.notTested !== undefined ? [`**Not tested:** ${escapeText(one.notTested)}`] : []),
  ];
  return blocks(factList(short), ...sentences);
}

/** Where the requirement comes from, and for one that no clause requires, why there is a check. */
function basis({ basis: name, chosen = '' }: RequirementPage): string {
  return `**${BASES[name].name}** ${escapeText(BASES[name].meaning ?? chosen)}`;
}

/** The clauses, each with a link to what it states. */
function clauses(text: string): string {
  return escapeText(text).replaceAll(
    /(Integration contracts|Platform API) §(\d)/g,
    (clause, document: string, section: string) =>
      `[${clause}](/conformance/clauses/#${document.toLowerCase().replace(' ', '-')}-${section})`,
  );
}

function askedOf({ asked }: AskedRequirement): string {
  const rows = asked.map(({ judged, requirement }) => [
    contractLink(judged),
    levelWord(requirement),
    String(requirement.checks.length),
    requirement.notTested === undefined
      ? looksAt(requirement)
      : `nothing: ${escapeText(requirement.notTested)}`,
  ]);
  return table(['Contract', 'Level', 'Checks', 'Reads'], rows);
}

function looksAt({ looksAt: names }: RequirementPage): string {
  if (names === 'all') return 'all responses';
  if (names === undefined) return 'separate requests';
  const [first = '', ...others] = names;
  return escapeText(others.length === 0 ? first : `${first}, and ${others.length} more`);
}

/** What the checks read, if it is more than the facts say. */
function sent({ requirement: { looksAt: names } }: Asking): string {
  if (names === undefined || names === 'all' || names.length === 1) return '';
  const rows = names.map((name) => {
    const at = name.indexOf(': ');
    return [name.slice(0, at), escapeText(name.slice(at + 2))];
  });
  return table(['Method', 'Request'], rows);
}

/** A longer body is only in the response below. */
const SHORT_BODY = 120;

/** Status and media type, with a body that is short, or else the state of a task in it. */
function got(actual: string): string {
  const [, start, body = ''] = /^(\d{3} [\w.+/-]+): ([[{].*)$/s.exec(actual) ?? [];
  if (start === undefined || body.length <= SHORT_BODY) return actual;
  const [, status] = /^\{"status":"(\w+)"/.exec(body) ?? [];
  return status === undefined ? start : `${start} with the status ${status}`;
}

function wrong({ asked }: AskedRequirement, { judged, requirement }: Asking): string {
  const { wrong: found } = requirement;
  if (found === undefined) return '';
  const rows = [
    ['Defect', defectSentence(found.defect)],
    ...(asked.length === 1 ? [] : [['Contract', contractLink(judged)]]),
    ['Expected', escapeText(found.expected)],
    ['Got', escapeText(got(found.actual))],
    ...(found.difference === undefined ? [] : [['Difference', escapeText(found.difference)]]),
  ];
  return [table(['', ''], rows), ...renderSequence(found.exchanges)].join('\n\n');
}

/** From the contract that shows the wrong response, or else from any; the request that both answer is shown once. */
function right(one: AskedRequirement): string {
  const telling = tellingOf(one).requirement;
  const answer =
    telling.right ??
    one.asked.map(({ requirement }) => requirement.right).find((found) => found !== undefined);
  if (answer === undefined) return '';
  const shown = telling.wrong?.exchanges.at(-1)?.request;
  const isShown = JSON.stringify(shown) === JSON.stringify(answer.request);
  const parts = [equalTexts(telling), isShown ? renderResponse(answer) : renderExchange(answer)];
  return parts.filter((part) => part !== '').join('\n\n');
}

const PLACES: Readonly<Record<Difference['where'], string>> = {
  'response body': 'Response body',
  'response header': 'Response header',
  request: 'Request',
  'request header': 'Request header',
  'request body': 'Request body',
  time: 'Time until the response',
};

/** Where to look if the wrong and the correct response have the same text. */
function equalTexts({ looksEqual, wrong: found }: RequirementPage): string {
  if (looksEqual === undefined) return '';
  const { difference } = looksEqual;
  if (difference === undefined)
    return (found?.exchanges.length ?? 0) > 1
      ? 'The violation is in the sequence, not in this response.'
      : 'The violation is not in the response. See *Got*.';
  const { where, at = '', wrong: before = 'absent', right: after = 'absent' } = difference;
  const row = [`${PLACES[where]} ${at}`.trim(), before, after].map(escapeText);
  return `Both responses have the same text on this page. This differs:\n\n${table(['Place', 'Wrong', 'Correct'], [row])}`;
}

function helps({ asked }: AskedRequirement): string {
  const [{ requirement }] = asked;
  const causes = new Map(
    asked.flatMap(({ requirement: { wrong: found } }) =>
      found?.cause === undefined ? [] : [[found.cause.cause, found.cause.fix] as const],
    ),
  );
  const rows = [...causes].map(([cause, fix]) => [escapeText(cause), escapeText(fix)]);
  return [inCell(requirement.fix), table(['Common cause', 'Fix'], rows)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function commands({ id, asked }: AskedRequirement): string {
  const tested = asked.filter(({ requirement }) => requirement.checks.length > 0);
  if (tested.length === 0) return '';
  const lines = tested.map(({ judged, requirement }) =>
    commandFor(judged.contract, '--only', id, ...(requirement.runsReadOnly === undefined ? [] : ['--write'])),
  );
  const notes = [
    ...tested.flatMap(({ requirement }) => writingNote(requirement)),
    ...(tested.some(({ judged }) => judged.contract === 'integrator')
      ? ['[Record the traffic](/conformance/integrator/#record) first.']
      : []),
    'Without a violation, such a run is [`partial`, exit code 2](/conformance/#single-requirement).',
  ];
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n\n${notes.join('\n\n')}`;
}

/** What `--write` does, and what is left without it. */
function writingNote({ checks, runsReadOnly }: RequirementPage): string[] {
  if (runsReadOnly === undefined) return [];
  const left = runsReadOnly === 0 ? 'no check runs' : `${runsReadOnly} of ${checks.length} checks run`;
  return [
    '**`--write` changes the server:** use a [test stage](/conformance/platform/#write).',
    `Without it, ${left}.`,
  ];
}

function checks({ asked }: AskedRequirement): string {
  const all = new Map(
    asked.flatMap(({ requirement }) => requirement.checks.map((check) => [check.id, check.title])),
  );
  // A single check with the same title as the requirement is not listed.
  if (all.size < 2) return '';
  const rows = [...all].map(([id, title]) => [`\`${id}\``, escapeText(title)]);
  return table(
    ['Check', 'Requires'],
    capped(rows, [`… ${rows.length - ROWS} more`, 'the same for further operations or fields']),
  );
}

function caught({ asked }: AskedRequirement): string {
  const servers = new Map<string, string[]>();
  for (const { judged, requirement } of asked)
    for (const { defect } of requirement.mutants)
      servers.set(defect, [...(servers.get(defect) ?? []), judged.contract]);
  const rows = [...servers].map(([defect, contracts]) => [
    defectSentence(defect),
    ...(asked.length === 1 ? [] : [contracts.map((name) => `\`${name}\``).join(', ')]),
  ]);
  const columns = ['Defect', ...(asked.length === 1 ? [] : ['Contracts'])];
  return table(columns, capped(rows, [`… ${rows.length - ROWS} more`, ...columns.slice(1).map(() => '')]));
}

function capped(rows: readonly (readonly string[])[], rest: readonly string[]): (readonly string[])[] {
  return rows.length <= ROWS ? [...rows] : [...rows.slice(0, ROWS), rest];
}
