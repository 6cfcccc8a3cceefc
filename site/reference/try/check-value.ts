/** A schema in the keywords that the contracts use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** The schemas of a contract, by name. */
export type Definitions = Readonly<Record<string, Schema>>;

/** One violation of a schema by a value. */
export interface Departure {
  /** JSON pointer; empty for the value itself. */
  readonly pointer: string;
  /** Continues "expected". */
  readonly expected: string;
  /** Continues "got". */
  readonly actual: string;
}

/** Longer values are cut in messages. */
const BRIEF = 60;

const TYPES: Readonly<
  Record<string, { readonly name: string; readonly accepts: (value: unknown) => boolean }>
> = {
  string: { name: 'a string', accepts: (value) => typeof value === 'string' },
  number: { name: 'a number', accepts: (value) => typeof value === 'number' },
  integer: { name: 'an integer', accepts: Number.isInteger },
  boolean: { name: 'true or false', accepts: (value) => typeof value === 'boolean' },
  array: { name: 'a list', accepts: Array.isArray },
  object: { name: 'an object', accepts: isObject },
  null: { name: 'null', accepts: (value) => value === null },
};

const DATE = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const FORMATS: Readonly<Record<string, readonly [name: string, pattern: RegExp]>> = {
  uuid: ['a UUID', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  uri: ['a URI', /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i],
  date: ['a date such as 2026-01-31', new RegExp(`^${DATE}$`)],
  'date-time': [
    'a date and time with a time zone, such as 2026-01-31T09:30:00Z',
    new RegExp(
      `^${DATE}[Tt ](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-]\\d\\d:?\\d\\d)$`,
    ),
  ],
  duration: [
    'a duration such as PT5M',
    /^P(?!$)(?:(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?|\d+W)$/,
  ],
};

/**
 * Every violation of a schema. The schema is interpreted, because the policy of the site does not allow compiling it.
 * As in the conformance suite, null stands for an optional member that is absent.
 */
export function checkValue(
  value: unknown,
  schema: Schema,
  definitions: Definitions,
  pointer = '',
): Departure[] {
  const check = (part: unknown, of: Schema, at = pointer) => checkValue(part, of, definitions, at);
  const resolved = schema.$ref === undefined ? [] : check(value, definitionOf(schema.$ref, definitions));
  const all = (schema.allOf ?? []).flatMap((part) => check(value, part));
  const forms = [schema.anyOf, schema.oneOf].flatMap((list) =>
    list === undefined
      ? []
      : checkForms(
          list.map((form) => check(value, form)),
          value,
          pointer,
        ),
  );
  const found = [...resolved, ...all, ...forms, ...checkScalar(value, schema, pointer)];
  if (Array.isArray(value)) return [...found, ...checkList(value, schema, pointer, check)];
  return isObject(value) ? [...found, ...checkMembers(value, schema, pointer, check)] : found;
}

type Check = (part: unknown, schema: Schema, pointer: string) => Departure[];

/** A pointer to a member. */
export function memberPointer(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function definitionOf(reference: string, definitions: Definitions): Schema {
  const definition = definitions[reference.replace(/^#\/\$defs\//, '')];
  if (!definition) throw new Error(`The contract has no schema ${reference}.`);
  return definition;
}

/** One form must fit. If none does, the nearest is meant: one that fits as a whole, with the fewest violations inside. */
function checkForms(forms: readonly Departure[][], value: unknown, pointer: string): Departure[] {
  const cost = (departures: readonly Departure[]) =>
    departures.length + (departures.some((one) => one.pointer === pointer) ? 1_000 : 0);
  const [nearest = []] = forms.toSorted((a, b) => cost(a) - cost(b));
  if (cost(nearest) < 1_000) return nearest;
  const expected = new Set(
    forms.flatMap((form) => form.filter((one) => one.pointer === pointer)).map((one) => one.expected),
  );
  return [{ pointer, expected: [...expected].join(', or '), actual: brief(value) }];
}

function checkScalar(value: unknown, schema: Schema, pointer: string): Departure[] {
  const types = [schema.type ?? []].flat().flatMap((type) => TYPES[type] ?? []);
  if (types.length > 0 && !types.some(({ accepts }) => accepts(value)))
    return [{ pointer, expected: types.map(({ name }) => name).join(', or '), actual: brief(value) }];
  const broken = [
    ...(schema.enum && !schema.enum.includes(value) ? [`one of ${schema.enum.map(brief).join(', ')}`] : []),
    ...(typeof value === 'string' ? textRules(value, schema) : []),
    ...(typeof value === 'number' ? numberRules(value, schema) : []),
  ];
  return broken.map((expected) => ({ pointer, expected, actual: brief(value) }));
}

function textRules(
  value: string,
  { minLength = 0, maxLength = Infinity, pattern, format }: Schema,
): string[] {
  const length = [...value].length;
  const [name, shape] = FORMATS[format ?? ''] ?? ['', /^/];
  return [
    ...(length < minLength
      ? [minLength === 1 ? 'a text that is not empty' : `at least ${minLength} characters`]
      : []),
    ...(length > maxLength ? [`at most ${maxLength} characters`] : []),
    ...(pattern !== undefined && !new RegExp(pattern, 'u').test(value)
      ? [`a text that matches ${pattern}`]
      : []),
    ...(shape.test(value) ? [] : [name]),
  ];
}

function numberRules(value: number, { minimum = -Infinity, maximum = Infinity }: Schema): string[] {
  if (value < minimum) return [`at least ${minimum}`];
  return value > maximum ? [`at most ${maximum}`] : [];
}

function checkList(
  list: readonly unknown[],
  { items, minItems = 0 }: Schema,
  pointer: string,
  check: Check,
): Departure[] {
  const short = {
    pointer,
    expected: `at least ${minItems} ${minItems === 1 ? 'item' : 'items'}`,
    actual: String(list.length),
  };
  const inside = items
    ? list.flatMap((item, index) => check(item, items, memberPointer(pointer, index)))
    : [];
  return [...(list.length < minItems ? [short] : []), ...inside];
}

function checkMembers(
  value: Readonly<Record<string, unknown>>,
  schema: Schema,
  pointer: string,
  check: Check,
): Departure[] {
  const { required = [], properties = {}, additionalProperties = true, propertyNames } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const inside = Object.entries(value).flatMap(([name, member]) => {
    const at = memberPointer(pointer, name);
    const names = propertyNames ? check(name, propertyNames, at) : [];
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known)
      return member === null && !required.includes(name) ? names : [...names, ...check(member, known, at)];
    if (additionalProperties === false)
      return [...names, { pointer: at, expected: 'no such member', actual: brief(member) }];
    return additionalProperties === true ? names : [...names, ...check(member, additionalProperties, at)];
  });
  const absent = missing.map((name) => ({
    pointer: memberPointer(pointer, name),
    expected: 'this required member',
    actual: 'nothing',
  }));
  return [...absent, ...inside];
}

function brief(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= BRIEF ? text : `${text.slice(0, BRIEF - 1)}…`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
