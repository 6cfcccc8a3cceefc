import { at, isObject, type JsonObject, listOf } from '../suite/json.ts';
import type { Fault } from '../suite/run.ts';
import type { Schemas } from '../suite/schemas.ts';
import { readYaml } from '../suite/yaml.ts';

/** A request body with one fault. */
export interface FaultyBody {
  /** Dotted path of the member that is wrong. */
  readonly member: string;
  readonly fault: Fault;
  /** Tells several of the same fault apart; empty for the first. */
  readonly kind: string;
  readonly value: unknown;
  /** Whether the member has to be there. */
  readonly required: boolean;
  /** The value differs in blanks alone, which the readers of some frameworks cut: accepting it is a warning. */
  readonly isTolerable?: true;
}

/** The text that names a fault. */
export const FAULTS: Readonly<Record<Fault, string>> = {
  missing: 'is missing',
  null: 'is null',
  type: 'has another type',
  enum: 'is outside its list',
  below: 'is below its minimum',
  above: 'is above its maximum',
  negative: 'is negative',
  fraction: 'is no whole number',
};

/**
 * Which of the values that stand for one fault are tried: operations take turns, so that one run tries several, and one
 * that changes nothing is asked about every wrong type of what it needs.
 */
export interface Choice {
  readonly turn: number;
  readonly everyType: boolean;
  /** What is nearly a value of a list is tried everywhere: one operation may read it differently. */
  readonly everyList?: true;
}

/** Bodies derived from a schema and a good body, each with one fault. */
export function faultyBodies(
  schemas: Schemas,
  schema: string,
  good: JsonObject,
  choice: Choice,
): FaultyBody[] {
  return faultsOf(schemas, schemas.named(schema), good, '', choice);
}

function faultsOf(
  schemas: Schemas,
  schema: JsonObject,
  good: JsonObject,
  path: string,
  choice: Choice,
): FaultyBody[] {
  const { properties, needed } = membersOf(schemas, schema);
  return Object.entries(properties).flatMap(([key, reference]) => {
    const property = schemas.resolve(reference);
    const required = needed.includes(key);
    const member = path === '' ? key : `${path}.${key}`;
    const { [key]: value, ...without } = good;
    const faulty = (fault: Fault, wrong: unknown, kind = '') => ({
      member,
      fault,
      kind,
      value: { ...good, [key]: wrong },
      required,
    });
    const inner = isObject(value) && required ? faultsOf(schemas, property, value, member, choice) : [];
    return [
      ...(required
        ? [{ member, fault: 'missing' as const, kind: '', value: without, required }, faulty('null', null)]
        : []),
      ...wrongTypes(property, choice, required, value).map((wrong, index) =>
        faulty('type', wrong, index === 0 ? '' : kindOf(wrong)),
      ),
      ...(Array.isArray(property['enum'])
        ? outsides(property['enum'], value, choice).map(({ wrong, kind }) => ({
            ...faulty('enum', wrong, kind),
            ...(listOf(property['enum']).includes(String(wrong).trim())
              ? { isTolerable: true as const }
              : {}),
          }))
        : []),
      ...(at(property, 'type') === 'array' && required
        ? [
            // Behind a good one: some look at the first alone.
            { ...faulty('type', [...listOf(value).slice(0, 1), 17]), member: `${member}.0` },
            { ...faulty('null', [null]), member: `${member}.0` },
            ...wrongItems(value).map((wrong) => ({
              ...faulty('type', wrong, kindOf(wrong.find((one) => typeof one !== 'string'))),
              member: `${member}.0`,
            })),
          ]
        : []),
      ...inner.map((one) => ({
        ...one,
        value: { ...good, [key]: one.value },
        required: one.required && required,
      })),
    ];
  });
}

/** The members of an object, those that it takes over from other schemas too. */
function membersOf(
  schemas: Schemas,
  schema: JsonObject,
): { readonly properties: JsonObject; readonly needed: readonly unknown[] } {
  const bases = listOf(schema['allOf']).map((one) => membersOf(schemas, schemas.resolve(one)));
  const own = isObject(schema['properties']) ? schema['properties'] : {};
  return {
    properties: Object.assign({}, ...bases.map(({ properties }) => properties), own),
    needed: [...bases.flatMap(({ needed }) => needed), ...listOf(schema['required'])],
  };
}

const AN_OBJECT: JsonObject = { text: 'an object' };

/** Values that no reader may take for the type, that of the turn first; all of them where every type is sent. */
function wrongTypes(
  property: JsonObject,
  { turn, everyType }: Choice,
  required: boolean,
  good: unknown,
): readonly unknown[] {
  const [item] = listOf(good);
  const inside = typeof good === 'string' ? valueIn(good, everyType) : undefined;
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    // Twice: a number for a text is the usual mistake, and its turn comes more often.
    string: [17, [everyType && typeof good === 'string' ? good : 'a list'], inside ?? AN_OBJECT, 17],
    boolean: ['yes', 1, 'true', 1],
    // What the list may hold: some make a list of it.
    array: [typeof item === 'string' ? item : 'text', { 0: 'an object' }],
    // Many readers accept a list as an object, and reject a text: the list is sent for every object.
    object: [['a list'], 'text'],
    integer: ['many', 1.5],
    number: ['many'],
  };
  if (inside !== undefined && !everyType) return [inside, 17];
  const values = wrong[String(property['type'])] ?? [null];
  if (property['type'] === 'object') return values.slice(0, required || !everyType ? 2 : 1);
  const turned = [...values.slice(turn % values.length), ...values.slice(0, turn % values.length)];
  // Some read a number as its text, others accept any value: both are sent, except where the member has an enumeration.
  const isText = property['type'] === 'string' && property['enum'] === undefined;
  const [first] = turned;
  if (!everyType && required && isText) return [first, first === 17 ? AN_OBJECT : 17];
  if (!everyType || !required) return turned.slice(0, 1);
  // Some turn a truth into text where they leave a number alone.
  const more = property['type'] === 'string' ? [true] : [];
  return [...new Set([...turned, ...more])];
}

/** Lists of texts in which one is a list, which many turn into its text, or an object, before one that is good. */
function wrongItems(good: unknown): readonly (readonly unknown[])[] {
  const [item] = listOf(good);
  return typeof item === 'string'
    ? [
        [item, [item]],
        [{ name: item }, item],
      ]
    : [];
}

/** The object that the text spells as JSON, which many take for the text; of YAML only where nothing can come of it. */
function valueIn(text: string, isHarmless: boolean): JsonObject | undefined {
  if (!isHarmless && !text.startsWith('{')) return undefined;
  const value = readYaml(text);
  return isObject(value) ? value : undefined;
}

/** What a value is, with its article. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `the text ${value}` : `a ${typeof value}`;
}

/** Values outside a list. In small letters first: a server that compares nothing accepts that one too. */
function outsides(
  list: readonly unknown[],
  good: unknown,
  { turn, everyList }: Choice,
): readonly { readonly wrong: unknown; readonly kind: string }[] {
  if (everyList === undefined) return [{ wrong: outside(list, good, turn), kind: '' }];
  const small = { wrong: outside(list, good, SMALL), kind: '' };
  // The others take turns.
  const more = [BLANK, EMPTY].find((one) => one === turn % TURNS);
  if (more === undefined) return [small];
  const kind = more === BLANK ? 'followed by a blank' : 'empty';
  return [small, { wrong: outside(list, good, more), kind }];
}

/** Places in the list of values that are nearly one. */
const SMALL = 1;
const BLANK = 2;
const EMPTY = 3;
const TURNS = 4;

/** Something like the good value, or one of the list, and not in it: nothing else of the request is then at fault. */
function outside(list: readonly unknown[], good: unknown, turn: number): unknown {
  const text = String(list.includes(good) ? good : list[0]);
  const near = ['NOT_IN_THE_CONTRACT', text.toLowerCase(), `${text} `, ''];
  const turned = [...near.slice(turn % near.length), ...near];
  return turned.find((one) => !list.includes(one));
}
