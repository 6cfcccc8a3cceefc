import type {
  ReferenceCallback,
  ReferenceExample,
  ReferenceModel,
  ReferenceOperation,
  ReferenceResponse,
} from '@tessera/contracts/reference-model';
import type { ErrorCatalogEntry } from '@tessera/contracts/vocabulary';
import { apiOf, errorsOf, type PlacedApi } from '../../node/contract-docs/catalog.ts';
import {
  blocks,
  code,
  exampleMarkdown,
  fence,
  link,
  list,
  sentences,
} from '../../node/contract-docs/markdown.ts';
import {
  capabilitiesTable,
  limits,
  membersTable,
  operationCard,
  parametersTable,
  rulesList,
} from '../../node/contract-docs/tables.ts';
import { requestSamples } from '../samples/request-samples.ts';
import { filesToSave, idsToReplace, sampleRequest } from '../samples/sample-request.ts';
import { hasChanged, historyOf } from './operation-changes.ts';

/** The APIs of an area and all errors of their operations, as Markdown. */
export function renderIndexMarkdown({ description, apis, errors }: ReferenceModel): string {
  const pages = apis.map(({ id, title, summary }) => `${link(title, apiOf(id).route)}: ${summary}`);
  return `${blocks(description, list(pages), renderErrors(errors))}\n`;
}

/** An API as Markdown: every operation with what goes in, what comes out and what can go wrong. */
export function renderApiMarkdown(placed: PlacedApi): string {
  const { api } = placed;
  const schemas = api.schemas.map((schema) =>
    blocks(
      `### ${schema.name}`,
      schema.description,
      schema.properties.length > 0
        ? membersTable(placed, schema.properties)
        : sentences(`Type: ${schema.type}.`, limits(schema)),
    ),
  );
  const text = blocks(
    `Version ${api.version}`,
    api.description,
    ...api.operations.map((operation) => renderOperation(placed, operation)),
    ...(api.capabilities.length > 0 ? ['## Capabilities', capabilitiesTable(placed)] : []),
    ...(api.rules.length > 0 ? ['## Rules', rulesList(placed)] : []),
    '## Schemas',
    ...schemas,
    renderErrors(errorsOf(placed)),
  );
  return `${text}\n`;
}

function renderErrors(errors: readonly ErrorCatalogEntry[]): string {
  if (errors.length === 0) return '';
  const entries = errors.map((error) =>
    blocks(
      `### ${error.code} (${error.status})`,
      error.message,
      error.userMessage ?? '',
      list(error.problems),
      list(error.solutions),
    ),
  );
  return blocks('## Error catalog', ...entries);
}

function renderOperation(placed: PlacedApi, operation: ReferenceOperation): string {
  return blocks(
    `## ${operation.summary}`,
    operation.description,
    operationCard(placed, operation),
    operation.parameters.length > 0 ? parametersTable(placed, operation) : '',
    requestExamples(placed, operation),
    responseExamples(operation.responses),
    ...(operation.callbacks ?? []).map(renderCallback),
    changesList(placed, operation),
  );
}

/** The request in each language, and the examples of its body. */
function requestExamples({ api }: PlacedApi, operation: ReferenceOperation): string {
  const request = sampleRequest(operation, api);
  const examples = operation.body?.examples ?? [];
  return blocks(
    ...(examples.length > 0 ? ['### Example request bodies', ...examples.map(exampleBlock)] : []),
    '### Example request',
    sentences(filesToSave(request, code), idsToReplace(request, code)),
    ...requestSamples(request).map(({ value, code: text }) => fence(value === 'curl' ? 'bash' : value, text)),
  );
}

function renderCallback({ name, method, expression, body, responses }: ReferenceCallback): string {
  return blocks(
    `### Callback ${name}`,
    code(`${method.toUpperCase()} ${expression}`),
    ...(body?.examples ?? []).map(exampleBlock),
    responseExamples(responses),
  );
}

function responseExamples(responses: readonly ReferenceResponse[]): string {
  const examples = responses.flatMap(({ status, examples: ofStatus }) =>
    ofStatus.map((example) => exampleBlock({ ...example, summary: `${code(status)} ${example.summary}` })),
  );
  return examples.length === 0 ? '' : blocks('### Example responses', ...examples);
}

function exampleBlock({ summary, value }: Pick<ReferenceExample, 'summary' | 'value'>): string {
  return blocks(`${summary}:`, exampleMarkdown(value));
}

function changesList({ api }: PlacedApi, operation: ReferenceOperation): string {
  const history = historyOf(operation, api);
  if (!hasChanged(history)) return '';
  const changes = history.changes.map(({ contractVersion, texts }) =>
    sentences(`${contractVersion}:`, ...texts),
  );
  return blocks('Changes of this operation:', list([...history.deprecations, ...changes]));
}
