import type { ErrorObject } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import type { CodeMeta } from '../markdown/code-meta.ts';
import { schemaFor } from './schemas.ts';

/** Problems of a JSON or YAML sample; null for a valid one. */
export async function validateSample(code: string, meta: CodeMeta): Promise<string | null> {
  try {
    const documents = readDocuments(code, meta.language);
    if (meta.against === null) return 'validate without a schema: say validate=API#Schema or validate=NAME';
    const validate = await schemaFor(meta.against);
    const problems = documents.flatMap((document) => {
      validate(document);
      return (validate.errors ?? []).map(describeError);
    });
    return problems.length === 0 ? null : [...new Set(problems)].join('\n');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The documents of a sample. @throws Error on a syntax error */
export function readDocuments(code: string, language: string): unknown[] {
  if (language === 'json') return [JSON.parse(code)];
  return parseAllDocuments(code).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const value: unknown = document.toJS();
    return value;
  });
}

/** The problem in one line, with its place. */
export function describeError({ instancePath, message, params, keyword }: ErrorObject): string {
  const place = instancePath === '' ? 'the document' : instancePath;
  const allowed: unknown = keyword === 'enum' ? params['allowedValues'] : undefined;
  return `${place} ${message ?? keyword}${Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''}`;
}
