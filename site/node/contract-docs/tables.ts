import type {
  ReferenceOperation,
  ReferenceProperty,
  ReferenceResponse,
  ReferenceType,
} from '@tessera/contracts/reference-model';
import type { Chosen, ErrorCatalogEntry } from '@tessera/contracts/vocabulary';
import { errorsOf, hrefOf, type PlacedApi, UnknownName } from './catalog.ts';
import { blocks, code, link, list, sentences, table } from './markdown.ts';

/** All operations of an API, or the selected ones. */
export function operationsTable(
  placed: PlacedApi,
  isMeant: (operation: ReferenceOperation) => boolean = () => true,
): string {
  const rows = placed.api.operations
    .filter(isMeant)
    .map((operation) => [
      operationLink(placed, operation),
      sentences(operation.summary, operation.deprecated ? '(deprecated)' : ''),
    ]);
  return table(['Operation', 'What it does'], rows);
}

/** The requests and responses of one operation. */
export function operationCard(placed: PlacedApi, operation: ReferenceOperation): string {
  const { parameters, body, responses, longRunning, capability } = operation;
  const needs = capability && placed.api.capabilities.find(({ id }) => id === capability.id);
  const rows = [
    parameters.length === 0
      ? null
      : ['Parameters', parameters.map((one) => `${code(one.name)} (${parameterPlace(one)})`).join(', ')],
    body && [
      body.required ? 'Request body' : 'Request body, optional',
      sentences(`${schemaLink(placed, body.schema)} as ${code(body.mediaType)}.`, body.description),
    ],
    longRunning && ['Asynchronous', taskSentence(placed, longRunning)],
    needs &&
      capability && [
        'Optional',
        `${needs.title}. Without it, the server returns ${code(capability.absentStatus)}.`,
      ],
    ...responses.map((response) => answerRow(placed, operation, response)),
  ].filter((row) => row !== null && row !== undefined);
  const intro = sentences(
    `${operationLink(placed, operation)}: ${operation.summary}.`,
    operation.deprecated ? '**Deprecated.**' : '',
  );
  return blocks(intro, table(['Part', 'Content'], rows));
}

/** The parameters of one operation. */
export function parametersTable(placed: PlacedApi, { id, parameters }: ReferenceOperation): string {
  if (parameters.length === 0) throw new UnknownName(`${placed.api.id}#${id} has no parameters`);
  const rows = parameters.map((parameter) => [
    code(parameter.name),
    parameterPlace(parameter),
    typeText(placed, parameter),
    sentences(parameter.description, limits(parameter)),
  ]);
  return table(['Parameter', 'Place', 'Type', 'Meaning'], rows);
}

/** Members with the members inside them; `only` names the ones to show. */
export function membersTable(
  placed: PlacedApi,
  properties: readonly ReferenceProperty[],
  only: readonly string[] = [],
): string {
  const unknown = only.filter((name) => !properties.some((property) => property.name === name));
  if (unknown.length > 0) throw new UnknownName(`there is no member ${unknown.join(', ')}`);
  const shown = only.length === 0 ? properties : properties.filter(({ name }) => only.includes(name));
  return table(['Field', 'Type', 'Meaning'], memberRows(placed, shown, ''));
}

function memberRows(placed: PlacedApi, properties: readonly ReferenceProperty[], prefix: string): string[][] {
  return properties.flatMap((property) => {
    const name = prefix + property.name;
    const flags = [
      property.required ? 'required' : '',
      property.deprecated ? 'deprecated' : '',
      property.since === undefined ? '' : `since ${property.since}`,
    ].filter((flag) => flag !== '');
    const row = [
      sentences(code(name), flags.join(', ')),
      typeText(placed, property),
      sentences(property.description, limits(property)),
    ];
    return [row, ...memberRows(placed, property.properties ?? [], `${name}.`)];
  });
}

const NO_NAMES = 'The names are not in the responses. To tell the errors apart in code, use the HTTP status.';

/** The errors of an API, or of one operation; says which field of a response contains the name of each. */
export function errorsTable(placed: PlacedApi, operation?: ReferenceOperation): string {
  const errors = errorsOf(placed, operation);
  const hrefOfError = (error: ErrorCatalogEntry) => hrefOf.error(placed, error.code);
  if (errors.every(({ wire }) => wire === 'none'))
    return blocks(tableOf('Error', errors, hrefOfError), NO_NAMES);
  if (errors.every(({ wire }) => wire === '/code')) return tableOf('Code', errors, hrefOfError);
  return blocks(
    tableOf('Error', errors, hrefOfError, ({ wire }) => (wire === 'none' ? 'none' : code(wire.slice(1)))),
    'The field contains the name of the error. If a response has no such field, use the HTTP status.',
  );
}

/** The errors that a server of the area may return for every request, before it looks for an operation. */
export function transportErrorsTable(placed: PlacedApi): string {
  const hasCodes = errorsOf(placed).some(({ wire }) => wire === '/code');
  return blocks(
    tableOf(
      'Error',
      placed.errors.filter(({ scope }) => scope === 'transport'),
      (error) => hrefOf.errorOfArea(placed, error.code),
    ),
    hasCodes
      ? 'Only some of these responses contain the name of the error, in the field `code`. To tell the others apart, use the HTTP status.'
      : NO_NAMES,
  );
}

function tableOf(
  title: string,
  errors: readonly ErrorCatalogEntry[],
  hrefOfError: (error: ErrorCatalogEntry) => string,
  field?: (error: ErrorCatalogEntry) => string,
): string {
  const rows = errors.map((error) => [
    link(code(error.code), hrefOfError(error)),
    ...(field ? [field(error)] : []),
    code(String(error.status)),
    code(error.message),
    sentences(...error.solutions),
  ]);
  return table([title, ...(field ? ['Field'] : []), 'Status', 'Message', 'What to do'], rows);
}

/** The rules that schemas cannot express; of one schema when it is named. */
export function rulesList(placed: PlacedApi, schema?: string): string {
  const rules = placed.api.rules.filter((rule) => schema === undefined || rule.schema === schema);
  if (rules.length === 0)
    throw new UnknownName(`the contracts have no rules for ${placed.api.id}${schema ? `#${schema}` : ''}`);
  const items = rules.map(({ sentence, error }) =>
    sentences(sentence, error ? `Error: ${link(code(error), hrefOf.error(placed, error))}.` : ''),
  );
  // A single rule is a sentence of the page.
  return items.length === 1 ? items.join('') : list(items);
}

/** The optional capabilities of a server. */
export function capabilitiesTable(placed: PlacedApi): string {
  const { api } = placed;
  if (api.capabilities.length === 0) throw new UnknownName(`every operation of ${api.id} is required`);
  const rows = api.capabilities.map(({ title, operations, absent }) => [
    title,
    api.operations
      .filter(({ id }) => operations.includes(id))
      .map((operation) => operationLink(placed, operation))
      .join(', '),
    sentences(
      code(String(absent.status)),
      absent.error ? `with ${link(code(absent.error), hrefOf.error(placed, absent.error))}` : '',
    ),
  ]);
  return table(['Capability', 'Operations', 'Response without it'], rows);
}

/** The decisions of this toolkit where the requirement is silent. */
export function chosenTable(placed: PlacedApi): string {
  const { api } = placed;
  const rows = [
    ...api.operations.flatMap((operation) => [
      ...reasons(operationLink(placed, operation), operation.chosen),
      ...operation.parameters.flatMap((one) =>
        reasons(`${code(one.name)} of ${operationLink(placed, operation)}`, one.chosen),
      ),
    ]),
    ...api.schemas.flatMap((schema) => [
      ...reasons(schemaLink(placed, schema.name), schema.chosen),
      ...schema.properties.flatMap((one) =>
        reasons(`${code(one.name)} of ${schemaLink(placed, schema.name)}`, one.chosen),
      ),
    ]),
    ...api.rules.flatMap(({ sentence, chosen }) => reasons(sentence, chosen)),
    ...api.capabilities.flatMap(({ title, chosen }) => reasons(title, chosen)),
    ...errorsOf(placed).flatMap(({ code: name, chosen }) =>
      reasons(link(code(name), hrefOf.error(placed, name)), chosen),
    ),
  ];
  if (rows.length === 0) throw new UnknownName(`nothing of ${api.id} was this toolkit's decision`);
  return table(['About', "Toolkit's choice"], rows);
}

function reasons(about: string, chosen: Chosen | undefined): string[][] {
  if (chosen === undefined) return [];
  if (typeof chosen === 'string') return [[about, chosen]];
  return Object.entries(chosen).map(([part, why]) => [`${about}, ${part}`, why]);
}

export function operationLink(placed: PlacedApi, operation: ReferenceOperation): string {
  return link(
    code(`${operation.method.toUpperCase()} ${operation.path}`),
    hrefOf.operation(placed, operation),
  );
}

export function schemaLink(placed: PlacedApi, name: string): string {
  const schema = placed.api.schemas.find((candidate) => candidate.name === name);
  return schema ? link(code(name), hrefOf.schema(placed, schema)) : code(name);
}

/** A schema in a response has a name from its operation, which no reader knows; the description of the response says what it is. */
function isPublic(placed: PlacedApi, name: string): boolean {
  return placed.api.schemas.some((schema) => schema.name === name);
}

/** Default, allowed values and bounds. */
export function limits({ values, default: preset, constraints }: ReferenceType): string {
  const parts = [
    values === undefined ? '' : `one of ${values.map((value) => code(String(value))).join(', ')}`,
    preset === undefined ? '' : `default ${code(JSON.stringify(preset))}`,
    ...constraints.map((text) =>
      text.replace(/^pattern (.*)$/s, (_, pattern: string) => `pattern ${code(pattern)}`),
    ),
  ].filter((part) => part !== '');
  const text = parts.join('; ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function typeText(placed: PlacedApi, { type, schema }: ReferenceType): string {
  const target = placed.api.schemas.find((candidate) => candidate.name === schema);
  return target ? link(type, hrefOf.schema(placed, target)) : type;
}

function parameterPlace(parameter: { readonly in: string; readonly required: boolean }): string {
  return parameter.required ? `${parameter.in}, required` : parameter.in;
}

/** What the response of a started task contains: a token alone, or a field with the id of the task. */
function tokenOf({ token }: NonNullable<ReferenceOperation['longRunning']>): string {
  return token === '' ? 'a token' : `the id ${code(token.slice(1))}`;
}

function taskSentence(placed: PlacedApi, task: NonNullable<ReferenceOperation['longRunning']>): string {
  const nameOf = (id: string) => {
    const operation = placed.api.operations.find((candidate) => candidate.id === id);
    return operation ? operationLink(placed, operation) : code(id);
  };
  const states = link(
    code(task.lifecycle),
    hrefOf.lifecycle(placed, task.poll.api ?? placed.api.id, task.lifecycle),
  );
  return sentences(
    `${code(task.startStatus)} contains ${tokenOf(task)}; poll ${nameOf(task.poll.operation)} with it (statuses: ${states}).`,
    task.cancel ? `Stop the work with ${nameOf(task.cancel.operation)}.` : '',
  );
}

function answerRow(
  placed: PlacedApi,
  { errors }: ReferenceOperation,
  { status, description, schema }: ReferenceResponse,
): string[] {
  const codes = (errors[status] ?? []).map((error) => link(code(error), hrefOf.error(placed, error)));
  return [
    code(status),
    sentences(
      description,
      schema !== undefined && isPublic(placed, schema) ? `Body: ${schemaLink(placed, schema)}.` : '',
      codes.length === 0 ? '' : `Errors: ${codes.join(', ')}.`,
    ),
  ];
}
