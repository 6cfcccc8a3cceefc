import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import type { ReferenceExample } from '@tessera/contracts/reference-model';
import type { DescriptorFixture } from '@tessera/contracts/vocabulary';
import { apiOf, operationOf, schemaOf, splitReference, UnknownName, webhookOf } from './catalog.ts';
import { commandHelp, flagsTable } from './command-help.ts';
import { contractVersionsTable } from './contract-versions.ts';
import { curlCommand } from './curl.ts';
import { fixesTable } from './fixes.ts';
import { enumValues } from './keywords.ts';
import { code, exampleMarkdown, fence, list, sentences } from './markdown.ts';
import { notificationKindNote, notificationKindsTable } from './notification-kinds.ts';
import { requestTabs } from './requests.ts';
import { sdkMarkdown } from './sdk.ts';
import { sdkCompletions, sdkOperations, sdkSection } from './sdk-surface.ts';
import {
  capabilitiesTable,
  chosenTable,
  errorsTable,
  limits,
  membersTable,
  operationCard,
  operationsTable,
  parametersTable,
  rulesList,
  transportErrorsTable,
} from './tables.ts';
import { templateMarkdown } from './template-files.ts';

/** The replacement of a directive. */
export interface Rendered {
  readonly markdown: string;
  /** Labels its tables for readers who do not see their surroundings. */
  readonly label: string;
}

type Directive = (...words: string[]) => Rendered;

const CONTRACT: Readonly<Record<string, Directive>> = {
  operations: (api = '') => {
    const placed = apiOf(api);
    return { markdown: operationsTable(placed), label: `Operations of the ${placed.api.title}` };
  },
  operation: (reference = '') => {
    const { placed, operation } = operationOf(reference);
    return { markdown: operationCard(placed, operation), label: operation.summary };
  },
  parameters: (reference = '') => {
    const { placed, operation } = operationOf(reference);
    return { markdown: parametersTable(placed, operation), label: `Parameters of: ${operation.summary}` };
  },
  schema: (reference = '', only = '') => {
    const { placed, schema } = schemaOf(reference);
    const names = /^only=(.+)$/.exec(only)?.[1]?.split(',') ?? [];
    const markdown =
      schema.properties.length > 0
        ? membersTable(placed, schema.properties, names)
        : sentences(schema.description, `Type: ${schema.type}.`, limits(schema));
    return { markdown, label: `Members of ${schema.name}` };
  },
  enum: (reference = '') => {
    const { schema } = schemaOf(reference.split('/')[0] ?? '');
    const since: Readonly<Record<string, string>> = schema.sinceByValue ?? {};
    const items = enumValues(reference).map((value) =>
      sentences(code(value), since[value] === undefined ? '' : `(since ${since[value]})`),
    );
    return { markdown: list(items), label: `Values of ${reference}` };
  },
  errors: (reference = '') => {
    const { placed, operation } = reference.includes('#')
      ? operationOf(reference)
      : { placed: apiOf(reference), operation: undefined };
    const label = `Errors of ${operation ? `: ${operation.summary}` : `the ${placed.api.title}`}`;
    return { markdown: errorsTable(placed, operation), label };
  },
  transport: (api = '') => ({
    markdown: transportErrorsTable(apiOf(api)),
    label: 'Errors of every request',
  }),
  fixes: (api = '') => ({ markdown: fixesTable(apiOf(api)), label: `Failed checks of ${api}` }),
  versions: (api = '') => ({
    markdown: contractVersionsTable(apiOf(api)),
    label: `Contract versions of ${api}`,
  }),
  curl: (reference = '') => {
    const { placed, operation } = operationOf(reference);
    return { markdown: curlCommand(placed, operation), label: operation.summary };
  },
  rules: (reference = '') => {
    const [api, schema] = reference.includes('#') ? splitReference(reference) : [reference, undefined];
    if (schema !== undefined) schemaOf(reference);
    return { markdown: rulesList(apiOf(api), schema), label: `Rules of ${reference}` };
  },
  capabilities: (api = '') => ({
    markdown: capabilitiesTable(apiOf(api)),
    label: `What a ${api} service may do without`,
  }),
  chosen: (api = '') => ({ markdown: chosenTable(apiOf(api)), label: `Decisions about ${api}` }),
  notifications: (...kinds) => {
    const [kind] = kinds;
    return kind !== undefined && kinds.length === 1
      ? { markdown: notificationKindNote(kind), label: `About ${kind}` }
      : { markdown: notificationKindsTable(kinds), label: 'Kinds of notification' };
  },
  example: (reference = '', part = '', ...names) => ({
    markdown: exampleBlocks(reference, part, names[0]),
    label: reference,
  }),
  descriptor: (name = '') => {
    const all: ReadonlyMap<string, DescriptorFixture> = new Map(Object.entries(descriptors));
    const found = all.get(name);
    if (!found) throw new UnknownName(`there is no descriptor ${name}; known: ${[...all.keys()].join(', ')}`);
    return { markdown: fence('yaml', found.text), label: found.summary };
  },
};

/** The keywords of `::: contract`. */
export const CONTRACT_DIRECTIVES: readonly string[] = [...Object.keys(CONTRACT), 'requests'];

const DIRECTIVE = /^:::\s*(contract|flags|help|sdk|template)\s+(\S.*?)\s*$/;

/** True for a line that {@link renderDirective} accepts. */
export function isDirective(line: string): boolean {
  return DIRECTIVE.test(line);
}

const rendered = new Map<string, Rendered>();

/**
 * The Markdown for a line such as `::: contract operations tech-adapter`, and for the indented lines after it.
 * @throws UnknownName that names what the contracts do not have
 */
export function renderDirective(line: string, values: string): Rendered {
  const [, kind = '', words = ''] = DIRECTIVE.exec(line) ?? [];
  const key = `${kind} ${words}\n${values}`;
  const known = rendered.get(key);
  if (known) return known;
  const result = render(kind, words, values);
  rendered.set(key, result);
  return result;
}

function render(kind: string, words: string, values: string): Rendered {
  if (kind === 'help') return { markdown: fence('text', commandHelp(words)), label: `Help of ${words}` };
  if (kind === 'flags') return { markdown: flagsTable(words), label: `Flags of ${words}` };
  if (kind === 'sdk')
    return { markdown: renderSdk(words.split(/\s+/)), label: `${words} of the client library` };
  if (kind === 'template') return { markdown: templateMarkdown(words), label: `Template: ${words}` };
  return renderContract(words.split(/\s+/), values);
}

function renderSdk([first = '', second, third]: readonly string[]): string {
  if (first === 'section') return sdkSection(second ?? '');
  if (first === 'operations') return sdkOperations(second ?? '');
  if (first === 'completions') return sdkCompletions(second ?? '', third ?? '');
  return sdkMarkdown(first);
}

function renderContract([kind = '', ...words]: readonly string[], values: string): Rendered {
  if (kind === 'requests')
    return { markdown: requestTabs(words, values), label: `Requests: ${words.join(', ')}` };
  const render = Object.hasOwn(CONTRACT, kind) ? CONTRACT[kind] : undefined;
  if (!render) throw new UnknownName(`contract ${kind} is unknown; known: ${CONTRACT_DIRECTIVES.join(', ')}`);
  return render(...words);
}

function exampleBlocks(reference: string, part: string, name: string | undefined): string {
  const holders = examplesOf(reference);
  const examples = holders.get(part);
  if (!examples)
    throw new UnknownName(
      `${reference} has no ${part || 'part named'}; known: ${[...holders.keys()].join(', ')}`,
    );
  const example = name === undefined ? examples[0] : examples.find((one) => one.name === name);
  if (!example) {
    const known = examples.map((one) => one.name).join(', ') || 'none';
    throw new UnknownName(`${reference} ${part} has no example ${name ?? ''}; known: ${known}`);
  }
  return exampleMarkdown(example.value);
}

/** The examples of an operation or a webhook: those of the request under `request`, the others by status. */
function examplesOf(reference: string): Map<string, readonly ReferenceExample[]> {
  const webhook = webhookOf(reference);
  if (webhook) return new Map([['request', webhook.found.body?.examples ?? []]]);
  const { body, responses } = operationOf(reference).operation;
  return new Map([
    ...(body ? [['request', body.examples] as const] : []),
    ...responses.map(({ status, examples }) => [status, examples] as const),
  ]);
}
