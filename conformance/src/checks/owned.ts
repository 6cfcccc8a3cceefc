import { type Check, NotApplicable, type Trial } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { type Exchange, statusOf } from '../suite/exchange.ts';
import { isObject } from '../suite/json.ts';
import type { Run, Scope } from '../suite/run.ts';
import { type Departure, describeDepartures, type Reading } from '../suite/schemas.ts';
import { tokenOf } from '../suite/tasks.ts';

/** A body with its schema validation. */
interface Judged extends Reading {
  readonly schema: string;
  /** The paths of all values in the body, from the outside in, each as keys. */
  readonly places: readonly (readonly string[])[];
}

/** Many checks read each answer, so it is validated against its schema only once. */
const ANSWERS = new WeakMap<Exchange, Judged>();

/** The body of an answer, validated against the schema of its status; undefined without a schema or JSON. */
export function judgeAnswer(
  { contract, session }: Pick<Run, 'contract' | 'session'>,
  exchange: Exchange,
): Judged | undefined {
  const schema = operationOf(contract, exchange.operation).responses[String(statusOf(exchange))]?.schema;
  const json = exchange.received?.json;
  if (schema === undefined || json === undefined || exchange.sent.elsewhere === true) return undefined;
  if (isBareToken(exchange, schema)) return undefined;
  const known = ANSWERS.get(exchange);
  if (known !== undefined) return known;
  const judged = { schema, places: placesIn(json.value), ...session.schemas.read(schema, json.value) };
  ANSWERS.set(exchange, judged);
  return judged;
}

/** The body of a request, validated against its schema; undefined if the operation has no body or it is not JSON. */
function judgeSent({ contract, session }: Run, exchange: Exchange): Judged | undefined {
  const { body } = operationOf(contract, exchange.operation);
  if (body === undefined || !('value' in exchange.sent)) return undefined;
  const { value } = exchange.sent;
  return { schema: body.schema, places: placesIn(value), ...session.schemas.read(body.schema, value) };
}

/** A token as bare text, labeled as text or as JSON: every client can read it, but it is not recommended. */
export function isBareToken(exchange: Exchange, schema: string): boolean {
  const { received } = exchange;
  if (schema !== 'Token' || received === undefined || tokenOf(exchange) === undefined) return false;
  return received.json === undefined || received.mediaType === 'text/plain';
}

/** Reports where a body violates its schema. */
export function tellDepartures(
  trial: Trial,
  exchange: Exchange,
  schema: string,
  departures: readonly Departure[],
): void {
  const [first, ...others] = departures;
  if (first === undefined) return;
  const symptom = symptomOf(schema, first);
  trial.violated({ symptom, ...describeDepartures([first, ...others]) }, exchange);
}

/** Notes where a body has null instead of leaving a member out. */
export function noteNulls(trial: Trial, exchange: Exchange, nulls: readonly string[]): void {
  const symptom = 'null for an absent field';
  for (const pointer of nulls)
    trial.note({ symptom, expected: `${pointer} left out`, actual: 'null' }, exchange);
}

/** A value outside its enumeration is the same mistake at any place. */
function symptomOf(schema: string, { keyword, pointer, actual }: Departure): string {
  return keyword === 'enum'
    ? `value ${actual}`
    : `${schema} ${pointer.replaceAll(/\/\d+/g, '/*')} ${keyword}`;
}

/**
 * The check of a requirement that owns parts of the schemas: it checks all traffic of the run, in those parts only.
 * @param more What the requirement demands beyond the schemas, for each body
 * @param body Answers, or sent bodies
 */
export function ownedCheck(
  run: Run,
  requirement: string,
  scope: Omit<Scope, 'phase'> = {},
  more: (exchange: Exchange, trial: Trial) => void = () => undefined,
  body: 'answer' | 'sent' = 'answer',
): Check {
  const { owners, session } = run;
  const [judge, ownerOf] =
    body === 'answer' ? [judgeAnswer, owners.ofAnswer] : ([judgeSent, owners.ofSent] as const);
  return run.check(requirement, { phase: 'last', ...scope }, (trial) => {
    let seen = 0;
    for (const exchange of session.journal) {
      const judged = judge(run, exchange);
      if (judged === undefined) continue;
      const own = judged.departures.filter((one) => ownerOf(exchange, one) === requirement);
      if (own.length === 0 && !owners.holds(requirement, exchange, body, judged.places)) continue;
      seen += 1;
      trial.saw(exchange);
      tellDepartures(trial, exchange, judged.schema, own);
      if (own.length === 0) more(exchange, trial);
    }
    if (seen === 0 && body === 'sent') throw new NotApplicable('no such request was sent');
  });
}

function placesIn(value: unknown, keys: readonly string[] = []): (readonly string[])[] {
  const inner = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  return [keys, ...inner.flatMap(([key, one]) => placesIn(one, [...keys, key]))];
}
