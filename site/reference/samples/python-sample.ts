import { indented, inOneLine, lines, literal, type Notation } from './notation.ts';
import { type MemberPath, type PrintedLine, readsResponse, snakeCase, VARIABLE } from './response-values.ts';
import type { SamplePages, SampleRequest, SampleTask } from './sample-request.ts';
import { filesIn } from './text-files.ts';

const WORDS = new Map<unknown, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);

const PYTHON: Notation = {
  indent: '    ',
  scalar: (value) => WORDS.get(value) ?? JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  variable: snakeCase,
  file: (name) => `Path(${JSON.stringify(name)}).read_text(encoding="utf-8")`,
};

/** A program that sends requests one after the other. */
export function pythonProgram(requests: readonly SampleRequest[]): string {
  const standard = [
    ...(requests.some(({ needsToken }) => needsToken) ? ['import os'] : []),
    ...(requests.some(({ task }) => task) ? ['import time'] : []),
    ...(requests.some(({ body }) => filesIn(body?.value).length > 0) ? ['from pathlib import Path'] : []),
  ];
  return lines(
    '# pip install requests',
    ...standard,
    ...(standard.length > 0 ? [''] : []),
    'import requests',
    ...requests.flatMap((request) => ['', ...pythonRequest(request)]),
  );
}

function pythonRequest(request: SampleRequest): string[] {
  const { method, url, headers, body, needsToken, task, keeps = [], pages, prints, fails } = request;
  const sent = [
    ...(needsToken ? ['"authorization": f"Bearer {os.environ.get(\'TOKEN\', \'\')}"'] : []),
    ...inOneLine(headers, PYTHON),
  ];
  const address = url.replaceAll(VARIABLE, (_, name: string) => `{${snakeCase(name)}}`);
  const json = body ? literal(body.value, PYTHON) : '';
  const options = [
    `${address === url ? '' : 'f'}${JSON.stringify(address)}`,
    ...(body ? [`json=${pages ? 'body' : indented(json, PYTHON.indent)}`] : []),
    ...(sent.length > 0 ? [`headers={${sent.join(', ')}}`] : []),
    'timeout=30',
  ];
  const sends = [
    `response = requests.${method.toLowerCase()}(`,
    ...options.map((option) => `    ${option},`),
    ')',
    ...(fails === undefined
      ? PYTHON_FAILS
      : [`# The response is the error ${fails}.`, `if response.status_code != ${fails}:`, PYTHON_EXIT]),
    ...(task ? pythonPolls(task, sent) : []),
    ...keeps.map(({ name, path }) => `${snakeCase(name)} = ${member('response.json()', path)}`),
    ...(prints ? pythonPrints(prints) : ['print(response.status_code, response.text)']),
  ];
  return pages ? [`body = ${json}`, 'while True:', ...withNextPage(sends, pages)] : sends;
}

function withNextPage(sends: readonly string[], { next, cursor }: SamplePages): string[] {
  const lines = [
    ...sends,
    `cursor = ${pythonMember('answer', { names: next, isOptional: true })}`,
    'if not cursor:',
    '    break',
    `${member('body', cursor)} = cursor`,
  ];
  return lines.map((line) => `    ${indented(line, PYTHON.indent)}`);
}

/** Ends the program with the body of an error, which says what to correct. */
const PYTHON_EXIT = '    raise SystemExit(f"{response.status_code} {response.text}")';
const PYTHON_FAILS = ['if not response.ok:', PYTHON_EXIT];

/** Polls a task until it has ended; `response` is then the last poll, or that of an operation that needed none. */
function pythonPolls(
  { startStatus, canFinishAtOnce, token, state, url, terminal, failed }: SampleTask,
  sent: readonly string[],
): string[] {
  const headers = sent.length > 0 ? `, headers={${sent.join(', ')}}` : '';
  const polls = [
    `token = ${member('response.json()', token)}`,
    'while True:',
    `    response = requests.get(f"${url[0]}{token}${url[1]}"${headers}, timeout=30)`,
    ...PYTHON_FAILS.map((line) => `    ${line}`),
    `    if ${member('response.json()', state)} in (${terminal.map((one) => `"${one}"`).join(', ')}):`,
    '        break',
    '    time.sleep(1)',
    ...(failed.length > 0
      ? [
          `if ${member('response.json()', state)} in [${failed.map((one) => `"${one}"`).join(', ')}]:`,
          '    raise SystemExit(response.text)',
        ]
      : []),
  ];
  return canFinishAtOnce
    ? [`if response.status_code == ${startStatus}:`, ...polls.map((line) => `    ${line}`)]
    : polls;
}

function pythonPrints(prints: readonly PrintedLine[]): string[] {
  return [
    ...(prints.some(readsResponse) ? ['answer = response.json()'] : []),
    ...prints.flatMap(({ each, parts }) => {
      const call = `print(${pythonText(parts, each ? 'item' : 'answer')})`;
      return each ? [`for item in ${member('answer', each.names)}:`, `    ${call}`] : [call];
    }),
  ];
}

function pythonText(parts: PrintedLine['parts'], holder: string): string {
  const [first] = parts;
  if (parts.length === 1 && typeof first === 'object') return pythonMember(holder, first);
  const inside = parts.map((part) =>
    typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : `{${pythonMember(holder, part, "'")}}`,
  );
  return `${parts.every((part) => typeof part === 'string') ? '' : 'f'}"${inside.join('')}"`;
}

function pythonMember(holder: string, { names, isOptional }: MemberPath, quote = '"'): string {
  if (!isOptional) return member(holder, names, quote);
  const quoted = names.map((name) => quote + name + quote);
  const last = quoted.pop();
  // A member that can be missing can also be null.
  const parent = quoted.reduce((value, name) => `(${value}.get(${name}) or {})`, holder);
  return `${parent}.get(${last}, ${quote}${quote})`;
}

function member(holder: string, names: readonly string[], quote = '"'): string {
  return (
    holder + names.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `[${quote}${name}${quote}]`)).join('')
  );
}
