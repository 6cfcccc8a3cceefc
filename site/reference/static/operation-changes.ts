import type {
  ReferenceApi,
  ReferenceOperation,
  ReferenceProperty,
  ReferenceSchema,
} from '@tessera/contracts/reference-model';

/** What one version of a contract changed in an operation. */
export interface OperationChange {
  readonly contractVersion: string;
  /** Sentences in Markdown. */
  readonly texts: readonly string[];
}

/** The changes of one operation. */
export interface OperationHistory {
  /** Newest contract version first; the last one added the operation. */
  readonly changes: readonly OperationChange[];
  /** Deprecated parts, as sentences in Markdown: contracts do not record since when. */
  readonly deprecations: readonly string[];
}

/**
 * All changes that the contract marks in an operation, its request and its successful responses; what came together with
 * the operation is part of its addition.
 */
export function historyOf(operation: ReferenceOperation, api: ReferenceApi): OperationHistory {
  const { since: first = '', body, deprecated } = operation;
  const schemas = schemasOf(operation, api);
  const later = [
    ...Object.entries(body?.since ?? {}).map(([name, since]) => ({
      since,
      text: `The request accepts \`${name}\`.`,
    })),
    ...schemas.flatMap(additionsTo),
  ].filter(({ since }) => compareVersions(since, first) > 0);
  const contractVersions = [...new Set(later.map(({ since }) => since))].sort((a, b) =>
    compareVersions(b, a),
  );
  return {
    changes: [
      ...contractVersions.map((contractVersion) => ({
        contractVersion,
        texts: later.filter(({ since }) => since === contractVersion).map(({ text }) => text),
      })),
      ...(first === '' ? [] : [{ contractVersion: first, texts: ['Operation added.'] }]),
    ],
    deprecations: [...(deprecated ? ['The operation is deprecated.'] : []), ...schemas.flatMap(deprecatedIn)],
  };
}

/** False for an operation that has only been added. */
export function hasChanged({ changes, deprecations }: OperationHistory): boolean {
  return changes.length > 1 || deprecations.length > 0;
}

/** The deprecated members of a schema, as sentences in Markdown. */
function deprecatedIn({ name, properties }: ReferenceSchema): string[] {
  return membersOf(properties)
    .filter(({ property }) => property.deprecated)
    .map((member) => `Member \`${member.name}\` of \`${name}\` is deprecated.`);
}

function additionsTo(schema: ReferenceSchema): { since: string; text: string }[] {
  const members = membersOf(schema.properties).flatMap(({ name, property: { since } }) =>
    since === undefined ? [] : [{ since, text: `Member \`${name}\` of \`${schema.name}\` added.` }],
  );
  const values = Object.entries(schema.sinceByValue ?? {}).map(([value, since]) => ({
    since,
    text: `Value \`${value}\` of \`${schema.name}\` added.`,
  }));
  return [...members, ...values];
}

/** The schemas of the request, the successful responses and the callbacks, with those inside them. */
function schemasOf({ body, responses, callbacks = [] }: ReferenceOperation, api: ReferenceApi) {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return reachable(
    [body?.schema, ...successes.map(({ schema }) => schema), ...callbacks.map((one) => one.body?.schema)],
    api,
  );
}

/** The schemas with these names, and all schemas inside them. */
export function reachable(names: readonly (string | undefined)[], api: ReferenceApi): ReferenceSchema[] {
  const byName = new Map(api.schemas.map((schema) => [schema.name, schema]));
  const found = new Set<ReferenceSchema>();
  const visit = (name: string | undefined): void => {
    const schema = name === undefined ? undefined : byName.get(name);
    if (schema === undefined || found.has(schema)) return;
    found.add(schema);
    visit(schema.schema);
    for (const { property } of membersOf(schema.properties)) visit(property.schema);
  };
  for (const name of names) visit(name);
  return [...found];
}

/** Members with the members inside them, by names such as `info.publicInfo`. */
export function membersOf(
  properties: readonly ReferenceProperty[],
  prefix = '',
): { name: string; property: ReferenceProperty }[] {
  return properties.flatMap((property) => [
    { name: prefix + property.name, property },
    ...membersOf(property.properties ?? [], `${prefix}${property.name}.`),
  ]);
}

/** Order of two versions such as `2.10.0`. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
