import { type RequestSample, requestSamples } from '../../reference/samples/request-samples.ts';
import { BODY_FILE, idsToReplace, sampleRequest } from '../../reference/samples/sample-request.ts';
import { operationOf } from './catalog.ts';
import { blocks, code, fence } from './markdown.ts';

/** How the fences of a page name the languages of samples. */
const FENCES: Readonly<Record<RequestSample['value'], string>> = {
  curl: 'bash',
  typescript: 'ts',
  python: 'python',
  java: 'java',
};

/**
 * Tabs with the requests of operations in the languages beside TypeScript, for a group of tabs that begins with a program.
 * The requests have the values of the contract's examples.
 */
export function requestTabs(references: readonly string[]): string {
  const requests = references.map((reference) => {
    const { placed, operation } = operationOf(reference);
    const request = sampleRequest(operation, placed.api);
    return { request, summary: operation.summary, samples: requestSamples(request) };
  });
  const languages = requests[0]?.samples.filter(({ value }) => value !== 'typescript') ?? [];
  const tabs = languages.map(({ label, value }) => {
    const parts = requests.flatMap(({ request, summary, samples }) => {
      const found = samples.find((sample) => sample.value === value);
      const { body } = request;
      return [
        `${summary}, with the values of the contract’s example. ${idsToReplace(request, code)}`.trim(),
        body?.isFile === true ? `:::: details ${BODY_FILE}\n${fence('json', body.json)}\n::::` : '',
        fence(FENCES[value], found?.code ?? ''),
      ];
    });
    return `::: tab ${label}\n${blocks(...parts)}\n:::`;
  });
  return blocks(...tabs);
}
