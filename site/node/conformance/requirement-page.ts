import type { JudgedContract, Requirement, ShownExchange } from './check-data.ts';

/** What a level means for a run. */
const LEVELS: Readonly<Record<Requirement['level'], string>> = {
  MUST: 'a departure fails the run',
  SHOULD: 'a departure is a warning',
  MAY: 'a departure is only noted',
};

/** What a departure means for the platform. */
const SEVERITIES: Readonly<Record<Requirement['severity'], string>> = {
  breaks: 'a deployment, or whatever else the platform wanted, stops here',
  degrades: 'the platform goes on, with less than it should have',
  untidy: 'readers cope with it',
};

/** Checks that are listed one by one; more of them are counted. */
const LISTED = 12;

/** Markdown of the page that explains one requirement. */
export function renderRequirement({ contract, title }: JudgedContract, one: Requirement): string {
  const parts = [
    facts(contract, title, one),
    `## Why it matters\n\n${escapeText(one.why)}`,
    sent(one),
    wrong(one),
    right(one),
    causes(one),
    checks(contract, one),
    caught(one),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Text that is none of Markdown's business. */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|{}#]/g, '\\$&').replaceAll(/\s+/g, ' ');
}

function facts(contract: string, title: string, one: Requirement): string {
  const level = one.chosen === undefined ? LEVELS[one.level] : 'informs, and never fails anybody';
  const rows = [
    ['Contract', `[${escapeText(title)}](/conformance/${contract}/)`],
    ['Level', `**${one.level}**: ${level}`],
    ['Severity', `**${one.severity}**: ${SEVERITIES[one.severity]}`],
    ['Clause', escapeText(one.clause) + (one.derived ? ', from which it follows' : '')],
    ['Asked', one.since === undefined ? 'of every generation' : `from generation ${one.since} on`],
    ...(one.capability === undefined ? [] : [['Only with', escapeText(one.capability)]]),
    ...(one.chosen === undefined ? [] : [['Our choice', escapeText(one.chosen)]]),
  ];
  const lines = rows.map(([name, value]) => `| ${name} | ${value} |`);
  return `| Property | Value |\n|---|---|\n${lines.join('\n')}`;
}

function sent(one: Requirement): string {
  if (one.notTested !== undefined)
    return `## What is sent\n\nNothing: no check asks for it. ${escapeText(one.notTested)}`;
  if (one.looksAt === undefined) return '';
  if (one.looksAt === 'all')
    return '## What is sent\n\nNothing of its own: it watches the answers to all requests of the run.';
  const lines = one.looksAt.map((line) => `- ${escapeText(line)}`);
  return `## What is sent\n\n${lines.join('\n')}`;
}

function wrong({ wrong: found }: Requirement): string {
  if (found === undefined) return '';
  const difference = found.difference === undefined ? [] : [`- Difference: ${escapeText(found.difference)}`];
  return [
    '## A wrong answer',
    `From a server that ${escapeText(found.crime)}:`,
    found.exchanges.map(exchange).join('\n\n'),
    [`- Expected: ${escapeText(found.expected)}`, `- Came: ${escapeText(found.actual)}`, ...difference].join(
      '\n',
    ),
  ].join('\n\n');
}

function right({ right: answer }: Requirement): string {
  return answer === undefined ? '' : `## A right answer\n\n${exchange(answer)}`;
}

function causes(one: Requirement): string {
  const cause = one.wrong?.cause;
  const seen =
    cause === undefined
      ? ''
      : `\n\nOften ${escapeText(cause.cause)}. Then this helps: ${escapeText(cause.fix)}`;
  return `## Likely causes and fixes\n\n${escapeText(one.fix)}${seen}`;
}

function checks(contract: string, one: Requirement): string {
  if (one.checks.length === 0) return '';
  const listed = one.checks.slice(0, LISTED).map(({ id, title }) => `- \`${id}\` ${escapeText(title)}`);
  const more = one.checks.length - listed.length;
  const rest = more === 0 ? [] : [`- and ${more} more of the kind, one for each operation or member`];
  const command = `npx tessera-conformance ${contract} ${TARGET[contract] ?? '--url URL'} --only ${one.id}`;
  return `## Its checks\n\n${[...listed, ...rest].join('\n')}\n\nTo run only them:\n\n\`\`\`sh\n${command}\n\`\`\``;
}

/** Where a command names something else than the address of a server. */
const TARGET: Readonly<Record<string, string>> = { integrator: '--recording FILE' };

function caught({ mutants }: Requirement): string {
  if (mutants.length === 0) return '';
  const lines = mutants.map(
    ({ crime, alone }) => `- ${escapeText(crime)}${alone ? ' (nothing else catches it)' : ''}`,
  );
  return `## Wrong servers that it catches\n\nThe suite is tried with servers that are wrong on purpose. This catches one that\n\n${lines.join('\n')}`;
}

function exchange({ label, request, response, failure }: ShownExchange): string {
  const asked = [
    `${request.method} ${request.path}`,
    ...(request.body === undefined ? [] : ['', request.body]),
  ];
  const answered =
    response === undefined
      ? [`no answer: ${failure ?? 'the connection was closed'}`]
      : [`HTTP/1.1 ${response.status}`, ...mediaType(response.mediaType), ...body(response.body)];
  return `${block(`Request: ${label}`, asked)}\n\n${block('Answer', answered)}`;
}

function mediaType(type: string): string[] {
  return type === '' ? [] : [`Content-Type: ${type}`];
}

function body(text: string): string[] {
  return text === '' ? [] : ['', text];
}

function block(title: string, lines: readonly string[]): string {
  const name = title.replaceAll('"', "'");
  return `\`\`\`\`text title="${name}"\n${lines.join('\n')}\n\`\`\`\``;
}
