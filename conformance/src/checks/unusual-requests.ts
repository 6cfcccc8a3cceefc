import { parse } from 'yaml';
import type { Check } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { describeAnswer, type Exchange, statusOf, statusText, succeeded } from '../suite/exchange.ts';
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
/** Members with YAML text: other checks test unusual descriptors. */
const YAML = ['descriptor', 'content'];
const RESOURCE = 'content';
/** Variations that need more resources than a plain request, which may be too much for a backend. */
const DEMANDING = ['long', 'large', 'empty', 'no-members'];

interface Unusual {
  readonly of: string;
  readonly told: string;
  readonly request: Pick<Call, 'value' | 'parameters'>;
  /** If the target accepts the plain request, the unusual values cause the failure. */
  readonly plain: Pick<Call, 'value' | 'parameters'>;
}

/** Valid requests with unusual values, derived from the schemas: any answer is valid, but nothing may break. */
export function unusualRequestChecks(run: Run, subject: Subject): Check[] {
  const operations = Object.values(run.contract.table.operations).filter(
    ({ id, longRunning, method }) =>
      subject.changeNothing?.includes(id) === true ||
      (longRunning === undefined && (method === 'GET' || subject.harmless === id)),
  );
  return operations.flatMap(({ id: operation }) =>
    unusualOf(run, subject, operation).map(({ of, told, request, plain }) => {
      const title = `${operation}: ${told} breaks nothing`;
      return run.check('X-24', { of: `${operation}.${of}`, title, operation }, async (trial) => {
        const ask = (label: string, what: Unusual['request']): Promise<Exchange> =>
          run.session.call({ operation, label, intent: 'valid', ...what, patient: true });
        const exchange = await ask(`a request with ${told}`, request);
        trial.saw(exchange);
        // The target decides whether such a thing exists or is allowed.
        if (succeeded(exchange) || (statusOf(exchange) >= 400 && statusOf(exchange) < 500)) return;
        if (isOtherTrouble(run, exchange)) {
          if (DEMANDING.includes(of)) return;
          const passes = await isOfTheMoment(
            () => ask('a plain request, after trouble', plain),
            () => ask(`a request with ${told}, again`, request),
          );
          if (passes) return;
        }
        trial.violated(
          {
            symptom: `${told} gives ${statusText(exchange)}`,
            expected: 'an answer, or a refusal',
            actual: describeAnswer(exchange),
          },
          exchange,
        );
      });
    }),
  );
}

function unusualOf(run: Run, subject: Subject, operation: string): Unusual[] {
  const { schemas } = run.session;
  const { body } = operationOf(run.contract, operation);
  const good = subject.goodBody(operation);
  const parameters = subject.goodParameters?.(operation) ?? {};
  const ofBody = (of: string, told: string, change: Change, like: Change = () => false): Unusual[] => {
    if (body === undefined || !isObject(good)) return [];
    const value = changed(schemas, body.schema, good, change);
    const plain = { value: changed(schemas, body.schema, good, like) ?? good, parameters };
    return value !== undefined && schemas.isValid(body.schema, value)
      ? [{ of, told, request: { value, parameters }, plain }]
      : [];
  };
  const ofQuery = (of: string, told: string, change: Change): Unusual[] => {
    const query = changed(schemas, `${operation}.query`, parameters.query ?? {}, change);
    const value = good === undefined ? {} : { value: good };
    return query === undefined
      ? []
      : [
          {
            of,
            told,
            request: { ...value, parameters: { ...parameters, query } },
            plain: { ...value, parameters },
          },
        ];
  };
  return [
    ...ofBody('marks', 'text full of marks', withMore(MARKS), withMore(WORDS)),
    ...ofBody('letters', 'text in other letters', withMore(LETTERS), withMore(WORDS)),
    ...ofBody('lines', 'text with other ends of lines', withLines, withMore(WORDS)),
    ...ofBody('empty', 'empty text', ({ text, isFree }) => isFree && text !== '' && ''),
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
    ...ofBody('no-members', 'objects without a member', ({ isAnything }) => isAnything && {}),
    ...ofBody(
      'json',
      'content that is written as JSON',
      ({ name, text }) => name === RESOURCE && asJson(text),
    ),
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
          `${what} full of marks`,
          only(({ text }) => `${text}${MARKS}`),
        ),
        ...ofQuery(
          `${of}letters`,
          `${what} in other letters`,
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
              'a filter that is left empty',
              only(() => ''),
            )),
      ];
    }),
    ...ofQuery('large', 'a large number', ({ isOpen }) => isOpen && LARGE),
  ];
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
  const schema = schemas.named(name);
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const changes = Object.entries(properties).flatMap(([key, reference]) => {
    const property = schemas.resolve(reference);
    const isList = property['type'] === 'array';
    const said = isList ? schemas.resolve(property['items']) : property;
    const isText = said['type'] === 'string' && !SAID.some((keyword) => keyword in said);
    const value = change({
      name: key,
      text: String(good[key] ?? ''),
      isRequired: listOf(schema['required']).includes(key),
      isFree: isText && !YAML.includes(key),
      isAnything: property['type'] === 'object' && property['properties'] === undefined,
      isOpen: property['type'] === 'integer' && property['maximum'] === undefined,
    });
    return value === false ? [] : [[key, isList ? [value] : value] as const];
  });
  return changes.length === 0 ? undefined : { ...good, ...Object.fromEntries(changes) };
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
