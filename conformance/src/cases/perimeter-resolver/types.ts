import { expectDistinct, expectJoined } from '../../checks/paging.ts';
import { type Check, memo, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { brief, canonical } from '../../suite/json.ts';
import { contentOf, type Facts, MOST, namesOf, nearNames, OPERATION, PAGE } from './facts.ts';
import { expectNothing } from './ids.ts';

const scope = { operation: OPERATION } as const;

/** What is asked about types. */
type Types = ReturnType<typeof createTypes>;

function createTypes(facts: Facts) {
  const { invent } = facts.run;
  const strange = [invent('word'), invent('word')];
  const ask = async (
    types: readonly string[],
    label: string,
    [offset, limit] = [0, PAGE],
  ): Promise<Exchange> =>
    facts.ask({ environment: await facts.environment(), 'resource-types': types, offset, limit }, label);
  return {
    /** Names that no type has. */
    strange,
    ask,
    askStrange: memo(() => ask(strange, 'two types that nobody knows')),
  };
}

/** What holds for types of resources. */
export function typeChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const types = createTypes(facts);
  return [
    check('PR-08', scope, (trial) => areList(trial, facts, types)),
    check('PR-10', { ...scope, of: 'type', title: 'Types that nobody has give 404' }, async (trial) => {
      await mindsTypes(facts, types);
      const unknown = await types.askStrange();
      if (statusOf(unknown) === 200 || statusOf(unknown) === 404) return expectNothing(trial, unknown);
      trial.saw(unknown);
    }),
    check(
      'PR-10',
      { ...scope, of: 'near-type', title: 'What is nearly the name of a type is not that type' },
      (trial) => isNotNearly(trial, facts, types),
    ),
    check(
      'PR-10',
      { ...scope, of: 'id-of-type', title: 'An id beside types that nobody has gives 404' },
      (trial) => mindsTypesBesideId(trial, facts, types),
    ),
  ];
}

/** A resolver of one type ignores what is asked for. */
async function ignoresTypes(facts: Facts, types: Types): Promise<boolean> {
  const [all, unknown] = [await facts.small(), await types.askStrange()];
  return canonical(namesOf(unknown)) === canonical(namesOf(all));
}

async function mindsTypes(facts: Facts, types: Types): Promise<void> {
  if (await ignoresTypes(facts, types))
    throw new NotApplicable('a resolver of one type ignores what is asked for');
}

/** Types are a list: each is looked for, wherever it stands among the others. */
async function areList(trial: Trial, facts: Facts, types: Types): Promise<void> {
  await facts.small();
  expectTaken(trial, await types.askStrange());
  if (await ignoresTypes(facts, types)) return;
  const name = facts.typeName;
  const alone = await types.ask([name], `the type ${name}`);
  if (statusOf(alone) === 404)
    throw new NotTestable(`there are no resources of the type ${name}; name a type: --id resource-type=NAME`);
  const [behind, before] = [
    await types.ask([name, ...types.strange], 'a type, and two that nobody knows'),
    await types.ask([...types.strange, name], 'two types that nobody knows, and one'),
  ];
  const twice = await types.ask([name, name], 'a type that is named twice', [0, MOST]);
  expectDistinct(trial, twice, namesOf(twice), 'resource');
  // Whoever fetches each type by itself has a page of each: how many come, all pages of the run are asked.
  const several = [name, ...facts.otherTypes];
  trial.saw(await types.ask(several, 'several types, of which more than one may be known'));
  for (const exchange of [alone, behind, before]) expectTaken(trial, exchange);
  await hasJoinedPages(trial, types, name, alone);
  for (const exchange of [behind, before]) {
    trial.saw(exchange);
    if (canonical(namesOf(exchange)) === canonical(namesOf(alone))) continue;
    const expected = `the resources of the type ${name}`;
    const actual = describeAnswer(exchange);
    trial.violated({ symptom: 'types are no list', expected, actual }, exchange, alone);
  }
}

async function hasJoinedPages(trial: Trial, types: Types, name: string, first: Exchange): Promise<void> {
  const [second, both] = [
    await types.ask([name], 'more of the type', [PAGE, PAGE]),
    await types.ask([name], 'ten of the type', [0, 2 * PAGE]),
  ];
  if (statusOf(second) !== 200) return;
  expectJoined(trial, { first, second, both, size: PAGE, entries: namesOf, name: String });
}

async function isNotNearly(trial: Trial, facts: Facts, types: Types): Promise<void> {
  const [all, name] = [await facts.small(), facts.typeName];
  await types.askStrange();
  const alone = await types.ask([name], `the type ${name}, for comparison`);
  if (contentOf(alone).length === 0 || (await ignoresTypes(facts, types)))
    throw new NotApplicable('no type is known that has resources of its own');
  for (const near of [...nearNames(name), facts.run.invent('word')]) {
    const exchange = await types.ask([near], `a type that is nearly ${name}`);
    trial.saw(exchange);
    // A type of such a name would have other resources.
    if (![alone, all].some((one) => canonical(namesOf(exchange)) === canonical(namesOf(one)))) continue;
    trial.violated(
      {
        symptom: 'nearly a type is found',
        expected: `404, or other resources: ${brief(near)} is not ${brief(name)}`,
        actual: describeAnswer(exchange),
      },
      exchange,
      alone,
    );
    return;
  }
}

async function mindsTypesBesideId(trial: Trial, facts: Facts, types: Types): Promise<void> {
  await mindsTypes(facts, types);
  const { id } = await facts.known();
  const query = { environment: await facts.environment(), id, 'resource-types': types.strange };
  const exchange = await facts.ask(query, 'an id that is there, among types that nobody has');
  trial.saw(exchange);
  if (contentOf(exchange).length === 0) return;
  trial.violated(
    {
      symptom: 'types are ignored beside an id',
      expected: '404: it is of none of these types',
      actual: describeAnswer(exchange),
    },
    exchange,
    await types.askStrange(),
  );
}

function expectTaken(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  if ([200, 404].includes(statusOf(exchange))) return;
  const [symptom, expected] = ['list of types refused', '200, or 404 when there is nothing'];
  trial.violated({ symptom, expected, actual: describeAnswer(exchange) }, exchange);
}
