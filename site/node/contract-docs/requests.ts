import { type RequestSample, requestSamples } from '../../reference/samples/request-samples.ts';
import { BODY_FILE, idsToReplace, sampleRequest } from '../../reference/samples/sample-request.ts';
import { operationOf } from './catalog.ts';
import { blocks, code, fence, sentences } from './markdown.ts';
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
 * The requests have the values of the contract's examples. `without=python` leaves out a language that the page itself shows.
 */
export function requestTabs(words: readonly string[]): string {
  const without = words.flatMap((word) => /^without=(.+)$/.exec(word)?.[1]?.split(',') ?? []);
  const references = words.filter((word) => !word.startsWith('without='));
  const requests = references.map((reference) => {
    const { placed, operation } = operationOf(reference);
    const request = sampleRequest(operation, placed.api);
    const link = valueMarkdown(contractValue(reference, []));
    return { request, link, samples: requestSamples(request) };
  });
  const languages =
    requests[0]?.samples.filter(({ value }) => ![...without, 'typescript'].includes(value)) ?? [];
  const tabs = languages.map(({ label, value }) => {
    const parts = requests.flatMap(({ request, link, samples }) => [
      sentences(
        `${link}, using the example values from the contract.`,
        request.body?.isFile === true ? `Save the body that the reference shows as ${code(BODY_FILE)}.` : '',
        idsToReplace(request, code),
      ),
      fence(FENCES[value], samples.find((sample) => sample.value === value)?.code ?? ''),
    ]);
    return `::: tab ${label}\n${blocks(...parts)}\n:::`;
  });
  return blocks(...tabs);
}
