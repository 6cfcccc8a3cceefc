import type { Api, Operation, Response, Webhook } from '../model.ts';
import { buildViews, type Views } from '../views.ts';
import { docComment, type EmittedFile, header, pascalCase, propertyKey } from './file.ts';

/** `types/<api>.d.ts`: the wire types under their own names, and an `Operations` interface. */
export function emitTypes(api: Api): EmittedFile {
  const names = Object.keys(api.schemas);
  const views = buildViews(api.bundle.document);
  const aliases = names.map((name) => {
    const { description } = api.schemas[name] ?? {};
    const comment = typeof description === 'string' ? docComment([description]) : '';
    return `${comment}export type ${name} = components['schemas'][${JSON.stringify(name)}];\n`;
  });
  const sides = views.added.map(
    ({ name, of, side }) =>
      `${docComment([side === 'sent' ? `\`${of}\` as it is sent: without what only answers say.` : `\`${of}\` as a handler receives it: defaults are filled in.`])}export type ${name} = components['schemas'][${JSON.stringify(name)}];\n`,
  );
  const operations = api.operations.map((operation) => operationType(operation, views));
  const callbacks = api.operations.flatMap((operation) =>
    operation.callbacks.map(
      ({ name, body }) =>
        `${docComment([`What is sent to the \`${name}\` callback of ${operation.id}.`])}export type ${pascalCase(operation.id)}${pascalCase(name)}Callback = ${body && api.schemas[body.schema] ? body.schema : 'unknown'};\n`,
    ),
  );
  const webhooks = api.webhooks.map((webhook) => webhookType(webhook, api));
  const text = [
    header(api.bundle.file.path),
    operations.some((text) => text.includes('WithDefaults<'))
      ? `import type { WithDefaults } from '../vocabulary.js';\n`
      : '',
    `import type { components, operations } from '../wire/${api.id}.js';\n\n`,
    [...aliases, ...sides].join('\n'),
    callbacks.length + webhooks.length > 0 ? `\n${[...callbacks, ...webhooks].join('\n')}` : '',
    `\n/** What each operation takes, answers and can go wrong with. */\nexport interface Operations {\n${operations.join('')}}\n`,
  ].join('');
  return { path: `types/${api.id}.d.ts`, text };
}

function operationType(operation: Operation, views: Views): string {
  const { id, method, path, summary, parameters, body, responses, errors } = operation;
  const wire = `operations[${JSON.stringify(id)}]`;
  const has = (place: string) => parameters.some((parameter) => parameter.in === place);
  const parameterType = (place: string) =>
    has(place) ? `NonNullable<${wire}['parameters']['${place}']>` : '{}';
  const optional = body?.required === false ? ' | undefined' : '';
  const bodyType = (side: 'sent' | 'received') =>
    body
      ? namedOr(
          views.nameOf(body.schema, side),
          `NonNullable<${wire}['requestBody']>['content'][${JSON.stringify(body.mediaType)}]`,
        ) + optional
      : 'undefined';
  const filled = parameters
    .filter(({ in: place, required, schema }) => place === 'query' && !required && 'default' in schema)
    .map(({ name }) => JSON.stringify(name));
  const lines = [
    `    path: ${parameterType('path')};`,
    `    query: ${parameterType('query')};`,
    `    headers: ${parameterType('header')};`,
    `    body: ${bodyType('sent')};`,
    ...receivedType(
      filled.length > 0 ? `WithDefaults<${parameterType('query')}, ${filled.join(' | ')}>` : undefined,
      bodyType('received') === bodyType('sent') ? undefined : bodyType('received'),
    ),
    '    responses: {',
    ...responses.map((response) => `      ${response.status}: ${responseType(response, wire)};`),
    '    };',
    '    errors: {',
    ...Object.entries(errors).map(
      ([status, codes]) => `      ${status}: ${codes.map((code) => JSON.stringify(code)).join(' | ')};`,
    ),
    '    };',
  ];
  const { deprecated, description } = operation;
  const said = [`${method} ${path}: ${summary}.`, ...(description ? ['', description] : [])];
  const comment = docComment([...said, ...(deprecated ? ['@deprecated'] : [])], '  ');
  return `${comment}  ${propertyKey(id)}: {\n${lines.join('\n')}\n  };\n`;
}

/** Handlers receive other types than callers send where defaults are filled in. */
function receivedType(query: string | undefined, body: string | undefined): string[] {
  const members = [query && `query: ${query}`, body && `body: ${body}`].filter(
    (member) => member !== undefined,
  );
  return members.length > 0 ? [`    received: { ${members.join('; ')} };`] : [];
}

function responseType({ status, schema, mediaType }: Response, wire: string): string {
  if (schema === undefined || mediaType === undefined) return 'undefined';
  return namedOr(schema, `${wire}['responses'][${status}]['content'][${JSON.stringify(mediaType)}]`);
}

function webhookType(webhook: Webhook, api: Api): string {
  const name = webhook.body && api.schemas[webhook.body.schema] ? webhook.body.schema : 'unknown';
  return `${docComment([`Payload of the webhook \`${webhook.name}\`.`])}export type ${pascalCase(webhook.name)}Webhook = ${name};\n`;
}

/** A component's name, or the place of an inline schema. Inline names contain a dot. */
function namedOr(schema: string, inline: string): string {
  return schema.includes('.') ? inline : schema;
}
