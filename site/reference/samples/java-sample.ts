import { indented, lines } from './notation.ts';
import { type MemberPath, type PrintedLine, readsResponse, VARIABLE } from './response-values.ts';
import type { SamplePages, SampleRequest, SampleTask } from './sample-request.ts';
import { filesIn, jsonWith, type TextFile } from './text-files.ts';

/** Reads JSON in Java. */
export const GSON = 'com.google.code.gson:gson:2.13.2';
/** The file that Maven copies. */
export const GSON_JAR = 'gson-2.13.2.jar';

/** Writes an assignment, which declares the variable the first time. */
type Assign = (variable: string, value: readonly string[]) => string[];

/** A program that sends requests one after the other. The JDK cannot read JSON: programs that do so use Gson. */
export function javaProgram(requests: readonly SampleRequest[]): string {
  const printsMembers = requests.some(({ prints = [] }) => prints.some(readsResponse));
  const readsJson = printsMembers || requests.some(({ task, keeps = [] }) => task ?? keeps.length > 0);
  const declared = new Set<string>();
  const assign: Assign = (variable, value) => {
    const [first = '', ...rest] = value;
    const written = [`${declared.has(variable) ? '' : 'var '}${variable} = ${first}`, ...rest];
    declared.add(variable);
    return [...written.slice(0, -1), `${written.at(-1)};`];
  };
  const statements = requests.flatMap((request, index) => [
    ...(index === 0 ? assign('client', ['HttpClient.newHttpClient()']) : ['']),
    ...statementsOf(request, assign),
  ]);
  return lines(
    ...(readsJson ? [`// mvn dependency:copy -Dartifact=${GSON} -DoutputDirectory=.`] : []),
    `// java${readsJson ? ` -cp ${GSON_JAR}` : ''} Main.java`,
    ...(printsMembers ? ['import com.google.gson.JsonElement;'] : []),
    ...(readsJson ? ['import com.google.gson.JsonParser;'] : []),
    'import java.net.URI;',
    'import java.net.http.*;',
    ...(requests.some(({ body }) => filesIn(body?.value).length > 0) ? ['import java.nio.file.*;'] : []),
    ...(requests.some(({ task }) => task) ? ['import java.util.List;'] : []),
    '',
    'public class Main {',
    '    public static void main(String[] args) throws Exception {',
    ...statements.map((line) => (line === '' ? '' : `        ${line}`)),
    '    }',
    ...(printsMembers ? ['', ...TEXT_METHOD.map((line) => `    ${line}`)] : []),
    '}',
  );
}

const TEXT_METHOD = [
  '/** The value of a member as text; empty if it is missing. */',
  'static String text(JsonElement value, String... names) {',
  '    for (var name : names)',
  '        value = value != null && value.isJsonObject() ? value.getAsJsonObject().get(name) : null;',
  '    if (value == null || value.isJsonNull()) return "";',
  '    return value.isJsonPrimitive() ? value.getAsString() : value.toString();',
  '}',
];

function statementsOf(
  { method, url, headers, body, needsToken, task, keeps = [], pages, prints, fails }: SampleRequest,
  assign: Assign,
): string[] {
  const all = Object.entries({ ...headers, ...(body && { 'content-type': body.mediaType }) });
  const publisher = `HttpRequest.BodyPublishers.${body ? `ofString(${pages ? 'json.toString()' : 'body'})` : 'noBody()'}`;
  const token = needsToken ? ['    .header("authorization", "Bearer " + System.getenv("TOKEN"))'] : [];
  const variables = body ? bodyVariables(body.value, assign) : [];
  const sends = [
    ...assign('request', [
      `HttpRequest.newBuilder(URI.create(${javaText(url)}))`,
      ...token,
      ...all.map(([name, value]) => `    .header(${JSON.stringify(name)}, ${javaText(value)})`),
      `    .method("${method}", ${publisher})`,
      '    .build()',
    ]),
    ...assign('response', ['client.send(request, HttpResponse.BodyHandlers.ofString())']),
    ...(task ? polls(task, token) : []),
    ...(fails === undefined ? [] : [`// The response is the error ${fails}.`]),
    `if (response.statusCode() ${fails === undefined ? '>= 400' : `!= ${fails}`})`,
    '    throw new IllegalStateException(response.statusCode() + " " + response.body());',
    ...keeps.flatMap(({ name, path }) =>
      assign(name, [`${member('JsonParser.parseString(response.body())', path)}.getAsString()`]),
    ),
    ...(prints
      ? printStatements(prints, assign)
      : ['System.out.println(response.statusCode() + " " + response.body());']),
  ];
  return [...variables, ...(pages ? withNextPage(sends, pages) : sends)];
}

function withNextPage(sends: readonly string[], { next, cursor }: SamplePages): string[] {
  const parents = cursor.slice(0, -1).map((name) => `.getAsJsonObject("${name}")`);
  return [
    'var json = JsonParser.parseString(body).getAsJsonObject();',
    'var cursor = "";',
    'do {',
    ...sends.map((line) => `    ${line}`),
    `    cursor = ${textOf({ names: next, isOptional: true }, 'answer')};`,
    `    json${parents.join('')}.addProperty("${cursor.at(-1)}", cursor);`,
    '} while (!cursor.isEmpty());',
  ];
}

/** The variable `body`. A file in it becomes a string of JSON, which the JDK has no method for. */
function bodyVariables(value: unknown, assign: Assign): string[] {
  const [file] = filesIn(value);
  const fileVariable = file && `${file.name.replace(/\.\w+$/, '').replaceAll(/\W/g, '')}Text`;
  const json = textBlock(jsonWith(value, (one) => JSON.stringify(one.placeholder)));
  const variables = [...new Set([...json.matchAll(VARIABLE)].map(([, name = '']) => name))];
  return [
    ...(file && fileVariable ? assign(fileVariable, readFile(file)) : []),
    ...assign('body', [
      json,
      ...(file ? [`    .replace("${file.placeholder}", ${fileVariable})`] : []),
      ...variables.map((name) => `    .replace("__${name}__", ${name})`),
    ]),
  ];
}

function readFile({ name }: TextFile): string[] {
  return [
    `Files.readString(Path.of("${name}"))`,
    String.raw`    .replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t").replace("\r", "").replace("\n", "\\n")`,
  ];
}

function polls(
  { startStatus, token, state, url, terminal, failed }: SampleTask,
  header: readonly string[],
): string[] {
  const parsed = 'JsonParser.parseString(response.body())';
  const listOf = (states: readonly string[]) => `List.of(${states.map((one) => `"${one}"`).join(', ')})`;
  const stateText = `${member(parsed, state)}.getAsString()`;
  return [
    `if (response.statusCode() == ${startStatus}) {`,
    `    var address = URI.create("${url[0]}" + ${member(parsed, token)}.getAsString()${url[1] === '' ? '' : ` + "${url[1]}"`});`,
    `    var poll = HttpRequest.newBuilder(address)${header.join('').trim()}.build();`,
    `    var ended = ${listOf(terminal)};`,
    '    do {',
    '        Thread.sleep(1000);',
    '        response = client.send(poll, HttpResponse.BodyHandlers.ofString());',
    `    } while (response.statusCode() == 200 && !ended.contains(${stateText}));`,
    ...(failed.length > 0
      ? [
          `    if (response.statusCode() == 200 && ${listOf(failed)}.contains(${stateText}))`,
          '        throw new IllegalStateException(response.body());',
        ]
      : []),
    '}',
  ];
}

function printStatements(prints: readonly PrintedLine[], assign: Assign): string[] {
  return [
    ...(prints.some(readsResponse) ? assign('answer', ['JsonParser.parseString(response.body())']) : []),
    ...prints.flatMap(({ each, parts }) => {
      const values = parts.map((part) =>
        typeof part === 'string' ? JSON.stringify(part) : textOf(part, each ? 'item' : 'answer'),
      );
      const call = `System.out.println(${values.join(' + ') || '""'});`;
      return each
        ? [`for (var item : ${member('answer', each.names)}.getAsJsonArray())`, `    ${call}`]
        : [call];
    }),
  ];
}

function textOf({ names }: MemberPath, holder: string): string {
  return `text(${[holder, ...names.map((name) => JSON.stringify(name))].join(', ')})`;
}

function member(holder: string, names: readonly string[]): string {
  const steps = names.map((name) =>
    /^\d+$/.test(name) ? `.getAsJsonArray().get(${name})` : `.getAsJsonObject().get("${name}")`,
  );
  return holder + steps.join('');
}

/** A string; variables become parts of it. */
function javaText(text: string): string {
  return JSON.stringify(text)
    .replaceAll(VARIABLE, (_, name: string) => `" + ${name} + "`)
    .replaceAll(/"" \+ | \+ ""/g, '');
}

function textBlock(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""');
  const indent = ' '.repeat(16);
  return `"""\n${indent}${indented(escaped, indent)}"""`;
}
