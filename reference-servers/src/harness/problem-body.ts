import type { ErrorCatalogEntry, SchemaDocument } from '@tessera/contracts/vocabulary';
import type { Catalog } from './contract.ts';
import { definition, type JsonSchema, propertiesOf, typesOf } from './json-schema.ts';
import { type CatalogError, fillTemplate } from './problem.ts';

/** A rendered catalog entry. */
export interface RenderedProblem {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

interface Texts {
  readonly code: string;
  readonly messages: readonly string[];
  readonly problems: readonly string[];
  readonly solutions: readonly string[];
  readonly userMessage?: string | undefined;
  readonly input?: string | undefined;
  readonly inputErrorField?: string | undefined;
}

/** Maximum length of a value that is repeated to the caller, in characters. */
const LONGEST_ECHO = 200;

/**
 * Renders a problem in the catalog's body for it. The schema of that body decides the members, so every API keeps its
 * shape; `shape` names another body. `known` holds the values that every request has.
 */
export function renderProblem(
  error: CatalogError,
  catalog: Catalog,
  schemas: SchemaDocument | undefined,
  known: Readonly<Record<string, string>>,
  shape?: string,
): RenderedProblem {
  const entry = catalog[error.code];
  if (entry === undefined) throw new Error(`the error catalog has no ${error.code}`, { cause: error });
  const texts = collectTexts(error, entry, catalog, known);
  const schema = schemas === undefined ? undefined : definition(schemas, shape ?? entry.body);
  const declared = schemas === undefined ? new Map<string, JsonSchema>() : propertiesOf(schemas, schema);
  const body =
    schemas === undefined || declared.size === 0
      ? commonBody(entry, texts)
      : Object.fromEntries(
          [...declared]
            .map(([name, property]): [string, unknown] => [name, member(name, property, texts, schemas)])
            .filter(([, value]) => value !== undefined),
        );
  if (entry.wire !== 'none') body[entry.wire.slice(1)] = entry.code;
  Object.assign(body, error.details.members);
  return { status: entry.status, body, headers: error.details.headers ?? {} };
}

function collectTexts(
  error: CatalogError,
  entry: ErrorCatalogEntry,
  catalog: Catalog,
  known: Readonly<Record<string, string>>,
): Texts {
  const all = [error, ...(error.details.also ?? [])].map((one) => ({
    entry: catalog[one.code] ?? entry,
    values: { ...known, ...shorten(one.values) },
  }));
  return {
    code: entry.code,
    messages: unique(all.map((one) => fillTemplate(one.entry.message, one.values))),
    problems: unique(all.flatMap((one) => one.entry.problems.map((text) => fillTemplate(text, one.values)))),
    solutions: unique(
      all.flatMap((one) => one.entry.solutions.map((text) => fillTemplate(text, one.values))),
    ),
    userMessage: entry.userMessage,
    input: error.details.input === undefined ? undefined : cut(error.details.input),
    inputErrorField: error.details.inputErrorField,
  };
}

/** The value of a member of an error body, or `undefined` without one. */
function member(name: string, schema: JsonSchema, texts: Texts, schemas: SchemaDocument): unknown {
  switch (name) {
    case 'errors': {
      if (!typesOf(schemas, schema['items']).has('object')) return texts.messages;
      return texts.messages.map((error, index) => {
        const suggestion = texts.solutions[index] ?? texts.solutions[0];
        return suggestion === undefined ? { error } : { error, suggestion };
      });
    }
    case 'error': {
      if (!typesOf(schemas, schema).has('object')) return texts.messages.join('; ');
      const details = texts.problems.join(' ');
      return { message: texts.messages.join('; '), ...(details === '' ? {} : { details }) };
    }
    case 'detail':
    case 'message':
      return texts.messages.join('; ');
    case 'moreInfo':
      if (texts.problems.length + texts.solutions.length === 0) return undefined;
      return { problems: texts.problems, solutions: texts.solutions };
    case 'code':
      return texts.code;
    case 'userMessage':
      return texts.userMessage;
    case 'input':
      return texts.input;
    case 'inputErrorField':
      return texts.inputErrorField;
    default:
      return undefined;
  }
}

/** For requests that reach no API, or an API that does not define the body. */
function commonBody(entry: ErrorCatalogEntry, texts: Texts): Record<string, unknown> {
  const said = entry.status < 500 ? { errors: texts.messages } : { error: texts.messages.join('; ') };
  const moreInfo = { problems: texts.problems, solutions: texts.solutions };
  return {
    ...said,
    ...(texts.userMessage === undefined ? {} : { userMessage: texts.userMessage }),
    moreInfo,
  };
}

function shorten(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(value)]));
}

function cut(text: string): string {
  return text.length <= LONGEST_ECHO ? text : `${text.slice(0, LONGEST_ECHO)}...`;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
