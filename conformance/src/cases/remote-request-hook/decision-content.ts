import type { Arrival } from '../../fake-platform/listener.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { STACK } from './acceptance.ts';
import { type Asked, OPERATION } from './facts/requests.ts';
import { type Facts, statusIn } from './facts.ts';
import { expectAddresses } from './tracking.ts';

const SCOPE = { operation: OPERATION } as const;

/** The content of a decision, and how it is sent. */
export function contentChecks(facts: Facts): Check[] {
  const { run } = facts;
  return [
    run.check('HK-10', { ...SCOPE, of: 'status' }, (trial) =>
      eachDecision(facts, (asked, arrival) => expectStatus(trial, run, asked, arrival)),
    ),
    run.check('HK-11', SCOPE, (trial) =>
      eachTry(facts, (asked, arrival) => expectShape(trial, run, asked, arrival)),
    ),
    run.check('HK-15', SCOPE, (trial) =>
      eachDecision(facts, (asked, arrival) => expectMessage(trial, asked, arrival)),
    ),
    run.check(
      'HK-06',
      { ...SCOPE, of: 'decision', title: 'tracking.url of a decision is an absolute URL' },
      (trial) =>
        eachDecision(facts, ({ exchange }, arrival) => {
          trial.saw(exchange);
          expectAddresses(trial, exchange, arrival.json?.value);
        }),
    ),
    run.check('HK-16', SCOPE, (trial) =>
      eachTry(facts, (asked, arrival) => expectForm(trial, run, asked, arrival)),
    ),
  ];
}

/** A short description of a received request. */
export function describe({ method, path, text, headers }: Arrival): string {
  return `${method} ${path} ${String(headers['content-type'] ?? 'without media type')}: ${brief(text, 200)}`;
}

type Judge = (asked: Asked, arrival: Arrival) => void;

/** Requests whose decision the platform accepted, with the received request. */
async function eachDecision(facts: Facts, judge: Judge): Promise<void> {
  await facts.decided();
  for (const asked of [await facts.main(), await facts.other(), await facts.emptyFields()]) {
    await facts.awaitDecision(asked);
    for (const arrival of asked.inbox.arrivals.slice(0, 1)) judge(asked, arrival);
  }
}

/** The same, and every retry to a platform with errors. */
async function eachTry(facts: Facts, judge: Judge): Promise<void> {
  await eachDecision(facts, judge);
  await facts.quiet();
  for (const asked of [await facts.unknownHook(), await facts.troubled()])
    for (const arrival of asked.inbox.arrivals) judge(asked, arrival);
}

function expectStatus(trial: Trial, { session }: Run, { exchange }: Asked, arrival: Arrival): void {
  const decisions = listOf(session.schemas.named('HookDecision')['enum']);
  trial.saw(exchange);
  if (decisions.includes(statusIn(arrival))) return;
  trial.violated(
    {
      symptom: 'no such decision',
      expected: `status, one of ${decisions.join(', ')}`,
      actual: describe(arrival),
    },
    exchange,
  );
}

function expectShape(trial: Trial, run: Run, { exchange }: Asked, arrival: Arrival): void {
  trial.saw(exchange);
  const value = arrival.json?.value;
  const [first] = run.session.schemas
    .read(callbackOf(run)?.body?.schema ?? '', value ?? {})
    .departures.filter(({ pointer }) => !pointer.startsWith('/status'));
  const info = at(value, 'hookInfo');
  if (isObject(value) && first === undefined && (info === undefined || isObject(info))) return;
  trial.violated(
    {
      symptom: `decision ${first?.pointer ?? ''}`,
      expected:
        first === undefined
          ? 'an object with status and hookInfo'
          : `${first.pointer || 'the body'}: ${first.expected}`,
      actual: describe(arrival),
    },
    exchange,
  );
}

function expectMessage(trial: Trial, { exchange }: Asked, arrival: Arrival): void {
  trial.saw(exchange);
  const info = at(arrival.json?.value, 'hookInfo');
  const message = at(info, 'message');
  const isTrace = typeof message === 'string' && STACK.test(message);
  const isEmpty =
    message === undefined || message === null || (typeof message === 'string' && message.trim() === '');
  // Another requirement covers another type.
  if (!isTrace && !isEmpty) return;
  // hookInfo is optional.
  const tell = info === undefined ? trial.note : trial.violated;
  tell(
    {
      symptom: isTrace ? 'technical message in the decision' : 'decision without a message',
      expected: 'hookInfo.message, a sentence for the user',
      actual: describe(arrival),
    },
    exchange,
  );
}

function expectForm(trial: Trial, run: Run, { exchange, inbox }: Asked, arrival: Arrival): void {
  const callback = callbackOf(run);
  trial.saw(exchange);
  const media = String(arrival.headers['content-type'] ?? '')
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase();
  const wrong = [
    ...(arrival.method === callback?.method ? [] : [`method ${arrival.method}`]),
    ...(arrival.garbled === true ? ['bytes that are not UTF-8'] : []),
    ...(media === callback?.body?.mediaType ? [] : [`media type ${media === '' ? 'missing' : media}`]),
  ];
  if (wrong.length === 0) return;
  trial.violated(
    {
      symptom: `decision by ${wrong.join(', ')}`,
      expected: `${callback?.method} ${inbox.url} with ${callback?.body?.mediaType}`,
      actual: describe(arrival),
    },
    exchange,
  );
}

/** The contract's definition of the decision request. */
function callbackOf({ contract }: Run) {
  const [callback] = contract.table.operations[OPERATION]?.callbacks ?? [];
  return callback;
}
