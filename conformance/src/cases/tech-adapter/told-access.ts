import type { Check, Statement, Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import type { Facts } from './facts.ts';

interface Told {
  readonly identity: string;
  readonly locked: boolean;
}

/** The result of setting an access list, and the identities in it. */
interface SetList {
  readonly refs: readonly string[];
  readonly told: readonly Told[];
  readonly exchange: Exchange;
}

/** An adapter that reports current access lists the identities of the request, by the same names. */
export function toldAccessCheck({ run }: Facts): Check {
  const title = 'Who has access now is told as the list says it';
  return run.check('CO-03', { of: 'told', title, operation: 'updateacl', phase: 'last' }, (trial) => {
    const ends = run.session.journal.filter(
      (one) => statusOf(one) === 200 && at(bodyOf(one), 'status') === 'COMPLETED',
    );
    const starts = new Map(run.tasks.all.map(({ token, start }) => [token, start]));
    const startOf = (end: Exchange): Exchange =>
      end.operation === 'getStatus' ? (starts.get(end.sent.token ?? '') ?? end) : end;
    // Access that was granted during provisioning may be reported from then on.
    const given = ends
      .filter((end) => startOf(end).operation === 'provision')
      .flatMap((end) => toldIn(end).map(({ identity }) => identity));
    const lists = ends.flatMap((exchange): SetList[] => {
      const { operation, sent } = startOf(exchange);
      const told = toldIn(exchange);
      if (operation !== 'updateacl' || told.length === 0) return [];
      return [{ refs: textsIn(at(sent.value, 'refs')), told, exchange }];
    });
    const listed = new Set(
      run.session.journal
        .filter(({ operation }) => operation === 'updateacl')
        .flatMap(({ sent }) => textsIn(at(sent.value, 'refs'))),
    );
    for (const list of lists) judge(trial, list, { given: new Set(given), listed });
  });
}

interface Known {
  readonly given: ReadonlySet<string>;
  /** All identities in an access list of the run. */
  readonly listed: ReadonlySet<string>;
}

function judge(trial: Trial, list: SetList, known: Known): void {
  trial.saw(list.exchange);
  const statement = findStranger(list, known) ?? findRepeated(list);
  if (statement !== undefined) trial.violated({ ...statement, difference: '/info/aclInfo' }, list.exchange);
}

/** An identity with reported access that is not in the list under that name. */
function findStranger({ refs, told }: SetList, { given, listed }: Known): Statement | undefined {
  for (const { identity, locked } of told) {
    if (refs.includes(identity) || given.has(identity)) continue;
    const meant = refs.find((ref) => plain(ref) === plain(identity));
    const actual = brief(identity);
    if (meant !== undefined)
      return { symptom: 'identity told by another name', expected: brief(meant), actual };
    if (locked || !listed.has(identity)) continue;
    const expected = `nobody but ${brief(refs)}, and whoever is locked`;
    return { symptom: 'access told of who is not in the list', expected, actual };
  }
  return undefined;
}

function findRepeated({ refs, told }: SetList): Statement | undefined {
  if (new Set(refs).size < refs.length) return undefined;
  const names = told.map(({ identity }) => identity);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return undefined;
  return { symptom: 'identity told twice', expected: 'each identity once', actual: brief(twice) };
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

function textsIn(list: unknown): string[] {
  return listOf(list).filter((one): one is string => typeof one === 'string');
}
