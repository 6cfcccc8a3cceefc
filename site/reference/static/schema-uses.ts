import type { ReferenceApi, ReferenceProperty, ReferenceType } from '@tessera/contracts/reference-model';
import { webhookAnchor } from './anchors.ts';

/** An operation, a webhook or a schema that refers to a schema. */
export interface SchemaUse {
  readonly label: string;
  readonly anchor: string;
}

/** The operations and webhooks of the API that send or return a schema, then the schemas that contain it. */
export function usesOf(name: string, api: ReferenceApi): SchemaUse[] {
  const operations = api.operations.filter(({ parameters, body, responses, callbacks = [] }) =>
    [
      ...parameters,
      ...[body, ...responses].flatMap((one) => one ?? []),
      ...callbacks.flatMap((callback) => [...(callback.body ? [callback.body] : []), ...callback.responses]),
    ].some(({ schema }) => schema === name),
  );
  const webhooks = api.webhooks.filter(({ body }) => body?.schema === name);
  const schemas = api.schemas.filter((schema) => schema.name !== name && contains(schema, name));
  return [
    ...operations.map(({ summary, anchor }) => ({ label: summary, anchor })),
    ...webhooks.map((webhook) => ({ label: webhook.summary, anchor: webhookAnchor(api, webhook.name) })),
    ...schemas.map((schema) => ({ label: schema.name, anchor: schema.anchor })),
  ];
}

function contains(
  type: ReferenceType & { readonly properties?: readonly ReferenceProperty[] },
  name: string,
): boolean {
  return type.schema === name || (type.properties ?? []).some((property) => contains(property, name));
}
