import { indented, lines } from './notation.ts';
import {
  type MemberPath,
  type PrintedLine,
  type ResponseValue,
  readsResponse,
  snakeCase,
  VARIABLE,
} from './response-values.ts';
import type { SamplePages, SampleRequest, SampleTask } from './sample-request.ts';
import { filesIn, jsonWith } from './text-files.ts';

/** The body that a command sends: JSON, or with a file the program of `jq` that builds it. */
interface CommandBody {
  readonly mediaType: string;
  readonly text: string;
  readonly file?: string;
}

type CommandRequest = Pick<SampleRequest, 'method' | 'url' | 'headers' | 'needsToken'> & {
  readonly body?: CommandBody;
};

/** A request as a command of a shell, which takes the token from the variable TOKEN. */
export function curl(request: CommandRequest): string {
  const { body } = request;
  if (body?.file === undefined) return command('curl', request, body && shellQuoted(body.text));
  return `${jqOfFile(body.text, body.file)} |\n  ${indented(command('curl', request, '@-'), '  ')}`;
}

function command(
  name: string,
  { method, url, headers, body, needsToken }: CommandRequest,
  data = '',
): string {
  const options = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    shellQuoted(url),
    ...(needsToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([header, value]) => `-H ${shellQuoted(`${header}: ${value}`)}`),
    ...(body ? [`-H ${shellQuoted(`content-type: ${body.mediaType}`)}`, `-d ${data}`] : []),
  ];
  return `${name} ${options.join(' \\\n  ')}`;
}

function jqOfFile(program: string, file: string): string {
  return `jq -Rs ${shellQuoted(program)} ${file}`;
}

/** The command for a sample. Its body has at most one file, which is the input of `jq`. */
export function curlSample({ body, ...request }: SampleRequest): string {
  return curl({ ...request, ...(body && { body: commandBody(body) }) });
}

function commandBody({ mediaType, value }: NonNullable<SampleRequest['body']>): CommandBody {
  const [file] = filesIn(value);
  return { mediaType, text: jsonWith(value, () => '.'), ...(file && { file: file.name }) };
}

/** Whether requests need a script: it waits for tasks, sends values of earlier responses, or prints some members. */
export function needsScript(requests: readonly SampleRequest[]): boolean {
  return requests.length > 1 || requests.some(({ task, prints, fails }) => task ?? prints ?? fails);
}

/** A command, or a script that sends requests one after the other and that needs `jq`. */
export function curlProgram(requests: readonly SampleRequest[]): string {
  return needsScript(requests)
    ? lines(...SEND, ...requests.flatMap((request) => ['', ...scripted(request)]))
    : requests.map(curlSample).join('\n');
}

const SEND = [
  '# An error ends the script.',
  'fail() { echo "$answer" >&2; exit 1; }',
  'send() { answer=$(curl -sS --fail-with-body "$@") || fail; }',
];

function scripted({ body, task, keeps = [], pages, prints, fails, ...request }: SampleRequest): string[] {
  const sent = body && commandBody(body);
  const data =
    sent?.file === undefined ? shellQuoted(sent?.text ?? '') : `"$(${jqOfFile(sent.text, sent.file)})"`;
  const sends = [
    ...sending({ ...request, ...(sent && { body: sent }) }, pages ? '"$body"' : data, fails),
    ...(task ? polls(task) : []),
    ...keeps.map(kept),
    ...(prints?.map(printed) ?? ['echo "$answer"']),
  ];
  return pages ? [`body=${data}`, 'while', ...withNextPage(sends, pages)] : sends;
}

/** Sends a request. The script goes on after an expected error, and ends if the response has another status. */
function sending(request: CommandRequest, data: string, fails: number | undefined): string[] {
  if (fails === undefined) return [command('send', request, data)];
  return [
    `# The response is the error ${fails}.`,
    `answer=$(${command(`curl -sS -w '\\n%{http_code}'`, request, data)})`,
    `[ "\${answer##*$'\\n'}" = ${fails} ] || fail`,
    `answer=\${answer%$'\\n'*}`,
  ];
}

function withNextPage(sends: readonly string[], { next, cursor }: SamplePages): string[] {
  return [
    ...sends.map((line) => `  ${indented(line, '  ')}`),
    `  cursor=$(jq -r '${jqPath(next)} // empty' <<< "$answer")`,
    '  [ -n "$cursor" ]',
    'do',
    `  body=$(jq --arg cursor "$cursor" '${jqPath(cursor)} = $cursor' <<< "$body")`,
    'done',
  ];
}

function polls({ token, state, url, terminal, failed }: SampleTask): string[] {
  const isOneOf = (states: readonly string[]) =>
    `${jqPath(state)} | IN(${states.map((one) => `"${one}"`).join(', ')})`;
  return [
    `token=$(jq -r ${jqPath(token)} <<< "$answer")`,
    'until',
    `  send "${url[0]}$token${url[1]}"`,
    `  jq -e '${isOneOf(terminal)}' <<< "$answer" > /dev/null`,
    'do',
    '  sleep 1',
    'done',
    ...(failed.length > 0 ? [`jq -e '${isOneOf(failed)} | not' <<< "$answer" > /dev/null || fail`] : []),
  ];
}

function kept({ name, path }: ResponseValue): string {
  return `${snakeCase(name)}=$(jq -r '${jqPath(path)}' <<< "$answer")`;
}

function printed(line: PrintedLine): string {
  const { each, parts } = line;
  if (!readsResponse(line)) return `echo ${shellQuoted(parts.join(''))}`;
  const [first] = parts;
  const text =
    parts.length === 1 && typeof first === 'object'
      ? jqMember(first)
      : `"${parts.map((part) => (typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : `\\(${jqMember(part)})`)).join('')}"`;
  const items = each ? `${jqPath(each.names)}[] | ` : '';
  return `jq -r ${shellQuoted(items + text)} <<< "$answer"`;
}

function jqMember({ names, isOptional }: MemberPath): string {
  return isOptional ? `${jqPath(names)} | if . == null then "" else . end` : jqPath(names);
}

function jqPath(names: readonly string[]): string {
  const steps = names.map((name) =>
    /^\d+$/.test(name) ? `[${name}]` : /^\w+$/.test(name) ? `.${name}` : `."${name}"`,
  );
  const path = steps.join('');
  return path.startsWith('.') ? path : `.${path}`;
}

function shellQuoted(text: string): string {
  const quoted = `'${text.replaceAll("'", `'\\''`)}'`;
  return quoted.replaceAll(VARIABLE, (_, name: string) => `'"$${snakeCase(name)}"'`);
}
