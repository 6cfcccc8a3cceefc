import { type Check, NotApplicable, type Trial } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { type Exchange, statusOf } from '../suite/exchange.ts';
import { isObject } from '../suite/json.ts';
import type { Run, Scope } from '../suite/run.ts';
import { type Departure, describeDepartures, type Reading } from '../suite/schemas.ts';
import { tokenOf } from '../suite/tasks.ts';

/** A body that was held against its schema. */
interface Judged extends Reading {
  readonly schema: string;
  /** Everywhere that the body holds something, from the outside in: the keys that lead there. */
  readonly places: readonly (readonly string[])[];
}

/** Many checks read each answer: it is held against its schema once. */
const ANSWERS = new WeakMap<Exchange, Judged>();

/** The body of an answer, held against the schema of its status; undefined where there is no schema or no JSON. */
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

/** The body of a request, held against its schema; undefined where the operation takes none or it is no JSON. */
function judgeSent({ contract, session }: Run, exchange: Exchange): Judged | undefined {
  const { body } = operationOf(contract, exchange.operation);
  if (body === undefined || !('value' in exchange.sent)) return undefined;
  const { value } = exchange.sent;
  return { schema: body.schema, places: placesIn(value), ...session.schemas.read(body.schema, value) };
}

/** A token as bare text, labelled as text or as JSON: read by everybody, and untidy. */
export function isBareToken(exchange: Exchange, schema: string): boolean {
  const { received } = exchange;
  if (schema !== 'Token' || received === undefined || tokenOf(exchange) === undefined) return false;
  return received.json === undefined || received.mediaType === 'text/plain';
}

/** Says where a body departs from its schema. */
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

/** A value outside its list is the same mistake wherever it stands. */
function symptomOf(schema: string, { keyword, pointer, actual }: Departure): string {
  return keyword === 'enum'
    ? `value ${actual}`
    : `${schema} ${pointer.replaceAll(/\/\d+/g, '/*')} ${keyword}`;
}

/**
 * The check of a requirement that owns parts of the schemas: it judges all traffic of the run, in those parts only.
 * @param more What the requirement says beyond the schemas, of each body that it looks at
 * @param body Answers, or what was sent
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
    if (seen === 0 && body === 'sent') throw new NotApplicable('nothing of the kind was sent');
  });
}

function placesIn(value: unknown, keys: readonly string[] = []): (readonly string[])[] {
  const inner = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  return [keys, ...inner.flatMap(([key, one]) => placesIn(one, [...keys, key]))];
}
