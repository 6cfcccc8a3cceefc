import type { ReferenceModel } from '@tessera/contracts/reference-model';
import { errorAnchor } from '../../reference/static/anchors.ts';
import { routeOfReference } from '../contracts.ts';
import { renderDescription } from '../markdown/description.ts';
import type { IndexedEntry } from './build-index.ts';
import { textOf } from './text-of.ts';

/** APIs, operations, schemas and errors of an area, each a separate search result at the page that describes it. */
export function referenceEntries(model: ReferenceModel): IndexedEntry[] {
  const operations = model.apis.flatMap((api) =>
    api.operations.map((operation) => ({
      title: operation.summary,
      route: routeOfReference(model, api),
      hash: operation.anchor,
      name: operation.id,
      group: api.title,
      // The description first: a result shows method and path beside the passage.
      text: [readable(operation.description), `${operation.method} ${operation.path}`, operation.id].join(
        ' ',
      ),
      fields: operation.parameters.map((parameter) => parameter.name),
    })),
  );
  const schemas = model.apis.flatMap((api) =>
    api.schemas.map((schema) => ({
      title: schema.name,
      route: routeOfReference(model, api),
      hash: schema.anchor,
      group: api.title,
      text: readable(schema.description),
      fields: schema.properties.map((property) => property.name),
    })),
  );
  const errors = model.errors.map((error) => ({
    title: error.code,
    route: routeOfReference(model),
    hash: errorAnchor(error.code),
    messages: [error.message, error.userMessage ?? ''].filter((message) => message !== '').map(readable),
    text: [error.message, error.userMessage ?? '', ...error.problems, ...error.solutions]
      .map(readable)
      .join(' '),
  }));
  const apis = model.apis.map((api) => ({
    title: api.title,
    route: routeOfReference(model, api),
    hash: '',
    text: readable(`${api.summary} ${api.description}`),
    name: api.id,
  }));
  return [...apis, ...operations, ...schemas, ...errors];
}

/** As the page shows it: results quote the visible text, without Markdown. */
function readable(markdown: string): string {
  return textOf(renderDescription(markdown));
}
