import { at, isObject, type JsonObject, listOf } from '../suite/json.ts';
import type { Fault } from '../suite/run.ts';
import type { Schemas } from '../suite/schemas.ts';
import { readYaml } from '../suite/yaml.ts';

/** A request body with one fault. */
export interface FaultyBody {
  /** Dotted path of the invalid member. */
  readonly member: string;
  readonly fault: Fault;
  /** Distinguishes several of the same fault; empty for the first. */
  readonly kind: string;
  readonly value: unknown;
  /** Whether the member is required. */
  readonly required: boolean;
  /** The value differs only in blanks, which some frameworks trim: accepting it is a warning. */
  readonly isTolerable?: true;
}

/** The description of a fault. */
export const FAULTS: Readonly<Record<Fault, string>> = {
  missing: 'is missing',
  null: 'is null',
  type: 'has the wrong type',
  enum: 'is outside its enumeration',
  below: 'is below its minimum',
  above: 'is above its maximum',
  negative: 'is negative',
  fraction: 'is not an integer',
};

/** What a request with the body says about its fault: a server that rejects it may name this member, and no other. */
export function faultIn({ member, fault, kind }: FaultyBody): { readonly fault?: string } {
  return kind === '' && ['missing', 'null', 'type'].includes(fault) ? { fault: member } : {};
}

/**
 * Which invalid values of one fault are sent: each operation gets another one, so that one run tests several, and an
 * operation that changes nothing gets every wrong type of its required members.
 */
export interface Choice {
  readonly turn: number;
  readonly everyType: boolean;
  /** Near misses of an enumeration are sent to every operation: one may compare them differently. */
  readonly everyList?: true;
}

/** Bodies derived from a schema and a valid body, each with one fault. */
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
  const members = schemas.members(schema);
  return Object.entries(members.properties).flatMap(([key, property]) => {
    const required = members.required.includes(key);
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
            // After a valid one: some servers validate only the first.
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

const AN_OBJECT: JsonObject = { text: 'an object' };

/** Values that are invalid for the type, starting with that of the turn; all of them if every type is sent. */
function wrongTypes(
  property: JsonObject,
  { turn, everyType }: Choice,
  required: boolean,
  good: unknown,
): readonly unknown[] {
  const [item] = listOf(good);
  const inside = typeof good === 'string' ? valueIn(good, everyType) : undefined;
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    // Twice: a number for a text is the most common mistake, so it is sent more often.
    string: [17, [everyType && typeof good === 'string' ? good : 'a list'], inside ?? AN_OBJECT, 17],
    boolean: ['yes', 1, 'true', 1],
    // The valid item without a list: some servers wrap it in a list.
    array: [typeof item === 'string' ? item : 'text', { 0: 'an object' }],
    // Many parsers accept a list as an object, and reject a text: the list is sent for every object.
    object: [['a list'], 'text'],
    integer: ['many', 1.5],
    number: ['many'],
  };
  if (inside !== undefined && !everyType) return [inside, 17];
  const values = wrong[String(property['type'])] ?? [null];
  if (property['type'] === 'object') return values.slice(0, required || !everyType ? 2 : 1);
  const turned = [...values.slice(turn % values.length), ...values.slice(0, turn % values.length)];
  // Some servers convert a number to text, others accept any value: both are sent, unless the member has an
  // enumeration.
  const isText = property['type'] === 'string' && property['enum'] === undefined;
  const [first] = turned;
  if (!everyType && required && isText) return [first, first === 17 ? AN_OBJECT : 17];
  if (!everyType || !required) return turned.slice(0, 1);
  // Some convert a boolean to text but not a number.
  const more = property['type'] === 'string' ? [true] : [];
  return [...new Set([...turned, ...more])];
}

/** Lists of texts with a list in one, which many servers convert to text, or an object, before a valid one. */
function wrongItems(good: unknown): readonly (readonly unknown[])[] {
  const [item] = listOf(good);
  return typeof item === 'string'
    ? [
        [item, [item]],
        [{ name: item }, item],
      ]
    : [];
}

/**
 * The object that the text contains as JSON, which many servers accept for the text; as YAML only if that is harmless.
 */
function valueIn(text: string, isHarmless: boolean): JsonObject | undefined {
  if (!isHarmless && !text.startsWith('{')) return undefined;
  const value = readYaml(text);
  return isObject(value) ? value : undefined;
}

/** The type of a value, with its article. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `the string ${value}` : `a ${typeof value}`;
}

/** Values outside an enumeration. Lower case first: a server without validation accepts that one too. */
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

/** Positions in the list of near misses. */
const SMALL = 1;
const BLANK = 2;
const EMPTY = 3;
const TURNS = 4;

/** A near miss of the valid value or of a listed one: nothing else in the request is then invalid. */
function outside(list: readonly unknown[], good: unknown, turn: number): unknown {
  const text = String(list.includes(good) ? good : list[0]);
  const near = ['NOT_IN_THE_CONTRACT', text.toLowerCase(), `${text} `, ''];
  const turned = [...near.slice(turn % near.length), ...near];
  return turned.find((one) => !list.includes(one));
}
