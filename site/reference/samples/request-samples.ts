import { clientFunction } from '../../shared/client-function.ts';
import { curlSample } from './curl-sample.ts';
import { javaProgram } from './java-sample.ts';
import { indented, inOneLine, lines, literal, type Notation } from './notation.ts';
import { pythonProgram } from './python-sample.ts';
import type { SampleRequest } from './sample-request.ts';
import { filesIn } from './text-files.ts';

/** One request in one language. */
interface RequestSample {
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
    { value: 'python', label: 'Python', code: pythonProgram([request]) },
    { value: 'java', label: 'Java', code: javaProgram([request]) },
  ];
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

const TYPESCRIPT: Notation = {
  indent: '  ',
  scalar: (value) => (typeof value === 'string' ? singleQuoted(value) : JSON.stringify(value)),
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name)),
  variable: (name) => name,
  file: (name) => `await readFile(${singleQuoted(name)}, 'utf8')`,
};

function singleQuoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function variableOf(api: string): string {
  return api.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
