import { curlProgram, needsScript } from '../../reference/samples/curl-sample.ts';
import { javaProgram } from '../../reference/samples/java-sample.ts';
import { pythonProgram } from '../../reference/samples/python-sample.ts';
import { responseValuesIn } from '../../reference/samples/response-values.ts';
import { idsToReplace, requestOf, type SampleRequest } from '../../reference/samples/sample-request.ts';
import { filesIn } from '../../reference/samples/text-files.ts';
import { operationOf, UnknownName } from './catalog.ts';
import { blocks, code, fence, sentences } from './markdown.ts';
import { checkValues, pagesOf, printedLines, type RequestValues, readValues } from './request-values.ts';
import { contractValue, valueMarkdown } from './values.ts';

type Requests = readonly SampleRequest[];

/** The languages beside TypeScript, with the language of their fences. */
const LANGUAGES = [
  { value: 'curl', label: 'curl', fence: 'bash', programOf: curlProgram },
  { value: 'python', label: 'Python', fence: 'python', programOf: pythonProgram },
  { value: 'java', label: 'Java', fence: 'java', programOf: javaProgram },
];

/**
 * Tabs with a program in each language beside TypeScript, for a group of tabs that begins with one. They send the same
 * requests, wait for tasks, and print the last response, or what `print` says. `values` is YAML with the values that the program
 * sends, by operationId. `without=python` leaves out a language that the page itself shows.
 * @throws UnknownName for values that the contract does not allow
 */
export function requestTabs(words: readonly string[], values: string): string {
  const without = words.flatMap((word) => /^without=(.+)$/.exec(word)?.[1]?.split(',') ?? []);
  const references = words.filter((word) => !word.startsWith('without='));
  const requests = requestsOf(references, readValues(values, references));
  const links = references.map((reference) => valueMarkdown(contractValue(reference, [])));
  const notes = requests.map((request) => idsToReplace(request, code));
  const isFirstPage = references.some(
    (reference, index) => operationOf(reference).operation.pagination && !requests[index]?.pages,
  );
  return blocks(
    ...LANGUAGES.filter(({ value }) => !without.includes(value)).map((language) => {
      const text = sentences(
        `Send ${[...new Set(links)].join(', then ')}.`,
        language.value === 'curl' ? commandNote(requests) : '',
        ...new Set(notes),
        isFirstPage ? 'Only the first page of the list is requested.' : '',
      );
      return `::: tab ${language.label}\n${blocks(text, fence(language.fence, language.programOf(requests)))}\n:::`;
    }),
  );
}

function requestsOf(references: readonly string[], given: Map<string, RequestValues[]>): Requests {
  const requests: SampleRequest[] = references.map((reference, index) => {
    const named = operationOf(reference);
    const { id } = named.operation;
    const own = given.get(id)?.shift();
    if (!own)
      throw new UnknownName(
        `requests ${reference} needs the values that the program of the page sends: indent "${id}:" below it`,
      );
    checkValues(named, own);
    const { print, fails, ...sent } = own;
    const isLast = index === references.length - 1;
    const prints = print === undefined ? (isLast ? undefined : []) : printedLines(named, print, fails);
    const pages = isLast && prints ? pagesOf(named, own, prints) : undefined;
    const { task, ...request } = requestOf(named.operation, named.placed.api, sent);
    return {
      ...request,
      // A request that is rejected starts no task.
      ...(fails === undefined ? task && { task } : { fails }),
      ...(prints && { prints }),
      ...(pages && { pages }),
    };
  });
  const unused = [...given].flatMap(([id, values]) => values.map(() => id));
  if (unused.length > 0)
    throw new UnknownName(`there are values for ${unused.join(', ')}, but no such request`);
  return requests.map((request, index) => withKept(request, index, requests));
}

/** The request with the values of its response that later requests send. */
function withKept(request: SampleRequest, index: number, requests: Requests): SampleRequest {
  const isFirst = requests.findIndex(({ operation }) => operation === request.operation) === index;
  for (const { operation, path } of sentIn(request))
    if (!requests.slice(0, index).some((earlier) => earlier.operation === operation))
      throw new UnknownName(`!from ${[operation, ...path].join('/')}: ${operation} is no earlier request`);
  const later = requests.slice(index + 1).flatMap(sentIn);
  const kept = new Map(
    later.flatMap((value) =>
      isFirst && value.operation === request.operation ? [[value.name, value] as const] : [],
    ),
  );
  return kept.size === 0 ? request : { ...request, keeps: [...kept.values()] };
}

function sentIn({ path, query, headers, body }: SampleRequest) {
  return responseValuesIn([path, query, headers, body?.value]);
}

function commandNote(requests: Requests): string {
  if (needsScript(requests)) return 'Save the commands as a file and run it with `bash`; they need `jq`.';
  return requests.some(({ body }) => filesIn(body?.value).length > 0) ? 'The command needs `jq`.' : '';
}
