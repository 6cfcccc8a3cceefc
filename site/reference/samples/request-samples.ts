import { clientFunction } from '../../shared/client-function.ts';
import type { SampleRequest, SampleTask } from './sample-request.ts';
import { filesIn, jsonWith, TextFile } from './text-files.ts';

/** One request in one language. */
export interface RequestSample {
  /** The same values as in the tabs of guides, which remember one choice. */
  readonly value: 'curl' | 'typescript' | 'python' | 'java';
  readonly label: string;
  readonly code: string;
}

/** A request as a reader would send it: with curl, the client of this toolkit, requests, and the HTTP client of Java. */
export function requestSamples(request: SampleRequest): readonly RequestSample[] {
  return [
    { value: 'curl', label: 'curl', code: curlSample(request) },
    { value: 'typescript', label: 'TypeScript', code: typescript(request) },
    { value: 'python', label: 'Python', code: python(request) },
    { value: 'java', label: 'Java', code: java(request) },
  ];
}

/** The body that a command sends: JSON, or with a file the program of `jq` that builds it. */
interface CommandBody {
  readonly mediaType: string;
  readonly text: string;
  readonly file?: string;
}

/** A request as a command of a shell, which takes the token from the variable TOKEN. */
export function curl({
  method,
  url,
  headers,
  body,
  needsToken,
}: Pick<SampleRequest, 'method' | 'url' | 'headers' | 'needsToken'> & {
  readonly body?: CommandBody;
}): string {
  const options = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    shellQuoted(url),
    ...(needsToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body ? [`-H ${shellQuoted(`content-type: ${body.mediaType}`)}`] : []),
    ...(body ? [`-d ${body.file === undefined ? shellQuoted(body.text) : '@-'}`] : []),
  ];
  const command = `curl ${options.join(' \\\n  ')}`;
  return body?.file === undefined
    ? command
    : `jq -Rs ${shellQuoted(body.text)} ${body.file} |\n  ${indented(command, '  ')}`;
}

/** The command for a sample. Its body has at most one file, which is the input of `jq`. */
export function curlSample({ body, ...request }: SampleRequest): string {
  if (!body) return curl(request);
  const [file] = filesIn(body.value);
  const text = jsonWith(body.value, () => '.');
  return curl({ ...request, body: { mediaType: body.mediaType, text, ...(file && { file: file.name }) } });
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function typescript(request: SampleRequest): string {
  const { api, operation, baseUrl, path, query, headers, body, needsToken, task, hasAnswer } = request;
  const factory = clientFunction(api);
  const name = variableOf(api);
  const groups = Object.entries({ path, query, headers }).filter(
    ([, values]) => Object.keys(values).length > 0,
  );
  const parts = [
    ...groups.map(([group, values]) => `${group}: { ${inOneLine(values, TYPESCRIPT).join(', ')} }`),
    ...(body ? [`body: ${indented(literal(body.value, TYPESCRIPT), TYPESCRIPT.indent)}`] : []),
  ];
  const given = parts.length === 0 ? '' : `{\n${parts.map((part) => `  ${part},\n`).join('')}}`;
  const token = needsToken ? ", token: process.env['TOKEN']" : '';
  const call = `await ${name}.${operation}(${given});`;
  return lines(
    ...(filesIn(body?.value).length > 0 ? ["import { readFile } from 'node:fs/promises';"] : []),
    `import { ${factory} } from '@tessera/client/${api}';`,
    '',
    `const ${name} = ${factory}({ baseUrl: '${baseUrl}'${token} });`,
    ...(task
      ? [`const task = ${call}`, 'console.log(await task.wait());']
      : hasAnswer
        ? [`const answer = ${call}`, 'console.log(answer);']
        : [call, "console.log('done');"]),
  );
}

/** How a language writes values. */
interface Notation {
  readonly indent: string;
  readonly scalar: (value: unknown) => string;
  readonly key: (name: string) => string;
  readonly file: (name: string) => string;
}

const TYPESCRIPT: Notation = {
  indent: '  ',
  scalar: (value) => (typeof value === 'string' ? singleQuoted(value) : JSON.stringify(value)),
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name)),
  file: (name) => `await readFile(${singleQuoted(name)}, 'utf8')`,
};

const WORDS = new Map<unknown, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);

const PYTHON: Notation = {
  indent: '    ',
  scalar: (value) => WORDS.get(value) ?? JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  file: (name) => `Path(${JSON.stringify(name)}).read_text(encoding="utf-8")`,
};

/** A value of JSON in the notation of a language, over several lines. */
function literal(value: unknown, notation: Notation): string {
  if (value instanceof TextFile) return notation.file(value.name);
  if (typeof value !== 'object' || value === null) return notation.scalar(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, notation))
    : Object.entries(value).map(([name, member]) => `${notation.key(name)}: ${literal(member, notation)}`);
  if (items.length === 0) return `${open}${close}`;
  const { indent } = notation;
  return `${open}\n${items.map((item) => `${indent}${indented(item, indent)},\n`).join('')}${close}`;
}

/** The lines of a text after the first one, moved to the right. */
function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

function singleQuoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function inOneLine(values: Readonly<Record<string, unknown>>, { key, scalar }: Notation): string[] {
  return Object.entries(values).map(([name, value]) => `${key(name)}: ${scalar(value)}`);
}

function python({ method, url, headers, body, needsToken, task }: SampleRequest): string {
  const sent = [
    ...(needsToken ? ['"authorization": f"Bearer {os.environ.get(\'TOKEN\', \'\')}"'] : []),
    ...inOneLine(headers, PYTHON),
  ];
  const options = [
    JSON.stringify(url),
    ...(body ? [`json=${indented(literal(body.value, PYTHON), PYTHON.indent)}`] : []),
    ...(sent.length > 0 ? [`headers={${sent.join(', ')}}`] : []),
    'timeout=30',
  ];
  const standard = [
    ...(needsToken ? ['import os'] : []),
    ...(task ? ['import time'] : []),
    ...(filesIn(body?.value).length > 0 ? ['from pathlib import Path'] : []),
  ];
  return lines(
    '# pip install requests',
    ...standard,
    ...(standard.length > 0 ? [''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...options.map((option) => `    ${option},`),
    ')',
    ...PYTHON_FAILS,
    ...(task ? pythonPolls(task, sent) : []),
    'print(response.status_code, response.text)',
  );
}

/** Ends the program with the body of an error, which says what to correct. */
const PYTHON_FAILS = [
  'if not response.ok:',
  '    raise SystemExit(f"{response.status_code} {response.text}")',
];

/** Polls a task until it has ended; `response` is then the last poll, or that of an operation that needed none. */
function pythonPolls(
  { startStatus, canFinishAtOnce, token, state, url, terminal }: SampleTask,
  sent: readonly string[],
): string[] {
  const member = (names: readonly string[]) =>
    `response.json()${names.map((name) => `["${name}"]`).join('')}`;
  const headers = sent.length > 0 ? `, headers={${sent.join(', ')}}` : '';
  const polls = [
    `token = ${member(token)}`,
    'while True:',
    `    response = requests.get(f"${url[0]}{token}${url[1]}"${headers}, timeout=30)`,
    ...PYTHON_FAILS.map((line) => `    ${line}`),
    `    if ${member(state)} in (${terminal.map((one) => `"${one}"`).join(', ')}):`,
    '        break',
    '    time.sleep(1)',
  ];
  return canFinishAtOnce
    ? [`if response.status_code == ${startStatus}:`, ...polls.map((line) => `    ${line}`)]
    : polls;
}

/** Reads JSON in Java. */
export const GSON = 'com.google.code.gson:gson:2.13.2';
/** The file that Maven copies. */
export const GSON_JAR = 'gson-2.13.2.jar';

function java({ method, url, headers, body, needsToken, task }: SampleRequest): string {
  const all = Object.entries({ ...headers, ...(body && { 'content-type': body.mediaType }) });
  const [file] = filesIn(body?.value);
  const publisher = `HttpRequest.BodyPublishers.${body ? 'ofString(body)' : 'noBody()'}`;
  const token = needsToken
    ? ['            .header("authorization", "Bearer " + System.getenv("TOKEN"))']
    : [];
  return lines(
    ...(task ? [`// mvn dependency:copy -Dartifact=${GSON} -DoutputDirectory=.`] : []),
    `// java${task ? ` -cp ${GSON_JAR}` : ''} Main.java`,
    ...(task ? ['import com.google.gson.JsonParser;'] : []),
    'import java.net.URI;',
    'import java.net.http.*;',
    ...(file ? ['import java.nio.file.*;'] : []),
    ...(task ? ['import java.util.List;'] : []),
    '',
    'public class Main {',
    '    public static void main(String[] args) throws Exception {',
    ...(body ? javaBody(body.value, file).map((line) => `        ${line}`) : []),
    `        var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`,
    ...token,
    ...all.map(([name, value]) => `            .header(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    `            .method("${method}", ${publisher})`,
    '            .build();',
    '        var client = HttpClient.newHttpClient();',
    '        var response = client.send(request, HttpResponse.BodyHandlers.ofString());',
    ...(task ? javaPolls(task, token).map((line) => `        ${line}`) : []),
    '        System.out.println(response.statusCode() + " " + response.body());',
    '    }',
    '}',
  );
}

/** The variable `body`. A file in it becomes a string of JSON, which the JDK has no method for. */
function javaBody(value: unknown, file: TextFile | undefined): string[] {
  if (!file) return [`var body = ${textBlock(jsonWith(value, String))};`];
  const name = `${file.name.replace(/\.\w+$/, '').replaceAll(/\W/g, '')}Text`;
  return [
    `var ${name} = Files.readString(Path.of("${file.name}"))`,
    String.raw`    .replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t").replace("\r", "").replace("\n", "\\n");`,
    `var body = ${textBlock(jsonWith(value, (one) => JSON.stringify(one.placeholder)))}`,
    `    .replace("${file.placeholder}", ${name});`,
  ];
}

/** As in Python. The JDK cannot read JSON, so these programs use Gson, which is a single file. */
function javaPolls(
  { startStatus, token, state, url, terminal }: SampleTask,
  header: readonly string[],
): string[] {
  const member = (names: readonly string[]) =>
    `JsonParser.parseString(response.body())${names.map((name) => `.getAsJsonObject().get("${name}")`).join('')}.getAsString()`;
  return [
    `if (response.statusCode() == ${startStatus}) {`,
    `    var address = URI.create("${url[0]}" + ${member(token)} + "${url[1]}");`,
    header.length > 0
      ? `    var poll = HttpRequest.newBuilder(address)${header.join('').trim()}.build();`
      : '    var poll = HttpRequest.newBuilder(address).build();',
    `    var ended = List.of(${terminal.map((one) => `"${one}"`).join(', ')});`,
    '    do {',
    '        Thread.sleep(1000);',
    '        response = client.send(poll, HttpResponse.BodyHandlers.ofString());',
    `    } while (response.statusCode() == 200 && !ended.contains(${member(state)}));`,
    '}',
  ];
}

function textBlock(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""');
  const indent = ' '.repeat(16);
  return `"""\n${indent}${indented(escaped, indent)}"""`;
}

function lines(...all: readonly string[]): string {
  return all.join('\n');
}

function variableOf(api: string): string {
  return api.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
