import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, canonical, listOf } from '../../suite/json.ts';
import { isTaken } from '../../suite/work.ts';
import { readYaml } from '../../suite/yaml.ts';
import type { Facts } from './facts.ts';
import type { Sample } from './samples.ts';

/** Refusals in a row, each with all the errors of the one before and more: no requests have faults like that. */
const ROW = 5;

/** That no answer tells what belongs to another one. */
export function isolationChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  return [
    check(
      'A-14',
      { of: 'errors', title: 'A refusal tells the errors of its own request alone', phase: 'last' },
      (trial) => errorsStandApart(trial, session.journal),
    ),
    check(
      'A-14',
      { of: 'info', title: 'The information about a component is its own', operation: 'provision' },
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
        expected: 'what is wrong with this request',
        actual: `${last.length} errors, among them ${brief(first[0])} of an earlier request`,
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

/** Two components, and what names the one and not the other is told of both. */
async function informationStandsApart(trial: Trial, facts: Facts): Promise<void> {
  const { main, others } = facts.samples;
  const [own, other] = [idOf(main), idOf(others[1])];
  if (!facts.rebuilt || own === undefined || other === undefined) return;
  const [begun, next] = [await facts.provisionOnce.start(), await facts.provisionToRemove.start()];
  if (!isTaken(begun) || !isTaken(next)) throw new NotApplicable('one component alone is provisioned');
  const [first, second] = [await facts.provisionOnce.end(), await facts.provisionToRemove.end()];
  trial.saw(first.exchange, second.exchange);
  const told = canonical(at(second.body, 'info') ?? {});
  if (told !== canonical(at(first.body, 'info') ?? {}) || !told.includes(own) || told.includes(other)) return;
  trial.violated(
    {
      symptom: 'information of another component',
      expected: `what was made for ${brief(other)}`,
      actual: `the same as of ${brief(own)}: ${brief(told, 200)}`,
      difference: '/info',
    },
    second.exchange,
    first.exchange,
  );
}

function idOf(sample: Sample | undefined): string | undefined {
  const id = sample === undefined ? undefined : at(readYaml(sample.descriptor), 'componentIdToProvision');
  return typeof id === 'string' ? id : undefined;
}
