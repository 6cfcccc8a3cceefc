import { BODY_FILE, type SampleRequest } from './sample-request.ts';

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
    { value: 'curl', label: 'curl', code: curl(request) },
    { value: 'typescript', label: 'TypeScript', code: typescript(request) },
    { value: 'python', label: 'Python', code: python(request) },
    { value: 'java', label: 'Java', code: java(request) },
  ];
}

function curl({ method, url, headers, body, needsToken }: SampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    shellQuoted(url),
    ...(needsToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body ? [`-H ${shellQuoted(`content-type: ${body.mediaType}`)}`] : []),
    ...(body ? [`-d ${body.isFile ? `@${BODY_FILE}` : shellQuoted(body.json)}`] : []),
  ];
  return `curl ${options.join(' \\\n  ')}`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function typescript(request: SampleRequest): string {
  const { api, operation, baseUrl, path, query, headers, body, needsToken, isLongRunning, hasAnswer } =
    request;
  const factory = `create${pascalCase(api)}`;
  const name = camelCase(api);
  const groups = Object.entries({ path, query, headers }).filter(
    ([, values]) => Object.keys(values).length > 0,
  );
  const parts = [
    ...groups.map(([group, values]) => `${group}: ${objectLiteral(values)}`),
    ...(body ? [body.isFile ? 'body' : `body: ${indented(literal(body.value), 1)}`] : []),
  ];
  const given = parts.length === 0 ? '' : `{\n${parts.map((part) => `  ${part},\n`).join('')}}`;
  const token = needsToken ? ", token: process.env['TOKEN']" : '';
  const call = `await ${name}.${operation}(${given});`;
  return lines(
    ...(body?.isFile ? ["import { readFile } from 'node:fs/promises';"] : []),
    `import { ${factory} } from '@tessera/client/${api}';`,
    '',
    `const ${name} = ${factory}({ baseUrl: '${baseUrl}'${token} });`,
    ...(body?.isFile ? [`const body = JSON.parse(await readFile('${BODY_FILE}', 'utf8'));`] : []),
    ...(isLongRunning
      ? [`const task = ${call}`, 'console.log(await task.wait());']
      : hasAnswer
        ? [`const answer = ${call}`, 'console.log(answer);']
        : [call]),
  );
}

function objectLiteral(values: Readonly<Record<string, string | number | boolean>>): string {
  const members = Object.entries(values).map(([name, value]) => `${propertyKey(name)}: ${literal(value)}`);
  return `{ ${members.join(', ')} }`;
}

/** A value as TypeScript, over several lines. */
function literal(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return bracketed('[', value.map(literal), ']');
  const members = Object.entries(value).map(([name, member]) => `${propertyKey(name)}: ${literal(member)}`);
  return bracketed('{', members, '}');
}

function bracketed(open: string, items: readonly string[], close: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `  ${indented(item, 1)},\n`).join('')}${close}`;
}

function indented(text: string, levels: number): string {
  return text.replaceAll('\n', `\n${'  '.repeat(levels)}`);
}

function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

function stringLiteral(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function python({ method, url, headers, body, needsToken, hasAnswer }: SampleRequest): string {
  const sent = [
    ...(needsToken ? ['"authorization": f"Bearer {os.environ[\'TOKEN\']}"'] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const options = [
    JSON.stringify(url),
    ...(body
      ? [`json=${body.isFile ? `json.load(open("${BODY_FILE}"))` : indentedBy4(pythonLiteral(body.value))}`]
      : []),
    ...(sent.length > 0 ? [`headers={${sent.join(', ')}}`] : []),
    'timeout=30',
  ];
  const standard = [...(body?.isFile ? ['import json'] : []), ...(needsToken ? ['import os'] : [])];
  return lines(
    ...standard,
    ...(standard.length > 0 ? [''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...options.map((option) => `    ${option},`),
    ')',
    'response.raise_for_status()',
    hasAnswer ? 'print(response.json())' : 'print(response.status_code)',
  );
}

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map(pythonLiteral)]
    : [
        '{',
        '}',
        Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member)}`),
      ];
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `    ${indentedBy4(item)},\n`).join('')}${close}`;
}

function indentedBy4(text: string): string {
  return text.replaceAll('\n', '\n    ');
}

function java({ method, url, headers, body, needsToken }: SampleRequest): string {
  const all = Object.entries({ ...headers, ...(body && { 'content-type': body.mediaType }) });
  const publisher = body
    ? body.isFile
      ? `HttpRequest.BodyPublishers.ofFile(Path.of("${BODY_FILE}"))`
      : 'HttpRequest.BodyPublishers.ofString(body)'
    : 'HttpRequest.BodyPublishers.noBody()';
  return lines(
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    ...(body?.isFile ? ['import java.nio.file.Path;'] : []),
    '',
    ...(body && !body.isFile ? [`var body = ${textBlock(body.json)};`] : []),
    `var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`,
    ...(needsToken ? ['    .header("authorization", "Bearer " + System.getenv("TOKEN"))'] : []),
    ...all.map(([name, value]) => `    .header(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    `    .method("${method}", ${publisher})`,
    '    .build();',
    'var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.statusCode() + " " + response.body());',
  );
}

function textBlock(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""');
  return `"""\n    ${indentedBy4(escaped)}"""`;
}

function lines(...all: readonly string[]): string {
  return all.join('\n');
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}
