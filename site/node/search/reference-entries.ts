import type { ReferenceModel } from '@tessera/contracts/reference-model';
import { errorAnchor } from '../../reference/static/Operation.tsx';
import { apiAnchor } from '../../reference/static/ReferencePage.tsx';
import { renderDescription } from '../markdown/description.ts';
import type { IndexedEntry } from './build-index.ts';
import { textOf } from './text-of.ts';

/** Operations, schemas and errors of an area, each a separate search result. */
export function referenceEntries(model: ReferenceModel): IndexedEntry[] {
  const operations = model.apis.flatMap((api) =>
    api.operations.map((operation) => ({
      title: operation.summary,
      hash: operation.anchor,
      name: operation.id,
      group: api.title,
      text: [`${operation.method} ${operation.path}`, operation.id, readable(operation.description)].join(
        ' ',
      ),
      fields: operation.parameters.map((parameter) => parameter.name),
    })),
  );
  const schemas = model.apis.flatMap((api) =>
    api.schemas.map((schema) => ({
      title: schema.name,
      hash: schema.anchor,
      group: api.title,
      text: readable(schema.description),
      fields: schema.properties.map((property) => property.name),
    })),
  );
  const errors = model.errors.map((error) => ({
    title: error.code,
    hash: errorAnchor(error.code),
    text: [error.message, error.userMessage ?? '', ...error.problems, ...error.solutions]
      .map(readable)
      .join(' '),
  }));
  const apis = model.apis.map((api) => ({
    title: api.title,
    hash: apiAnchor(api),
    text: readable(`${api.summary} ${api.description}`),
    name: api.id,
  }));
  return [...apis, ...operations, ...schemas, ...errors];
}

/** As the page shows it: results quote the visible text, without Markdown. */
function readable(markdown: string): string {
  return textOf(renderDescription(markdown));
}
