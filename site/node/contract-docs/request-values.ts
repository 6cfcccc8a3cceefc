import type { ReferenceOperation } from '@tessera/contracts/reference-model';
import { parse } from 'yaml';
import {
  type MemberPath,
  type PrintedLine,
  printedLine,
  ResponseValue,
} from '../../reference/samples/response-values.ts';
import type { GivenValues, SamplePages } from '../../reference/samples/sample-request.ts';
import { TextFile } from '../../reference/samples/text-files.ts';
import { operationOf, type PlacedApi, UnknownName } from './catalog.ts';
import { bodyProblems } from './request-schemas.ts';

/** A line to print, or one for each item of a list in the response. */
type GivenLine = string | { readonly each: string; readonly text: string };

/** What a page says about one request of its program. */
export interface RequestValues extends GivenValues {
  readonly print?: GivenLine | readonly GivenLine[];
  /** The status of the expected error. */
  readonly fails?: number;
}

interface Named {
  readonly placed: PlacedApi;
  readonly operation: ReferenceOperation;
}

/**
 * The values of requests by operationId, a list for an operation that is called several times. `!file NAME` is the text of a
 * file that the reader has, `!from operationId/MEMBER` a member of an earlier response.
 */
export function readValues(yaml: string, references: readonly string[]): Map<string, RequestValues[]> {
  const customTags = [
    { tag: '!file', resolve: (name: string) => new TextFile(name, `content of ${name}`) },
    { tag: '!from', resolve: (source: string) => responseValue(source, references) },
  ];
  const all: Readonly<Record<string, RequestValues | readonly RequestValues[] | null>> | null = parse(yaml, {
    customTags,
  });
  return new Map(Object.entries(all ?? {}).map(([id, values]) => [id, [values ?? {}].flat()]));
}

function responseValue(source: string, references: readonly string[]): ResponseValue {
  const [id = '', ...path] = source.split('/');
  const reference = references.find((one) => one.endsWith(`#${id}`));
  if (reference === undefined) throw new UnknownName(`!from ${source}: there is no request ${id}`);
  const [example] = membersOf(responsesOf(operationOf(reference)), { names: path, isOptional: false });
  if (example === undefined)
    throw new UnknownName(`!from ${source}: no example of the response has ${path.join('/')}`);
  return new ResponseValue(id, path, example);
}

/** What a program prints of a response. @throws UnknownName for members that the contract does not show */
export function printedLines(
  named: Named,
  print: NonNullable<RequestValues['print']>,
  fails?: number,
): PrintedLine[] {
  const responses = fails === undefined ? responsesOf(named) : examplesOf(named.operation, String(fails));
  return [print].flat().map((given) => {
    const line = typeof given === 'string' ? printedLine(given) : printedLine(given.text, given.each);
    const holders = line.each ? membersOf(responses, line.each).flatMap(itemsOf) : responses;
    for (const part of [...(line.each ? [line.each] : []), ...line.parts]) {
      const within = part === line.each ? responses : holders;
      if (typeof part !== 'string' && membersOf(within, part).length === 0)
        throw new UnknownName(
          `${named.operation.id}: no example of the response has ${part.names.join('/')}, which is printed`,
        );
    }
    return line;
  });
}

/** How to request all pages of a list whose items are printed, if the body has the place of the cursor. */
export function pagesOf(
  { operation }: Named,
  { body }: RequestValues,
  lines: readonly PrintedLine[],
): SamplePages | undefined {
  const { items, nextCursor, cursor } = operation.pagination ?? {};
  const isPrinted = lines.some(({ each }) => each && `/${each.names.join('/')}` === items);
  if (!isPrinted || nextCursor === undefined || !cursor?.startsWith('body:')) return undefined;
  const place = cursor.split('/').slice(1);
  const [parent] = membersOf([body], { names: place.slice(0, -1), isOptional: false });
  return parent === undefined ? undefined : { next: nextCursor.split('/').slice(1), cursor: place };
}

/** The examples of success; for a task those of its poll. */
function responsesOf({ placed, operation }: Named): unknown[] {
  const poll = operation.longRunning?.poll;
  return examplesOf(
    poll ? operationOf(`${poll.api ?? placed.api.id}#${poll.operation}`).operation : operation,
    '2',
  );
}

/** The examples of the responses whose status begins like this. */
function examplesOf({ responses }: ReferenceOperation, start: string): unknown[] {
  return responses
    .filter(({ status }) => status.startsWith(start))
    .flatMap(({ examples }) => examples.map(({ value }) => value));
}

function membersOf(values: readonly unknown[], { names }: MemberPath): unknown[] {
  return values
    .map((value) =>
      names.reduce<unknown>(
        (holder, name) =>
          typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined,
        value,
      ),
    )
    .filter((value) => value !== undefined);
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const PLACES = { path: 'path', query: 'query', headers: 'header' } as const;
/** Any operation accepts a token; `prefer` selects an example of a stub. */
const GENERAL_HEADERS = ['authorization', 'prefer'];

/** @throws UnknownName for values that the contract does not allow */
export function checkValues({ placed, operation }: Named, given: RequestValues): void {
  const { baseUrl: _, body, print: _print, fails, ...groups } = given;
  const problems = Object.keys(groups).flatMap((key) =>
    key in PLACES ? [] : [`${key} is no part of a request`],
  );
  for (const [group, place] of Object.entries(PLACES)) {
    const values: Readonly<Record<string, unknown>> = { ...Reflect.get(groups, group) };
    const known = operation.parameters.filter((parameter) => parameter.in === place);
    for (const name of Object.keys(values))
      if (
        !(group === 'headers' && GENERAL_HEADERS.includes(name)) &&
        !known.some((parameter) => parameter.name === name)
      )
        problems.push(`${name} is no parameter in ${group}`);
    for (const { name, required, values: allowed } of known) {
      const value = values[name];
      if (value === undefined && required) problems.push(`${name} is missing in ${group}`);
      if (value !== undefined && allowed && !allowed.includes(String(value)))
        problems.push(`${name} must be one of ${allowed.join(', ')}`);
    }
  }
  if (fails !== undefined && operation.errors[String(fails)] === undefined)
    problems.push(`${fails} is no error of the operation`);
  problems.push(...bodyProblems(placed, operation, body));
  if (problems.length > 0) throw new UnknownName(`${operation.id}: ${problems.join('; ')}`);
}
