import type { ReferenceApi, ReferenceModel, ReferenceOperation } from '@tessera/contracts/reference-model';

/** An area of contracts as Markdown: every operation with what goes in, what comes out and what can go wrong. */
export function renderReferenceMarkdown(model: ReferenceModel): string {
  const errors = model.errors.map((error) =>
    [
      `### ${error.code} (${error.status})`,
      error.message,
      error.userMessage ?? '',
      list(error.problems),
      list(error.solutions),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  return [model.description, ...model.apis.map(renderApi), '## Error catalogue', ...errors]
    .join('\n\n')
    .concat('\n');
}

function renderApi(api: ReferenceApi): string {
  const schemas = api.schemas.map((schema) => {
    const properties = schema.properties.map(
      ({ name, type, required, description }) =>
        `\`${name}\` (${type}${required ? ', required' : ''}): ${oneLine(description)}`,
    );
    return [`#### ${schema.name}`, schema.description, list(properties)]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  return [
    `## ${api.title} ${api.version}`,
    api.summary,
    api.description,
    ...api.operations.map(renderOperation),
    '### Schemas',
    ...schemas,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderOperation(operation: ReferenceOperation): string {
  const parameters = operation.parameters.map(
    ({ name, in: place, type, required, description }) =>
      `\`${name}\` in ${place} (${type}${required ? ', required' : ''}): ${oneLine(description)}`,
  );
  const answers = operation.responses.map(({ status, schema, description }) => {
    const codes = operation.errors[status] ?? [];
    return `\`${status}\`${schema ? ` ${schema}` : ''}: ${oneLine(description)}${codes.length > 0 ? ` Errors: ${codes.join(', ')}.` : ''}`;
  });
  return [
    `### ${operation.summary}`,
    `\`${operation.method.toUpperCase()} ${operation.path}\``,
    operation.description,
    parameters.length > 0 ? `Parameters:\n\n${list(parameters)}` : '',
    operation.body ? `Body: ${operation.body.schema} as \`${operation.body.mediaType}\`.` : '',
    `Answers:\n\n${list(answers)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
