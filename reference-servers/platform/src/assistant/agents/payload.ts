/** The types of members in the shape of a payload, by their names in JSON Schema. */
const TYPES: Readonly<Record<string, string>> = {
  str: 'string',
  string: 'string',
  int: 'integer',
  integer: 'integer',
  float: 'number',
  number: 'number',
  bool: 'boolean',
  boolean: 'boolean',
  list: 'array',
  array: 'array',
  dict: 'object',
  object: 'object',
};

/** Members that hold the text of a task in an agent's payload, the likeliest first. */
const TEXT_MEMBERS = ['query', 'message', 'question', 'prompt', 'task', 'text', 'input'];

type Shape = Readonly<Record<string, unknown>>;

/** The JSON Schema of the body that a shape describes. Unknown types allow anything. */
export function schemaOf(shape: Shape): Record<string, unknown> {
  const members = Object.entries(shape).map(([name, type]) => [name, schemaOfType(type)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    required: Object.keys(shape),
    additionalProperties: false,
  };
}

function schemaOfType(type: unknown): Record<string, unknown> {
  if (isShape(type)) return schemaOf(type);
  if (Array.isArray(type))
    return { type: 'array', ...(type.length === 0 ? {} : { items: schemaOfType(type[0]) }) };
  const known = TYPES[String(type).toLowerCase()];
  return known === undefined ? {} : { type: known };
}

/** Why a body does not match a shape, as a sentence; undefined when it matches. */
export function findMisfit(shape: Shape, body: unknown, path = ''): string | undefined {
  if (!isShape(body)) return `${path === '' ? 'the payload' : path} must be an object`;
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const [name, type] of Object.entries(shape)) {
    if (!Object.hasOwn(body, name)) return `${at(name)} is missing`;
    const misfit = findTypeMisfit(type, body[name], at(name));
    if (misfit !== undefined) return misfit;
  }
  const extra = Object.keys(body).find((name) => !Object.hasOwn(shape, name));
  return extra === undefined ? undefined : `the agent has no member ${at(extra)}`;
}

function findTypeMisfit(type: unknown, value: unknown, path: string): string | undefined {
  if (isShape(type)) return findMisfit(type, value, path);
  const name = Array.isArray(type) ? 'array' : TYPES[String(type).toLowerCase()];
  if (name === undefined || isOfType(name, value)) return undefined;
  return `${path} must be of type ${name}`;
}

function isOfType(name: string, value: unknown): boolean {
  if (name === 'integer') return Number.isInteger(value);
  if (name === 'array') return Array.isArray(value);
  if (name === 'object') return isShape(value);
  return typeof value === name;
}

/** The body that carries a message without a language model; undefined when the agent needs more. */
export function payloadFor(shape: Shape, message: string): Record<string, unknown> | undefined {
  const names = Object.keys(shape);
  const texts = names.filter((name) => findTypeMisfit(shape[name], message, name) === undefined);
  const text = TEXT_MEMBERS.find((name) => texts.includes(name)) ?? texts[0];
  return text !== undefined && names.length === 1 ? { [text]: message } : undefined;
}

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
