import type { Check, Statement, Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { readYaml } from '../../suite/yaml.ts';
import type { Facts } from './facts.ts';

interface Told {
  readonly identity: string;
  readonly locked: boolean;
}

/** The identities that a finished operation reports for its component. */
interface Reported {
  readonly start: Exchange;
  readonly told: readonly Told[];
  readonly exchange: Exchange;
}

/**
 * An adapter that reports current access lists the identities of the request, by the same names, and only for the
 * component of that request.
 */
export function toldAccessCheck(facts: Facts): Check {
  const { run } = facts;
  const title = 'The reported access matches the access list';
  return run.check('CO-03', { of: 'told', title, operation: 'updateacl', phase: 'last' }, (trial) => {
    const starts = new Map(
      run.tasks.all.flatMap(({ token, start, longRunning }) =>
        longRunning.poll.operation === 'getStatus' ? [[token, start]] : [],
      ),
    );
    const reported = run.session.journal.flatMap((exchange): Reported[] => {
      if (statusOf(exchange) !== 200 || at(bodyOf(exchange), 'status') !== 'COMPLETED') return [];
      const begun = exchange.operation === 'getStatus' ? starts.get(exchange.sent.token ?? '') : undefined;
      const told = toldIn(exchange);
      return told.length === 0 ? [] : [{ start: begun ?? exchange, told, exchange }];
    });
    const lists = run.session.journal.filter(({ operation }) => operation === 'updateacl');
    const known = { lists, given: givenIn(reported, lists) };
    for (const one of reported) judge(trial, one, known);
  });
}

interface Known {
  /** All requests of the run that set an access list. */
  readonly lists: readonly Exchange[];
  /** The identities that provisioning gave access, before a list named them: they may keep it. */
  readonly given: ReadonlySet<string>;
}

function givenIn(reported: readonly Reported[], lists: readonly Exchange[]): Set<string> {
  const isBefore = (identity: string, { at: asked, took }: Exchange): boolean =>
    lists.every((list) => list.at >= asked + took || !refsIn(list).includes(identity));
  const provisioned = reported.filter(({ start }) => start.operation === 'provision');
  return new Set(
    provisioned.flatMap(({ told, exchange }) =>
      told.flatMap(({ identity }) => (isBefore(identity, exchange) ? [identity] : [])),
    ),
  );
}

function judge(trial: Trial, reported: Reported, known: Known): void {
  const { start, exchange } = reported;
  const isList = start.operation === 'updateacl';
  if (!isList && start.operation !== 'provision') return;
  trial.saw(exchange);
  const statement = isList
    ? (findStranger(reported, known) ?? findRepeated(reported))
    : findVisitor(reported, known);
  if (statement !== undefined) trial.violated({ ...statement, difference: '/info/aclInfo' }, exchange, start);
}

/** An identity with reported access that is not in the list under that name. */
function findStranger({ start, told }: Reported, { lists, given }: Known): Statement | undefined {
  const refs = refsIn(start);
  for (const { identity, locked } of told) {
    if (refs.includes(identity) || given.has(identity)) continue;
    const meant = refs.find((ref) => plain(ref) === plain(identity));
    const actual = brief(identity);
    if (meant !== undefined)
      return { symptom: 'identity reported under another name', expected: brief(meant), actual };
    if (locked || !lists.some((list) => refsIn(list).includes(identity))) continue;
    const expected = `only ${brief(refs)} and locked identities`;
    return { symptom: 'reported access is not in the list', expected, actual };
  }
  return undefined;
}

/** An identity that only the lists of other components name, in the information about a component. */
function findVisitor({ start, told }: Reported, { lists, given }: Known): Statement | undefined {
  const component = componentOf(start);
  if (component === undefined) return undefined;
  for (const { identity, locked } of told) {
    const naming = lists.filter((list) => refsIn(list).includes(identity)).map(componentOf);
    const isNamed = start.sent.text?.includes(identity) === true || given.has(identity);
    if (locked || isNamed || naming.length === 0 || naming.includes(component)) continue;
    const expected = `only identities with access to ${brief(component)}`;
    const actual = `${brief(identity)}, which only the access list of ${brief(naming[0])} names`;
    return { symptom: 'access to another component', expected, actual };
  }
  return undefined;
}

function findRepeated({ start, told }: Reported): Statement | undefined {
  const refs = refsIn(start);
  if (new Set(refs).size < refs.length) return undefined;
  const names = told.map(({ identity }) => identity);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return undefined;
  return { symptom: 'identity listed twice', expected: 'each identity once', actual: brief(twice) };
}

/** The component that a request names. */
function componentOf({ sent: { value } }: Exchange): string | undefined {
  const text = at(value, 'descriptor') ?? at(value, 'provisionInfo', 'request');
  const id = at(typeof text === 'string' ? readYaml(text) : text, 'componentIdToProvision');
  return typeof id === 'string' ? id : undefined;
}

/** An identity without differences in case and blanks: they do not matter to a person, but they do for a lookup. */
function plain(identity: string): string {
  return identity
    .trim()
    .replaceAll(/\s*:\s*/g, ':')
    .toLowerCase();
}

function toldIn(exchange: Exchange): Told[] {
  return listOf(at(bodyOf(exchange), 'info', 'aclInfo')).flatMap((one): Told[] => {
    const identity = at(one, 'identity');
    return typeof identity === 'string' ? [{ identity, locked: at(one, 'locked') === true }] : [];
  });
}

function refsIn({ sent: { value } }: Exchange): string[] {
  return listOf(at(value, 'refs')).filter((one): one is string => typeof one === 'string');
}
