import { readFileSync } from 'node:fs';
import path from 'node:path';
import type {
  ReferenceApi,
  ReferenceOperation,
  ReferenceSchema,
  ReferenceWebhook,
} from '@tessera/contracts/reference-model';
import type { ErrorCatalogEntry } from '@tessera/contracts/vocabulary';
import { errorAnchor, lifecycleAnchor, webhookAnchor } from '../../reference/static/anchors.ts';
import { allReferences, CONTRACTS_ROOT, routeOfReference } from '../contracts.ts';

/** An error of a page that names something that the contracts do not have. */
export class UnknownName extends Error {
  override readonly name = 'UnknownName';
}

/** An API with its area. */
export interface PlacedApi {
  readonly api: ReferenceApi;
  /** The area of the API: `platform`, or `extension-points`. */
  readonly area: string;
  /** Route of the page that describes it. */
  readonly route: string;
  /** Every error that an operation of the area may return. */
  readonly errors: readonly ErrorCatalogEntry[];
}

const BY_ID: ReadonlyMap<string, PlacedApi> = new Map(
  allReferences().flatMap((model) =>
    model.apis.map((api) => {
      const { area, errors } = model;
      return [api.id, { api, area, route: routeOfReference(model, api), errors }] as const;
    }),
  ),
);

/** All APIs in the order of the references. */
export function allApis(): readonly PlacedApi[] {
  return [...BY_ID.values()];
}

/** @throws UnknownName */
export function apiOf(id: string): PlacedApi {
  const found = BY_ID.get(id);
  if (!found) throw new UnknownName(`there is no API ${id}; known: ${[...BY_ID.keys()].join(', ')}`);
  return found;
}

/** Splits `tech-adapter#validate`. @throws UnknownName when it does not have that form */
export function splitReference(text: string): readonly [api: string, name: string] {
  const [api = '', name = '', ...rest] = text.split('#');
  if (api === '' || name === '' || rest.length > 0)
    throw new UnknownName(`${text} is not of the form API#NAME`);
  return [api, name];
}

/** The operation that `API#operationId` names. @throws UnknownName */
export function operationOf(reference: string): { placed: PlacedApi; operation: ReferenceOperation } {
  const [id, name] = splitReference(reference);
  const placed = apiOf(id);
  const operation = placed.api.operations.find((candidate) => candidate.id === name);
  if (!operation)
    throw new UnknownName(
      `${id} has no operation ${name}; known: ${placed.api.operations.map((known) => known.id).join(', ')}`,
    );
  return { placed, operation };
}

/** What a page can cover: an operation, or a webhook under its operationId. */
export interface Covered {
  readonly placed: PlacedApi;
  /** Method and path, or the name of the webhook. */
  readonly title: string;
  readonly summary: string;
  readonly href: string;
}

/** The operation or webhook that `API#operationId` names. @throws UnknownName */
export function coveredOf(reference: string): Covered {
  const webhook = webhookOf(reference);
  if (webhook) {
    const { placed, found } = webhook;
    return { placed, title: found.name, summary: found.summary, href: hrefOf.webhook(placed, found.name) };
  }
  const { placed, operation } = operationOf(reference);
  const title = `${operation.method.toUpperCase()} ${operation.path}`;
  return { placed, title, summary: operation.summary, href: hrefOf.operation(placed, operation) };
}

/** The webhook whose operationId is `API#operationId`; null when it is no webhook. @throws UnknownName */
export function webhookOf(reference: string): { placed: PlacedApi; found: ReferenceWebhook } | null {
  const [id, name] = splitReference(reference);
  const placed = apiOf(id);
  const found = placed.api.webhooks.find((webhook) => webhookId(placed, webhook) === name);
  return found ? { placed, found } : null;
}

/** The page models list webhooks by their name only. */
function webhookId(placed: PlacedApi, { name, method }: ReferenceWebhook): unknown {
  return ['webhooks', name, method.toLowerCase(), 'operationId'].reduce(childOf, bundleOf(placed));
}

/** A member of something of which nothing is known. */
export function childOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

/** The schema that `API#Schema` names. @throws UnknownName */
export function schemaOf(reference: string): { placed: PlacedApi; schema: ReferenceSchema } {
  const [id, name] = splitReference(reference);
  const placed = apiOf(id);
  const schema = placed.api.schemas.find((candidate) => candidate.name === name);
  if (!schema)
    throw new UnknownName(
      `${id} has no schema ${name}; known: ${placed.api.schemas.map((known) => known.name).join(', ')}`,
    );
  return { placed, schema };
}

/** The error of an API's catalog. @throws UnknownName */
export function errorOf(id: string, code: string): { placed: PlacedApi; error: ErrorCatalogEntry } {
  const placed = apiOf(id);
  const error = errorsOf(placed).find((candidate) => candidate.code === code);
  if (!error) throw new UnknownName(`no operation of ${id} answers with the error ${code}`);
  return { placed, error };
}

/** The errors that the operations of an API, or one of them, may return, in the order of the catalog. */
export function errorsOf(placed: PlacedApi, operation?: ReferenceOperation): ErrorCatalogEntry[] {
  const operations = operation ? [operation] : placed.api.operations;
  const codes = new Set(operations.flatMap(({ errors }) => Object.values(errors).flat()));
  return placed.errors.filter(({ code }) => codes.has(code));
}

/** Addresses in the references; the site's base URL is added later. */
export const hrefOf = {
  operation: (placed: PlacedApi, { anchor }: ReferenceOperation) => `${placed.route}#${anchor}`,
  schema: (placed: PlacedApi, { anchor }: ReferenceSchema) => `${placed.route}#${anchor}`,
  error: (placed: PlacedApi, code: string) => `${placed.route}#${errorAnchor(code)}`,
  /** The page of the area lists the errors that belong to no operation. */
  errorOfArea: ({ route }: PlacedApi, code: string) =>
    `${route.replace(/[^/]+\/$/, '')}#${errorAnchor(code)}`,
  lifecycle: (placed: PlacedApi, api: string, name: string) =>
    `${placed.route}#${lifecycleAnchor(api, name)}`,
  webhook: ({ route, api }: PlacedApi, name: string) => `${route}#${webhookAnchor(api, name)}`,
  api: ({ route }: PlacedApi) => route,
} as const;

const bundles = new Map<string, unknown>();

/** The OpenAPI document of one API, for facts that the page models lack. */
export function bundleOf({ api }: PlacedApi): unknown {
  let bundle = bundles.get(api.id);
  if (bundle === undefined) {
    bundle = JSON.parse(readFileSync(path.join(CONTRACTS_ROOT, api.bundle), 'utf8'));
    bundles.set(api.id, bundle);
  }
  return bundle;
}
