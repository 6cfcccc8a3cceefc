import type { ReferenceOperation, ReferenceParameter } from '@tessera/contracts/reference-model';
import { parse } from 'yaml';
import { type RequestSample, requestSamples } from '../../reference/samples/request-samples.ts';
import { type GivenValues, idsToReplace, requestOf } from '../../reference/samples/sample-request.ts';
import { filesIn, TextFile } from '../../reference/samples/text-files.ts';
import { operationOf, type PlacedApi, UnknownName } from './catalog.ts';
import { blocks, code, fence, sentences } from './markdown.ts';
import { bodyProblems } from './request-schemas.ts';
import { contractValue, valueMarkdown } from './values.ts';

/** How the fences of a page name the languages of samples. */
const FENCES: Readonly<Record<RequestSample['value'], string>> = {
  curl: 'bash',
  typescript: 'ts',
  python: 'python',
  java: 'java',
};

/**
 * Tabs with the requests of operations in the languages beside TypeScript, for a group of tabs that begins with a program.
 * `values` is YAML with the values that the program sends, by operationId. `without=python` leaves out a language that the
 * page itself shows.
 * @throws UnknownName for values that the contract does not allow
 */
export function requestTabs(words: readonly string[], values: string): string {
  const without = words.flatMap((word) => /^without=(.+)$/.exec(word)?.[1]?.split(',') ?? []);
  const references = words.filter((word) => !word.startsWith('without='));
  const given = readValues(values);
  const requests = references.map((reference) => {
    const { placed, operation } = operationOf(reference);
    const own = given.get(operation.id);
    if (!own)
      throw new UnknownName(
        `requests ${reference} needs the values that the program of the page sends: indent "${operation.id}:" below it`,
      );
    given.delete(operation.id);
    checkValues(placed, operation, own);
    const request = requestOf(operation, placed.api, own);
    const link = valueMarkdown(contractValue(reference, []));
    return { request, link, samples: requestSamples(request) };
  });
  if (given.size > 0)
    throw new UnknownName(`there are values for ${[...given.keys()].join(', ')}, but no such request`);
  const languages =
    requests[0]?.samples.filter(({ value }) => ![...without, 'typescript'].includes(value)) ?? [];
  const tabs = languages.map(({ label, value }) => {
    const parts = requests.flatMap(({ request, link, samples }) => [
      sentences(
        `Request: ${link}.`,
        value === 'curl' && filesIn(request.body?.value).length > 0 ? 'The command needs `jq`.' : '',
        idsToReplace(request, code),
      ),
      fence(FENCES[value], samples.find((sample) => sample.value === value)?.code ?? ''),
    ]);
    return `::: tab ${label}\n${blocks(...parts)}\n:::`;
  });
  return blocks(...tabs);
}

/** YAML, in which `!file NAME` is the text of a file that the reader has. */
function readValues(yaml: string): Map<string, GivenValues> {
  const file = {
    tag: '!file',
    resolve: (name: string) => new TextFile(name, `content of ${name}`),
  };
  const value: Readonly<Record<string, GivenValues | null>> | null = parse(yaml, { customTags: [file] });
  return new Map(Object.entries(value ?? {}).map(([id, given]) => [id, given ?? {}]));
}

const PLACES = { path: 'path', query: 'query', headers: 'header' } as const;
/** Selects an example of a stub; no contract lists it. */
const STUB_HEADER = 'prefer';

function checkValues(placed: PlacedApi, operation: ReferenceOperation, given: GivenValues): void {
  const { baseUrl: _, body, ...groups } = given;
  const problems = Object.keys(groups).flatMap((key) =>
    key in PLACES ? [] : [`${key} is no part of a request`],
  );
  for (const [group, place] of Object.entries(PLACES)) {
    const values: Readonly<Record<string, unknown>> = { ...Reflect.get(groups, group) };
    const known = operation.parameters.filter((parameter) => parameter.in === place);
    for (const name of Object.keys(values))
      if (name !== STUB_HEADER && !known.some((parameter) => parameter.name === name))
        problems.push(`${name} is no parameter in ${group}`);
    for (const parameter of known)
      problems.push(...parameterProblems(parameter, values[parameter.name], group));
  }
  problems.push(...bodyProblems(placed, operation, body));
  if (problems.length > 0) throw new UnknownName(`${operation.id}: ${problems.join('; ')}`);
}

function parameterProblems(
  { name, required, values }: ReferenceParameter,
  value: unknown,
  group: string,
): string[] {
  if (value === undefined) return required ? [`${name} is missing in ${group}`] : [];
  return values && !values.includes(String(value)) ? [`${name} must be one of ${values.join(', ')}`] : [];
}
