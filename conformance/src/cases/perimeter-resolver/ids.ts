import { unknownMemberChecks } from '../../checks/unknown-members.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { type Asked, contentOf, type Facts, idIn, nearNames, OPERATION, PAGE } from './facts.ts';

const scope = { operation: OPERATION } as const;

/** Checks of ids and environments. */
export function idChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('PR-10', { ...scope, of: 'id', title: 'An unknown id returns 404' }, async (trial) => {
      expectNothing(trial, await facts.unknownId());
    }),
    check('PR-10', { ...scope, of: 'near', title: 'A part of an id does not match' }, (trial) =>
      isNotNearly(trial, facts),
    ),
    ...unknownMemberChecks(
      facts.run,
      { goodParameters: async () => ({ query: { environment: await facts.environment() } }) },
      [OPERATION],
    ),
    check('PR-18', scope, (trial) => isNowhereElse(trial, facts)),
    check('PR-11', scope, (trial) => isFoundAlone(trial, facts)),
  ];
}

async function isNotNearly(trial: Trial, facts: Facts): Promise<void> {
  const known = (await facts.known()).id;
  const environment = await facts.environment();
  for (const id of nearNames(known)) {
    if (id === '') continue;
    const exchange = await facts.ask({ environment, id }, 'a similar id');
    trial.saw(exchange);
    // A name may be a part of another, different name.
    if (contentOf(exchange).every((text) => idIn(text) === id)) continue;
    trial.wrongAnswer('similar id matches', `404, or only the resource ${brief(id)}`, exchange);
    return;
  }
}

/** An unknown environment has no resources, whatever else the query contains. */
async function isNowhereElse(trial: Trial, facts: Facts): Promise<void> {
  for (const query of await askedOfNobody(facts)) {
    const exchange = await facts.ask(query, 'an unknown environment');
    trial.saw(exchange);
    if ([404, 400].includes(statusOf(exchange))) continue;
    trial.wrongAnswer(
      contentOf(exchange).length > 0 ? 'environment is ignored' : 'empty result does not return 404',
      '404: there are no resources',
      exchange,
    );
    return;
  }
}

async function askedOfNobody(facts: Facts): Promise<Asked[]> {
  const environment = facts.run.invent('word');
  const id = await facts.known().then(
    (known) => known.id,
    () => undefined,
  );
  const usual = await facts.environment();
  return [
    { environment },
    ...(id === undefined ? [] : [{ environment, id }]),
    { environment, 'resource-types': [facts.typeName] },
    { environment, offset: 0, limit: PAGE },
    // Almost the name of a known environment.
    { environment: usual.slice(0, -1), limit: PAGE },
    { environment: `${usual}-not-here`, limit: PAGE },
    { environment: '%', limit: PAGE },
    { environment: '', limit: PAGE },
    // Again, after the first request for it.
    { environment },
  ];
}

async function isFoundAlone(trial: Trial, facts: Facts): Promise<void> {
  const { id, text } = await facts.known();
  const environment = await facts.environment();
  const size = { offset: 0, limit: 2 * PAGE };
  for (const exchange of [
    await facts.ask({ environment, id }, 'one resource by its id'),
    // In any encoding of its characters.
    await facts.ask({ environment, id, ...size }, 'the same with a limit', { spelledOut: true }),
  ]) {
    trial.saw(exchange);
    const [found, ...more] = contentOf(exchange);
    const isFound =
      statusOf(exchange) === 200 && found !== undefined && (text === undefined || idIn(found) === id);
    if (isFound && more.length === 0) continue;
    trial.wrongAnswer(
      more.length > 0 ? 'id is ignored' : 'id is not found',
      text === undefined ? 'only that resource' : `only that resource: ${brief(text)}`,
      exchange,
      await facts.most(),
    );
    return;
  }
}

/** An unknown resource is not found, and the status says so. */
export function expectNothing(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  const actual = describeAnswer(exchange);
  if (statusOf(exchange) !== 404) {
    const isIgnored = statusOf(exchange) === 200 && contentOf(exchange).length > 0;
    const symptom = isIgnored ? 'id is ignored' : 'empty result does not return 404';
    trial.violated({ symptom, expected: '404', actual }, exchange);
    return;
  }
  const errors = listOf(at(bodyOf(exchange), 'errors'));
  if (errors.length > 0 && errors.every((one) => typeof one === 'string')) return;
  // No source shows the body of this answer; the body in the contract is a choice of this project.
  trial.note({ symptom: '404 without errors', expected: 'a list of errors', actual }, exchange);
}
