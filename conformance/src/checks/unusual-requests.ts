import { parse } from 'yaml';
import type { Check, Trial } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { type Exchange, statusOf, statusText, succeeded } from '../suite/exchange.ts';
import { isObject, type JsonObject, listOf } from '../suite/json.ts';
import type { Call } from '../suite/request.ts';
import type { Run, Subject } from '../suite/run.ts';
import type { Schemas } from '../suite/schemas.ts';
import { isOfTheMoment, isOtherTrouble } from './passing-trouble.ts';

/** Special characters of templates, patterns, SQL, paths and markup. */
const MARKS = ` 50% {a} {{b}} 'c' "d" <e>/f\\g $h; --`;
/** Characters of two, three and four bytes. */
const LETTERS = ' Größe 東京 🚚';
/** Line ends of some systems. */
const LINES = '\r\nand a line\tmore';
/** As irrelevant as the three above, in harmless characters. */
const WORDS = ' and a line more';
/** Longer than database columns and forms expect, in characters. */
const LENGTH = 5_000;
/** The same for a query: URLs have separate limits. */
const QUERY_LENGTH = 300;
/** As large as the resources of large systems, in characters. */
const CONTENT = 60_000;
/** Larger than 32 bits. */
const LARGE = 2 ** 31 + 17;
/** As unknown to a target, within 32 bits. */
const SMALL = 2 ** 20 + 17;
/** Members with YAML text: other checks test unusual descriptors. */
const YAML = ['descriptor', 'content'];
const RESOURCE = 'content';
/** Variations that need more resources than a plain request, which may be too much for a backend. */
const DEMANDING = ['long', 'large', 'empty', 'no-members'];

type Request = Pick<Call, 'value' | 'parameters'>;

/** A request with unusual values, and one with plain values in the same places. */
interface Pair {
  readonly request: Request;
  readonly plain: Request;
}

interface Unusual extends Pair {
  readonly of: string;
  readonly told: string;
  /** One pair for each place; none if a target may refuse the values, because nothing bounds their size or meaning. */
  readonly places: readonly Pair[];
}

/**
 * Valid requests with unusual values, derived from the schemas. Nothing may break, and where a plain value is accepted,
 * an unusual one of the same type is accepted too.
 */
export function unusualRequestChecks(run: Run, subject: Subject): Check[] {
  const operations = Object.values(run.contract.table.operations).filter(
    ({ id, longRunning, method }) =>
      subject.changeNothing?.includes(id) === true ||
      (longRunning === undefined && (method === 'GET' || subject.harmless === id)),
  );
  return operations.flatMap(({ id: operation }) =>
    unusualOf(run, subject, operation).map((unusual) => {
      const title = `${operation}: ${unusual.told} causes no system error`;
      return run.check('X-24', { of: `${operation}.${unusual.of}`, title, operation }, (trial) =>
        breaksNothing(trial, run, operation, unusual),
      );
    }),
  );
}

async function breaksNothing(trial: Trial, run: Run, operation: string, unusual: Unusual): Promise<void> {
  const { of, told, request, plain, places } = unusual;
  const ask = (label: string, what: Request): Promise<Exchange> =>
    run.session.call({ operation, label, intent: 'valid', ...what, patient: true });
  const exchange = await ask(`a request with ${told}`, request);
  trial.saw(exchange);
  if (succeeded(exchange)) return;
  const isRefused = (one: Exchange): boolean => statusOf(one) >= 400 && statusOf(one) < 500;
  const tell = (one: Exchange): void =>
    trial.wrongAnswer(
      `${told} returns ${statusText(one)}`,
      isRefused(one) ? 'success, as for a plain value' : 'success, or a 4xx',
      one,
    );
  if (!isRefused(exchange) && !isOtherTrouble(run, exchange)) return tell(exchange);
  if (DEMANDING.includes(of) || (isRefused(exchange) && places.length === 0)) return;
  // A target may refuse one of the places whatever is in it, such as the name of a type: each is tried by itself.
  for (const place of places.length === 0 ? [{ request, plain }] : places) {
    const odd = await ask(`a request with ${told} in one place`, place.request);
    if (succeeded(odd)) continue;
    const askPlain = (): Promise<Exchange> => ask('the same with a plain value', place.plain);
    const passes = isRefused(odd)
      ? !succeeded(await askPlain())
      : await isOfTheMoment(askPlain, () => ask(`a request with ${told}, again`, place.request));
    if (!passes) return tell(odd);
  }
}

function unusualOf(run: Run, subject: Subject, operation: string): Unusual[] {
  const { schemas } = run.session;
  const { body } = operationOf(run.contract, operation);
  const good = subject.goodBody(operation);
  const parameters = subject.goodParameters?.(operation) ?? {};
  const ofBody = (of: string, told: string, change: Change, like?: Change): Unusual[] => {
    if (body === undefined || !isObject(good)) return [];
    const pairAt = pairMaker(schemas, body.schema, { value: good, parameters }, change, like);
    const all = pairAt(() => true);
    if (all === undefined) return [];
    const names = like === undefined ? [] : membersOf(schemas, body.schema).map(([name]) => name);
    const places = names.map((name) => pairAt((one) => one === name)).filter((pair) => pair !== undefined);
    return [{ of, told, ...all, places }];
  };
  const ofQuery = (of: string, told: string, change: Change): Unusual[] => {
    const query = changed(schemas, `${operation}.query`, parameters.query ?? {}, change);
    return query === undefined
      ? []
      : [
          {
            of,
            told,
            request: { value: good, parameters: { ...parameters, query } },
            plain: { value: good, parameters },
            places: [],
          },
        ];
  };
  return [
    ...ofBody('marks', 'text with special characters', withMore(MARKS), withMore(WORDS)),
    ...ofBody('letters', 'non-ASCII text', withMore(LETTERS), withMore(WORDS)),
    ...ofBody('lines', 'text with other line endings', withLines, withMore(WORDS)),
    ...ofBody(
      'number',
      'a number of more than 32 bits',
      ({ isOpen }) => isOpen && LARGE,
      ({ isOpen }) => isOpen && SMALL,
    ),
    ...ofBody('empty', 'an empty string', ({ text, isFree }) => isFree && text !== '' && ''),
    ...ofBody(
      'long',
      'long text',
      ({ text, isFree }) => isFree && text !== '' && `${text} `.repeat(LENGTH).slice(0, LENGTH),
    ),
    ...ofBody(
      'large',
      'a large resource',
      ({ name, text }) =>
        name === RESOURCE && `${text}\n${'# '.padEnd(100, 'x')}\n`.padEnd(CONTENT, '# more\n'),
    ),
    ...ofBody('no-members', 'objects without fields', ({ isAnything }) => isAnything && {}),
    ...ofBody('json', 'content that is JSON', ({ name, text }) => name === RESOURCE && asJson(text)),
    // A required text names the place of a search: in another place the server would find nothing.
    ...[false, true].flatMap((isPlace) => {
      const [of, what] = isPlace ? ['place-', 'a place'] : ['', 'a filter'];
      const only =
        (change: Change): Change =>
        (member) =>
          member.isFree && member.isRequired === isPlace && change(member);
      return [
        ...ofQuery(
          `${of}marks`,
          `${what} with special characters`,
          only(({ text }) => `${text}${MARKS}`),
        ),
        ...ofQuery(
          `${of}letters`,
          `${what} with non-ASCII text`,
          only(({ text }) => `${text}${LETTERS}`),
        ),
        ...ofQuery(
          `${of}long`,
          `${what} with a long name`,
          only(({ text }) => `${text}x`.padEnd(QUERY_LENGTH, 'x')),
        ),
        ...(isPlace
          ? []
          : ofQuery(
              'empty',
              'an empty filter',
              only(() => ''),
            )),
      ];
    }),
    ...ofQuery('large', 'a large number', ({ isOpen }) => isOpen && LARGE),
  ];
}

/** Makes the pair of requests in which the named members have other values; undefined if there are none to change. */
function pairMaker(
  schemas: Schemas,
  schema: string,
  good: Request & { readonly value: JsonObject },
  change: Change,
  like: Change = () => false,
) {
  return (isPlace: (name: string) => boolean): Pair | undefined => {
    const changedBy = (one: Change): JsonObject | undefined =>
      changed(schemas, schema, good.value, (member) => isPlace(member.name) && one(member));
    const value = changedBy(change);
    if (value === undefined || !schemas.isValid(schema, value)) return undefined;
    return { request: { ...good, value }, plain: { ...good, value: changedBy(like) ?? good.value } };
  };
}

/** After the text, or in a comment if it is YAML. */
function withMore(more: string): Change {
  return ({ name, text, isFree }) => {
    if (name === RESOURCE && text !== '') return `${text}\n#${more}\n`;
    return isFree && text !== '' && `${text}${more}`;
  };
}

function withLines({ name, text, isFree }: Member): unknown {
  if (name === RESOURCE && text !== '') return text.replaceAll(/\r?\n/g, '\r\n');
  return isFree && text !== '' && `${text}${LINES}`;
}

/** A member of a body, or a parameter. */
interface Member {
  readonly name: string;
  /** Its valid value; empty if it is absent. */
  readonly text: string;
  readonly isRequired: boolean;
  /** Text without constraints. */
  readonly isFree: boolean;
  /** An object without a schema. */
  readonly isAnything: boolean;
  /** A number without a maximum. */
  readonly isOpen: boolean;
}

/** The value that replaces the valid one of a member; false to keep it. */
type Change = (member: Member) => unknown;

/** A valid value with other members; undefined if there are none to change. */
function changed(schemas: Schemas, name: string, good: JsonObject, change: Change): JsonObject | undefined {
  const required = listOf(schemas.named(name)['required']);
  const changes = membersOf(schemas, name).flatMap(([key, reference]) => {
    const property = schemas.resolve(reference);
    const isList = property['type'] === 'array';
    const said = isList ? schemas.resolve(property['items']) : property;
    const isText = said['type'] === 'string' && !SAID.some((keyword) => keyword in said);
    const value = change({
      name: key,
      text: String(good[key] ?? ''),
      isRequired: required.includes(key),
      isFree: isText && !YAML.includes(key),
      isAnything: property['type'] === 'object' && property['properties'] === undefined,
      isOpen: property['type'] === 'integer' && property['maximum'] === undefined,
    });
    return value === false ? [] : [[key, isList ? [value] : value] as const];
  });
  return changes.length === 0 ? undefined : { ...good, ...Object.fromEntries(changes) };
}

function membersOf(schemas: Schemas, name: string): [string, unknown][] {
  const { properties } = schemas.named(name);
  return isObject(properties) ? Object.entries(properties) : [];
}

/** Schema keywords that constrain a text. */
const SAID = ['enum', 'const', 'format', 'pattern', 'maxLength'];

/** False if it is not YAML. */
function asJson(text: string): string | false {
  try {
    return JSON.stringify(parse(text));
  } catch {
    return false;
  }
}
