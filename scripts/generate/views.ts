import {
  asArray,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableObject,
  walkObjects,
} from './json.ts';

/**
 * A schema has three views. `sent` is what a caller sends: without response-only members. `received` is what a server's
 * handler gets: the same, with the defaults filled in. `answered` is what a server returns: without request-only
 * members.
 */
type Side = 'sent' | 'received' | 'answered';

/** An API's document with a schema for each view that differs, and the names that the views have. */
export interface Views {
  readonly document: JsonObject;
  /** Schemas that were added, with the schema that each is a view of. */
  readonly added: readonly { readonly name: string; readonly of: string; readonly side: Side }[];
  nameOf(schema: string, side: Side): string;
}

const REFERENCE = '#/components/schemas/';
const SUFFIXES = { sent: 'ToSend', received: 'Received', answered: '' } as const;
/** Ajv applies no defaults below these, because it cannot know which of the schemas matches. */
const ALTERNATIVES = new Set(['oneOf', 'anyOf', 'not', 'if', 'then', 'else']);

export function buildViews(document: JsonObject): Views {
  return new ViewBuilder(document).build();
}

class ViewBuilder {
  readonly #added = new Map<string, Views['added'][number]>();
  private readonly document: JsonObject;
  private readonly schemas: JsonObject;
  /** Schemas that are part of a request, and of an answer. */
  private readonly sent: ReadonlySet<string>;
  private readonly answered: ReadonlySet<string>;

  constructor(document: JsonObject) {
    this.document = document;
    this.schemas = asObject(asObject(document['components'])['schemas']);
    const holders = [...walkObjects(document)].filter(({ at }) => at[1] !== 'schemas');
    const below = (key: string) =>
      holders.filter(({ object }) => key in object).map(({ object }) => object[key]);
    const components = asObject(document['components']);
    this.sent = this.#reach([...below('requestBody'), components['requestBodies']]);
    this.answered = this.#reach([...below('responses'), components['responses']]);
  }

  build(): Views {
    const nameOf = (schema: string, side: Side) => this.#nameOf(schema, side);
    const plain = Object.entries(this.schemas).map(([name, schema]) => {
      const side = this.sent.has(name) && !this.answered.has(name) ? 'sent' : 'answered';
      return [name, this.#view(schema, side)];
    });
    const bodies = this.#withSentBodies(this.document);
    for (const name of this.#bodies()) this.#nameOf(name, 'received');
    const views: [string, Json][] = [];
    // Writing a view can require further ones, which are then appended to the list.
    for (const { name, of, side } of this.#added.values())
      views.push([name, this.#view(this.schemas[of] ?? {}, side)]);
    const components = { ...asObject(asObject(bodies)['components']) };
    return {
      document: {
        ...asObject(bodies),
        components: { ...components, schemas: Object.fromEntries([...plain, ...views]) },
      },
      added: [...this.#added.values()],
      nameOf,
    };
  }

  #nameOf(schema: string, side: Side): string {
    if (side === 'answered' || !this.#differs(schema, side)) return schema;
    if (side === 'received' && !this.#fillsDefaults(schema)) return this.#nameOf(schema, 'sent');
    const name = schema + SUFFIXES[side];
    if (name in this.schemas)
      throw new Error(`${name} is the name of a view of ${schema}; call the schema otherwise`);
    this.#added.set(name, { name, of: schema, side });
    return name;
  }

  /** Whether a side needs a separate schema: without use in responses, the plain one is what is sent. */
  #differs(schema: string, side: Side): boolean {
    if (side === 'received' && this.#fillsDefaults(schema)) return true;
    return this.answered.has(schema) && this.#within(schema, hasReadOnly);
  }

  #fillsDefaults(schema: string): boolean {
    return this.#within(schema, hasOptionalDefault, ALTERNATIVES);
  }

  /** Whether a schema, or a part of it, matches. */
  #within(schema: string, fits: (holder: JsonObject) => boolean, except?: ReadonlySet<string>): boolean {
    return [...this.#reach([{ $ref: REFERENCE + schema }], except)].some((name) =>
      [...objectsOf(this.schemas[name], except)].some(fits),
    );
  }

  #reach(roots: readonly (Json | undefined)[], except?: ReadonlySet<string>): Set<string> {
    const reached = new Set<string>();
    const queue = [...roots];
    for (const value of queue) {
      for (const { $ref: reference } of objectsOf(value, except)) {
        if (typeof reference !== 'string') continue;
        const name = reference.replace(REFERENCE, '');
        if (name === reference || reached.has(name)) continue;
        reached.add(name);
        queue.push(this.schemas[name]);
      }
    }
    return reached;
  }

  /** Schemas that are the body of a request, not just a part of one. */
  #bodies(): string[] {
    return [...walkObjects(this.document)]
      .filter(
        ({ at }) =>
          at.some((key) => key === 'requestBody' || key === 'requestBodies') && at.at(-1) === 'schema',
      )
      .map(({ object }) => String(object['$ref']).replace(REFERENCE, ''))
      .filter((name) => name in this.schemas);
  }

  /** Request bodies refer to what is sent. */
  #withSentBodies(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.#withSentBodies(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        key === 'requestBody' || key === 'requestBodies'
          ? this.#view(member, 'sent')
          : this.#withSentBodies(member),
      ]),
    );
  }

  #view(value: Json, side: Side): Json {
    if (Array.isArray(value)) return value.map((item) => this.#view(item, side));
    if (!isObject(value)) return value;
    const copy: MutableObject = {};
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string' && member.startsWith(REFERENCE))
        copy[key] = REFERENCE + this.#nameOf(member.slice(REFERENCE.length), side);
      else if (key === 'examples' || key === 'example' || key === 'default' || key === 'enum')
        copy[key] = member;
      else copy[key] = this.#view(member, side === 'received' && ALTERNATIVES.has(key) ? 'sent' : side);
    }
    const properties = Object.entries(asObject(copy['properties']));
    if (properties.length === 0) return copy;
    const kept = properties.filter(([, property]) => !isLeftOut(property, side));
    const names = kept.map(([name]) => name);
    const left = new Set(properties.map(([name]) => name).filter((name) => !names.includes(name)));
    const required = asArray(copy['required']).filter((name) => !left.has(String(name)));
    const filled = kept.filter(([name, property]) => hasDefault(property) && !required.includes(name));
    if (side === 'received') required.push(...filled.map(([name]) => name));
    return { ...copy, properties: Object.fromEntries(kept), ...(required.length > 0 ? { required } : {}) };
  }
}

/** Every object of a value, except below the given keywords. */
function* objectsOf(value: Json | undefined, except: ReadonlySet<string> = new Set()): Generator<JsonObject> {
  if (value === undefined) return;
  for (const { object, at } of walkObjects(value)) if (!at.some((key) => except.has(key))) yield object;
}

function isLeftOut(property: Json, side: Side): boolean {
  return asObject(property)[side === 'answered' ? 'writeOnly' : 'readOnly'] === true;
}

function hasDefault(property: Json): boolean {
  return 'default' in asObject(property);
}

function hasReadOnly({ properties }: JsonObject): boolean {
  return Object.values(asObject(properties)).some((property) => isLeftOut(property, 'sent'));
}

function hasOptionalDefault({ properties, required }: JsonObject): boolean {
  return Object.entries(asObject(properties)).some(
    ([name, property]) => hasDefault(property) && !asArray(required).includes(name),
  );
}
