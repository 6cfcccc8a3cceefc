import { expectParts } from '../../laws/paging.ts';
import { type Check, memo, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, canonical } from '../../suite/json.ts';
import {
  type Asked,
  contentOf,
  type Facts,
  idIn,
  MOST,
  namesOf,
  nearNames,
  OPERATION,
  PAGE,
} from './facts.ts';
import { expectNothing } from './ids.ts';
import { resourceList } from './pages.ts';

const scope = { operation: OPERATION } as const;

/** The requests about types. */
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
  /** With the usual size. */
  const askUsual = async (types: readonly string[], label: string): Promise<Exchange> =>
    facts.ask({ environment: await facts.environment(), 'resource-types': types }, label);
  /** Another known type, and its resources; absent if no type of the contract is known. */
  const other = memo(async () => {
    for (const name of facts.otherTypes) {
      const page = await ask([name], 'another type that may be known', [0, MOST]);
      if (contentOf(page).length > 0) return { name, page };
    }
    return undefined;
  });
  return {
    /** The first resources of the type that is certainly known. */
    alone: memo(() => ask([facts.typeName], `the type ${facts.typeName}`)),
    other,
    /** Names of types that do not exist. */
    strange,
    ask,
    askUsual,
    askStrange: memo(() => ask(strange, 'two unknown types')),
  };
}

/** Checks of resource types. */
export function typeChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const types = createTypes(facts);
  return [
    check('PR-08', scope, (trial) => areList(trial, facts, types)),
    check(
      'PR-12',
      { ...scope, of: 'type', title: 'The pages of a type have no gaps or duplicates' },
      async (trial) => {
        await mindsTypes(facts, types);
        await expectParts(trial, resourceList(facts, [facts.typeName]));
      },
    ),
    check('PR-10', { ...scope, of: 'type', title: 'Unknown types return 404' }, async (trial) => {
      await mindsTypes(facts, types);
      const unknown = await types.askStrange();
      if (statusOf(unknown) === 200 || statusOf(unknown) === 404) return expectNothing(trial, unknown);
      trial.saw(unknown);
    }),
    check(
      'PR-10',
      { ...scope, of: 'near-type', title: 'A part of the name of a type does not match' },
      (trial) => isNotNearly(trial, facts, types),
    ),
    check('PR-11', { ...scope, of: 'types', title: 'An id with its type returns one resource' }, (trial) =>
      isFoundBesideType(trial, facts, types),
    ),
    check('PR-10', { ...scope, of: 'id-of-type', title: 'An id with other types returns 404' }, (trial) =>
      mindsTypesBesideId(trial, facts, types),
    ),
  ];
}

/** A resolver of one type ignores the parameter: every type, known or not, returns the full list. */
async function ignoresTypes(facts: Facts, types: Types): Promise<boolean> {
  const [all, unknown] = [await facts.small(), await types.askStrange()];
  if (canonical(namesOf(unknown)) !== canonical(namesOf(all))) return false;
  const [known, other] = [await types.alone(), await types.other()];
  const pages = [known, ...(other === undefined ? [] : [other.page])];
  return pages.every((page) => canonical(namesOf(page).slice(0, PAGE)) === canonical(namesOf(all)));
}

async function mindsTypes(facts: Facts, types: Types): Promise<void> {
  if (await ignoresTypes(facts, types))
    throw new NotApplicable('a resolver of one type ignores the requested types');
}

/** Types are a list: each is searched for, at any position. */
async function areList(trial: Trial, facts: Facts, types: Types): Promise<void> {
  await facts.small();
  expectTaken(trial, await types.askStrange());
  if (await ignoresTypes(facts, types)) return;
  const name = facts.typeName;
  const alone = await types.alone();
  if (statusOf(alone) === 404)
    throw new NotTestable(
      `there are no resources of the type ${name}; name another type: --id resource-type=NAME`,
    );
  const [behind, before] = [
    await types.ask([name, ...types.strange], 'a type, and two unknown ones'),
    await types.askUsual([...types.strange, name], 'two unknown types, and a known one'),
  ];
  // A resolver that fetches each type separately returns a page of each: other checks count the entries of all pages.
  const several = [name, ...facts.otherTypes];
  trial.saw(await types.ask(several, 'several types, of which several may be known'));
  for (const exchange of [alone, behind, before]) expectTaken(trial, exchange);
  for (const exchange of [behind, before]) {
    trial.saw(exchange);
    if (canonical(namesOf(exchange)) === canonical(namesOf(alone))) continue;
    trial.wrongAnswer('types are not read as a list', `the resources of the type ${name}`, exchange, alone);
  }
  await holdsBoth(trial, types, name, alone);
  if (contentOf(alone).length > 0) await expectParts(trial, resourceList(facts, [name, name]));
}

/** Resources of two known types are in one list, and each has one of the two types. */
async function holdsBoth(trial: Trial, types: Types, name: string, alone: Exchange): Promise<void> {
  const other = await types.other();
  if (other === undefined || contentOf(alone).length === 0) return;
  const several = await types.ask([name, other.name], 'two known types', [0, MOST]);
  trial.saw(several);
  const held = namesOf(several);
  // A full page may have no room for the other type.
  if (held.length >= Math.min(MOST, Number(at(bodyOf(several), 'page', 'limit') ?? MOST))) return;
  const reversed = await types.ask([other.name, name], 'the same two types in reverse order', [0, MOST]);
  trial.saw(reversed);
  if (canonical([...held].sort()) !== canonical([...namesOf(reversed)].sort())) {
    trial.wrongAnswer(
      'order of types changes the result',
      `the same resources as in the original order: ${brief(held)}`,
      reversed,
      several,
    );
    return;
  }
  const lacking = [alone, other.page].find((page) => !namesOf(page).some((one) => held.includes(one)));
  if (lacking === undefined) return;
  trial.wrongAnswer(
    'types are not read as a list',
    `resources of both types, ${brief(name)} and ${brief(other.name)}`,
    several,
    lacking,
  );
}

async function isNotNearly(trial: Trial, facts: Facts, types: Types): Promise<void> {
  const [all, name] = [await facts.small(), facts.typeName];
  await types.askStrange();
  const alone = await types.alone();
  if (contentOf(alone).length === 0 || (await ignoresTypes(facts, types)))
    throw new NotApplicable('no type has resources that another type does not have');
  for (const near of [...nearNames(name), facts.run.invent('word')]) {
    const exchange = await types.ask([near], `a type similar to ${name}`);
    trial.saw(exchange);
    // A type with such a name would have other resources.
    if (![alone, all].some((one) => canonical(namesOf(exchange)) === canonical(namesOf(one)))) continue;
    trial.wrongAnswer(
      'similar type matches',
      `404, or other resources: ${brief(near)} is not ${brief(name)}`,
      exchange,
      alone,
    );
    return;
  }
}

/** A resource is found by its id together with its type; with an unknown type there is one result at most. */
async function isFoundBesideType(trial: Trial, facts: Facts, types: Types): Promise<void> {
  const alone = await types.alone();
  const listed = contentOf(alone)
    .map(idIn)
    .findLast((one) => one !== undefined);
  const id = listed ?? (await facts.known()).id;
  const query = { environment: await facts.environment(), id, 'resource-types': [facts.typeName] };
  const exchange = await facts.ask(query, 'one resource by its id, with a type');
  trial.saw(exchange);
  const found = contentOf(exchange);
  if (found.length <= 1 && (listed === undefined || found.map(idIn).includes(id))) return;
  trial.wrongAnswer(
    found.length > 1 ? 'id is ignored' : 'id is not found',
    `only the resource ${brief(id)}`,
    exchange,
    alone,
  );
}

async function mindsTypesBesideId(trial: Trial, facts: Facts, types: Types): Promise<void> {
  await mindsTypes(facts, types);
  const query = { environment: await facts.environment(), ...(await strangeTo(facts, types)) };
  const exchange = await facts.ask(query, 'an existing id with other types');
  trial.saw(exchange);
  if (contentOf(exchange).length === 0) return;
  trial.wrongAnswer(
    'types are ignored with an id',
    '404: the resource has another type',
    exchange,
    await types.askStrange(),
  );
}

/** An id with types that it does not have: a known one, if its whole list is on one page. */
async function strangeTo(facts: Facts, types: Types): Promise<Asked> {
  const [alone, other] = [await types.alone(), await types.other()];
  const ofOther = other === undefined ? [] : contentOf(other.page).map(idIn);
  const id = contentOf(alone)
    .map(idIn)
    .findLast((one) => one !== undefined && !ofOther.includes(one));
  if (id === undefined || other === undefined || ofOther.length >= MOST || ofOther.includes(undefined))
    return { id: (await facts.known()).id, 'resource-types': types.strange };
  return { id, 'resource-types': [other.name] };
}

function expectTaken(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  if ([200, 404].includes(statusOf(exchange))) return;
  const [symptom, expected] = ['list of types rejected', '200, or 404 if there are no resources'];
  trial.wrongAnswer(symptom, expected, exchange);
}
