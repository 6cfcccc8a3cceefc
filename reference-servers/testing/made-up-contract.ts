import { errors } from '@tessera/contracts/errors';
import type { ErrorCatalogEntry, OperationEntry } from '@tessera/contracts/vocabulary';
import type { Contract } from '../src/harness/contract.ts';

/** A test's settings for an operation; the rest has the simplest defaults. */
export type MadeUpOperation = Partial<OperationEntry> & Pick<OperationEntry, 'id' | 'path'>;

/** A small contract that no real API has. Tests declare its responses and errors. */
export function createMadeUpContract(
  operations: readonly MadeUpOperation[],
  defs: Readonly<Record<string, object>> = {},
  catalog: Readonly<Record<string, ErrorCatalogEntry>> = {},
): Contract {
  const entries = operations.map((given): [string, OperationEntry] => [given.id, { ...PLAIN, ...given }]);
  return {
    table: {
      id: 'made-up',
      area: 'extension-points',
      title: 'Made-up API',
      version: '1.0.0',
      prefix: '/made-up',
      operations: Object.fromEntries(entries),
    },
    schemas: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:tessera:contracts:made-up',
      $defs: { Anything: {}, RequestValidationError: VALIDATION_ERROR, SystemError: SYSTEM_ERROR, ...defs },
    },
    document: { openapi: '3.1.0', info: { title: 'Made-up API', version: '1.0.0' }, paths: {} },
    catalog: { ...errors, ...catalog },
  };
}

const PLAIN: Omit<OperationEntry, 'id' | 'path'> = {
  method: 'GET',
  tag: 'Made up',
  summary: 'Do something',
  parameters: [],
  responses: { 200: { mediaType: 'application/json', schema: 'Anything' } },
  errors: { 400: ['REQUEST_INVALID', 'REQUEST_NOT_JSON', 'REQUEST_BODY_REQUIRED'], 500: ['SYSTEM_PROBLEM'] },
};

const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const MORE = {
  userMessage: TEXT,
  input: TEXT,
  inputErrorField: TEXT,
  moreInfo: { type: 'object', properties: { problems: TEXTS, solutions: TEXTS } },
};
const VALIDATION_ERROR = { type: 'object', required: ['errors'], properties: { errors: TEXTS, ...MORE } };
const SYSTEM_ERROR = { type: 'object', required: ['error'], properties: { error: TEXT, ...MORE } };

/** A parameter in the default style. */
export function parameter(
  name: string,
  place: 'path' | 'query' | 'header',
  more: Partial<OperationEntry['parameters'][number]> = {},
): OperationEntry['parameters'][number] {
  const style = place === 'query' ? 'form' : 'simple';
  return { name, in: place, required: place === 'path', style, explode: place === 'query', ...more };
}

/** A JSON body that must satisfy `schema`. */
export function jsonBody(schema: string, required = true): NonNullable<OperationEntry['body']> {
  return { required, mediaType: 'application/json', schema };
}
