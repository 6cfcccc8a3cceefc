import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, canonical, listOf } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import { isTaken, type Work } from '../../suite/work.ts';
import { readYaml } from '../../suite/yaml.ts';
import type { Facts } from './facts.ts';
import type { Sample } from './samples.ts';

/**
 * Number of consecutive refusals, each with all errors of the previous one and more, that show a leak: the requests
 * themselves do not have such faults.
 */
const ROW = 5;

/** Checks that no answer contains data of another request. */
export function isolationChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  return [
    check(
      'A-14',
      { of: 'errors', title: 'An error response lists only the errors of its request', phase: 'last' },
      (trial) => errorsStandApart(trial, session.journal),
    ),
    check(
      'A-14',
      {
        of: 'info',
        title: 'The information about a component is not that of another',
        operation: 'provision',
      },
      (trial) => informationStandsApart(trial, facts),
    ),
  ];
}

function errorsStandApart(trial: Trial, journal: readonly Exchange[]): void {
  const refusals = journal
    .filter((one) => statusOf(one) === 400 && listOf(at(bodyOf(one), 'errors')).length > 0)
    .toSorted((left, right) => left.at + left.took - (right.at + right.took));
  trial.saw(...refusals);
  let row: Exchange[] = [];
  for (const one of refusals) {
    const before = row.at(-1);
    row = before !== undefined && tellsMore(before, one) ? [...row, one] : [one];
    if (row.length < ROW) continue;
    const [first, last] = [errorsIn(row[0]), errorsIn(one)];
    trial.violated(
      {
        symptom: 'errors of other requests',
        expected: 'the errors of this request',
        actual: `${last.length} errors, including ${brief(first[0])} of an earlier request`,
      },
      one,
      ...row.slice(0, -1),
    );
    return;
  }
}

function tellsMore(before: Exchange, after: Exchange): boolean {
  const [earlier, later] = [errorsIn(before), errorsIn(after)];
  return later.length > earlier.length && earlier.every((one) => later.includes(one));
}

function errorsIn(exchange: Exchange | undefined): string[] {
  return exchange === undefined ? [] : listOf(at(bodyOf(exchange), 'errors')).map(canonical);
}

/** One component and its information, from any provisioning of it. */
interface Told {
  readonly own: string;
  readonly ends: readonly Ended[];
}

/** Finds ids of one component in the information of both, or sometimes in that of the other. */
async function informationStandsApart(trial: Trial, facts: Facts): Promise<void> {
  const { main, others } = facts.samples;
  const [first, second, third] = [main, others[1], others[0]].map(idOf);
  if (!facts.rebuilt || first === undefined || second === undefined || third === undefined) return;
  const { provisionOnce, provisionAgain, provisionToRemove, provisionToRemoveAgain } = facts;
  const all: readonly Told[] = [
    { own: first, ends: await endsOf(provisionOnce, provisionAgain) },
    { own: second, ends: await endsOf(provisionToRemove, provisionToRemoveAgain) },
  ];
  if (all.some(({ ends }) => ends.length === 0)) throw new NotApplicable('only one component is provisioned');
  trial.saw(...all.flatMap(({ ends }) => ends.map(({ exchange }) => exchange)));
  for (const { own, ends } of all) {
    const strange = (body: unknown): boolean =>
      [first, second, third].some((id) => id !== own && isOf(id, own, body));
    const wrong = ends.find(({ body }) => strange(body));
    if (wrong === undefined) continue;
    // A component may refer to another one: then it never reports itself, and no other component has the same
    // information.
    const before = ends.find(({ body }) => infoOf(body).includes(own));
    const told = infoOf(wrong.body);
    const elsewhere = all
      .flatMap((one) => (one.own === own ? [] : one.ends))
      .find(({ body }) => infoOf(body) === told);
    const shown = elsewhere ?? before;
    if (shown === undefined) continue;
    return trial.violated(
      {
        symptom: 'information of another component',
        expected: `what was created for ${brief(own)}`,
        actual: `what was created for another component: ${brief(told, 200)}`,
        difference: '/info',
      },
      wrong.exchange,
      shown.exchange,
    );
  }
}

/** Whether the information names the one and not the other. */
function isOf(id: string, other: string, body: unknown): boolean {
  const told = infoOf(body);
  return told.includes(id) && !told.includes(other);
}

function infoOf(body: unknown): string {
  return canonical(at(body, 'info') ?? {});
}

/** The results of the accepted works, in order. */
async function endsOf(...works: readonly Work[]): Promise<Ended[]> {
  const ends: Ended[] = [];
  for (const work of works) {
    const ended = isTaken(await work.start()) ? await work.end().catch(() => undefined) : undefined;
    if (ended !== undefined) ends.push(ended);
  }
  return ends;
}

/** The id of the component that a descriptor names. */
export function idOf(sample: Sample | undefined): string | undefined {
  const id = sample === undefined ? undefined : at(readYaml(sample.descriptor), 'componentIdToProvision');
  return typeof id === 'string' ? id : undefined;
}
