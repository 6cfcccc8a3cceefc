import { expectDisplayEntries } from '../../checks/display-entries.ts';
import { expectReason } from '../../checks/logs.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import { MUTATING } from './facts/requests.ts';
import type { Facts } from './facts.ts';
import { publicInfoOf, type Told } from './publication.ts';
import { type Contents, readContents, type Sample } from './samples.ts';

const LAST = { phase: 'last' } as const;

/** Checks of the public information and the status operation. */
export function informationChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    ...statusChecks(facts),
    check('DC-20', { operation: 'provision', phase: 'last' }, (trial) => portsAreTold(trial, facts)),
    check('DC-21', { operation: 'provision' }, async (trial) => {
      for (const { ended } of await publications(facts)) {
        for (const [id, entries] of publicInfoOf(ended)) {
          expectKeys(trial, ended.exchange, id, entries);
          expectDisplayEntries(trial, ended.exchange, entries, `/info/publicInfo/${id}`);
        }
      }
    }),
    check('DC-22', LAST, (trial) => failuresAreExplained(trial, facts)),
  ];
}

/** A catalog either implements the status operation or returns 501 for every token. */
function statusChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  return [
    check('DC-05', LAST, (trial) => everyTokenIsAnswered(trial, facts)),
    check('DC-06', LAST, (trial) => {
      const without = statusAnswers(facts).find((one) => statusOf(one) === 501);
      if (without === undefined) return;
      for (const one of session.journal) {
        if (!['provision', 'unprovision'].includes(one.operation) || statusOf(one) !== 202) continue;
        trial.wrongAnswer(
          'a token that cannot be polled',
          'the finished status: the status operation returns 501',
          one,
          ...statusAnswers(facts),
        );
      }
    }),
    check('DC-07', LAST, (trial) => {
      const answers = statusAnswers(facts);
      const absent = answers.filter((one) => statusOf(one) === 501);
      const present = answers.find((one) => statusOf(one) !== 501);
      for (const one of absent) trial.saw(one);
      const [first] = absent;
      if (first === undefined || present === undefined) return;
      trial.wrongAnswer('temporary 501', '501 for every token', present, first);
    }),
  ];
}

async function everyTokenIsAnswered(trial: Trial, { run }: Facts): Promise<void> {
  const exchange = await run.session.call({
    operation: 'getStatus',
    label: 'status of an unknown token',
    intent: 'valid',
    token: run.invent('uuid'),
  });
  const seen = run.tasks.all
    .filter(({ longRunning }) => longRunning.poll.operation === 'getStatus')
    .flatMap(({ observations }) => observations.map((one) => one.exchange));
  for (const one of [exchange, ...seen]) {
    trial.saw(one);
    const known = one !== exchange;
    const status = statusOf(one);
    if (status === 501 || (known ? status === 200 : status >= 400 && status < 500 && isRefusal(one)))
      continue;
    trial.wrongAnswer('no status', known ? '200, or 501' : '400 with errors, or 501', one);
  }
}

/**
 * Every entry needs a separate key: the marketplace does not show a list, or a value in place of all entries of a port.
 */
function expectKeys(trial: Trial, exchange: Exchange, id: string, entries: unknown): void {
  const isEntry = (value: unknown): boolean =>
    ['type', 'label', 'value'].every((member) => typeof at(value, member) === 'string');
  const listed = listOf(entries).flatMap((one) => [one, ...(isObject(one) ? Object.values(one) : [])]);
  if (![entries, ...listed].some(isEntry)) return;
  trial.saw(exchange);
  trial.violated(
    {
      symptom: 'display entry without a key',
      expected:
        'each entry under a separate key, such as {"catalog": {"type": ..., "label": ..., "value": ...}}',
      actual: brief(entries),
      difference: `/info/publicInfo/${id}`,
    },
    exchange,
  );
}

/** The public information describes output ports of the data product. */
async function portsAreTold(trial: Trial, facts: Facts): Promise<void> {
  for (const { answer, contents } of (await publications(facts)).flatMap(everyAnswer)) {
    const told = publicInfoOf(answer).map(([id]) => id);
    for (const id of told) {
      trial.saw(answer.exchange);
      if (contents.outputPorts.includes(id)) continue;
      const port = portCalled(contents, id);
      // Next to an entry under the id it is harmless.
      const meant = port === undefined || told.includes(port) ? undefined : port;
      // A key that is not an id is stored and not shown.
      if (!id.includes(':') && !contents.components.includes(id) && meant === undefined) continue;
      trial.violated(
        {
          symptom:
            meant !== undefined
              ? 'a name instead of an id'
              : contents.components.includes(id)
                ? 'not an output port'
                : 'information about something else',
          expected: `ids of output ports: ${brief(contents.outputPorts)}`,
          actual: brief(id),
          difference: `/info/publicInfo/${id}`,
        },
        answer.exchange,
      );
    }
  }
}

/** Each answer that reports the result of a publication: a later one may be about another data product. */
function everyAnswer({ ended, contents }: Publication): { answer: Told; contents: Contents }[] {
  const later = ended.task?.observations.filter(({ state }) => state === ended.state) ?? [];
  return (later.length === 0 ? [ended] : later).map((answer) => ({ answer, contents }));
}

/** The output port that a key means, by its name or by its id in a different case. */
function portCalled({ components, names }: Contents, key: string): string | undefined {
  if (components.includes(key)) return undefined;
  const [meant] = [...names].find(([id, own]) => [id, ...own].some((one) => plain(one) === plain(key))) ?? [];
  return meant;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Of work that changes the catalog, in the response to a poll or in the first one. */
function failuresAreExplained(trial: Trial, { run: { contract, session } }: Facts): void {
  const { operations } = contract.table;
  const changes = MUTATING.flatMap((one) => [one, operations[one]?.longRunning?.poll.operation ?? one]);
  for (const exchange of session.journal)
    if (changes.includes(exchange.operation) && at(bodyOf(exchange), 'status') === 'FAILED')
      expectReason(trial, exchange);
}

/** Answers of the status operation to tokens. An empty token is tested separately. */
function statusAnswers(facts: Facts): Exchange[] {
  return facts.run.session.journal.filter((one) => one.operation === 'getStatus' && one.intent === 'valid');
}

function isRefusal(exchange: Exchange): boolean {
  return listOf(at(exchange.received?.json?.value, 'errors')).length > 0;
}

/** A successful publication, and the data product that was sent. */
interface Publication {
  readonly ended: Ended;
  readonly contents: Contents;
  readonly sample: Sample;
}

/** The successful publications of the run. */
export async function publications(facts: Facts): Promise<Publication[]> {
  const { samples } = facts;
  const pairs = [
    { work: facts.publishPlain, sample: samples.plain },
    { work: facts.publishResults, sample: samples.results },
    ...(samples.other === undefined || facts.publishOther === undefined
      ? []
      : [{ work: facts.publishOther, sample: samples.other }]),
  ];
  const ends = await Promise.allSettled(pairs.map(({ work }) => work.end()));
  return ends.flatMap((end, index) => {
    const sample = pairs[index]?.sample;
    return end.status === 'fulfilled' && sample !== undefined && end.value.state === 'COMPLETED'
      ? [{ ended: end.value, contents: readContents(sample), sample }]
      : [];
  });
}
