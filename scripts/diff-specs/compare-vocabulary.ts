import { isDeepStrictEqual } from 'node:util';
import { asArray, asObject, asString, isObject, type Json } from '../generate/json.ts';
import type { Changes } from './changes.ts';
import type { Kind } from './policy.ts';
import { come, gone, isSame, keysOf, member, memberPair, type Pair, type Side, tell } from './sides.ts';

/** A pair of members, not followed: the `x-dp-` keys hold no references. */
function at(pair: Pair, key: string | number): Pair {
  return { base: member(pair.base, key), head: member(pair.head, key) };
}

/** A key that was added, removed or changed, by the kinds of change for it. */
function note(
  changes: Changes,
  pair: Pair,
  kinds: readonly [came: Kind, went: Kind, changed: Kind],
  what: string,
): void {
  if (isSame(pair)) return;
  const [came, went, changed] = kinds;
  const kind = pair.base.value === undefined ? came : pair.head.value === undefined ? went : changed;
  changes.add(kind, pair, {}, what);
}

/** Reports differences in the lifecycle of an enumeration. */
export function compareLifecycles(schema: Pair, changes: Changes): void {
  const lifecycle = at(schema, 'x-dp-lifecycle');
  const [was, is] = [isSpecified(lifecycle.base), isSpecified(lifecycle.head)];
  if (!was && !is) return;
  if (was !== is) {
    changes.add(
      is ? 'lifecycle-specified' : 'lifecycle-unspecified',
      lifecycle,
      {},
      is ? 'its moves are specified' : 'its moves are no longer specified',
    );
    return;
  }
  const initial = at(lifecycle, 'initial');
  if (!isSame(initial)) changes.add('initial-state-changed', initial, {}, `initial state ${tell(initial)}`);
  compareEnds(schema, lifecycle, changes);
  compareMoves(lifecycle, changes);
}

function isSpecified(lifecycle: Side): boolean {
  return isObject(lifecycle.value) && Array.isArray(lifecycle.value['transitions']);
}

/** For states in both revisions; added and removed ones are reported where the values are compared. */
function compareEnds(schema: Pair, lifecycle: Pair, changes: Changes): void {
  const list = at(lifecycle, 'terminal');
  const states = [schema.base, schema.head].map(({ value }) => asArray(asObject(value)['enum']));
  const isKept = (state: Json) => states.every((values) => values.includes(state));
  const [before, after] = [asArray(list.base.value), asArray(list.head.value)];
  for (const [index, state] of after.entries()) {
    if (before.includes(state) || !isKept(state)) continue;
    changes.add('end-set', come(member(list.head, index)), {}, `${asString(state)} became an end`);
  }
  for (const [index, state] of before.entries()) {
    if (after.includes(state) || !isKept(state)) continue;
    changes.add('end-lifted', gone(member(list.base, index)), {}, `${asString(state)} is no longer an end`);
  }
}

function compareMoves(lifecycle: Pair, changes: Changes): void {
  const list = at(lifecycle, 'transitions');
  const [before, after] = [movesOf(list.base), movesOf(list.head)];
  for (const move of after) {
    const earlier = before.filter(({ name }) => name === move.name);
    if (earlier.some(({ by }) => by === move.by)) continue;
    const isNew = earlier.length === 0;
    const kind = !isNew
      ? 'move-cause-changed'
      : move.by === 'server'
        ? 'move-added-by-server'
        : 'move-added-by-operation';
    changes.add(
      kind,
      come(move.side),
      {},
      isNew ? `the move ${move.name} by ${move.by} came` : `the move ${move.name} is made by ${move.by}`,
    );
  }
  for (const move of before) {
    if (after.some(({ name }) => name === move.name)) continue;
    const kind = move.by === 'server' ? 'move-removed-by-server' : 'move-removed-by-operation';
    changes.add(kind, gone(move.side), {}, `the move ${move.name} by ${move.by} went`);
  }
  for (const move of before) {
    const same = after.filter(({ name }) => name === move.name);
    const isLess =
      same.length > 0 &&
      !same.some(({ by }) => by === move.by) &&
      same.every((other) => before.some((old) => old.name === other.name && old.by === other.by));
    if (isLess)
      changes.add(
        'move-cause-changed',
        gone(move.side),
        {},
        `the move ${move.name} is no longer made by ${move.by}`,
      );
  }
}

function movesOf(list: Side): { name: string; by: string; side: Side }[] {
  return asArray(list.value).map((move, index) => {
    const { from, to, by } = asObject(move);
    return { name: `${asString(from)} to ${asString(to)}`, by: asString(by), side: member(list, index) };
  });
}

/** Reports rules that were added, removed or changed. */
export function compareRules(schema: Pair, changes: Changes): void {
  const [before, after] = [rulesOf(schema.base), rulesOf(schema.head)];
  for (const [id, head] of after) {
    const base = before.get(id);
    if (base === undefined) {
      changes.add('rule-added', come(head), {}, `the rule ${id} came`);
      continue;
    }
    const pair = { base, head };
    const judges = ({ value }: Side) => ({ ...asObject(value), sentence: '', 'x-dp-chosen': '' });
    if (!isDeepStrictEqual(judges(base), judges(head)))
      changes.add('rule-changed', pair, {}, `the rule ${id} judges differently`);
    else if (!isSame(pair)) changes.add('words-changed', pair, {}, `the rule ${id} is worded differently`);
  }
  for (const [id, base] of before) {
    if (!after.has(id)) changes.add('rule-removed', gone(base), {}, `the rule ${id} went`);
  }
}

function rulesOf(schema: Side): Map<string, Side> {
  const list = member(schema, 'x-dp-rules');
  return new Map(
    asArray(list.value).map((rule, index) => [asString(asObject(rule)['id']), member(list, index)]),
  );
}

/** Reports a changed contract version of introduction. On an enumeration the key is a map by value. */
export function compareSince(holder: Pair, changes: Changes): void {
  const since = at(holder, 'x-dp-since');
  if (isSame(since)) return;
  if (isObject(since.base.value) && isObject(since.head.value)) {
    const values = [holder.base, holder.head].map(({ value }) => asArray(asObject(value)['enum']));
    const isKept = (value: string) => values.every((list) => list.includes(value));
    for (const value of keysOf(since).filter(isKept)) noteSince(at(since, value), changes);
  } else noteSince(since, changes);
}

/** The same of a request body, on which the key is a map by member. */
export function compareSinceOfMembers(body: Pair, changes: Changes): void {
  const since = at(body, 'x-dp-since');
  for (const member of keysOf(since)) noteSince(at(since, member), changes);
}

function noteSince(pair: Pair, changes: Changes): void {
  if (isSame(pair)) return;
  const [before, after] = [numbersOf(pair.base.value), numbersOf(pair.head.value)];
  const by = before.map((number, index) => (after[index] ?? 0) - number).find((step) => step !== 0) ?? 0;
  changes.add(by < 0 ? 'since-earlier' : 'since-later', pair, {}, `\`x-dp-since\` ${tell(pair)}`);
}

/** Everything that existed from the beginning counts as contract version 0. */
function numbersOf(version: Json | undefined): readonly number[] {
  return (typeof version === 'string' ? version : '0.0.0').split('.').map(Number);
}

/** Reports differences in an operation's vocabulary keys. */
export function compareOperationKeys(operation: Pair, changes: Changes): void {
  compareSince(operation, changes);
  compareSafety(at(operation, 'x-dp-safe'), changes);
  note(
    changes,
    at(operation, 'x-dp-steady'),
    ['mark-set', 'mark-lifted', 'mark-changed'],
    '`x-dp-steady` says what is always so',
  );
  compareErrorCodes(at(operation, 'x-dp-errors'), changes);
  compareCapabilities(at(operation, 'x-dp-capability'), changes);
  compareLongRunning(at(operation, 'x-dp-long-running'), changes);
  note(
    changes,
    at(operation, 'x-dp-pagination'),
    ['pagination-set', 'pagination-lifted', 'pagination-changed'],
    'pages are turned differently',
  );
  const chosen = at(operation, 'x-dp-chosen');
  if (!isSame(chosen))
    changes.add('words-changed', chosen, {}, 'the reason of a choice is worded differently');
}

/** Reports differences in a parameter's vocabulary keys. */
export function compareParameterKeys(parameter: Pair, changes: Changes): void {
  compareSince(parameter, changes);
  for (const key of ['x-dp-names', 'x-dp-selects'])
    note(
      changes,
      at(parameter, key),
      ['meaning-told', 'meaning-lifted', 'meaning-changed'],
      `\`${key}\` says what it is about`,
    );
}

/** Reports differences in the vocabulary keys of a schema member. */
export function compareMarks(property: Pair, changes: Changes): void {
  for (const key of ['x-dp-fixed', 'x-dp-not-before'])
    note(
      changes,
      at(property, key),
      ['mark-set', 'mark-lifted', 'mark-changed'],
      `\`${key}\` says what is always so`,
    );
}

function compareSafety(safe: Pair, changes: Changes): void {
  if (isSame(safe)) return;
  if (safe.head.value === true) changes.add('safe-set', safe, {}, 'is said to change nothing');
  else changes.add('safe-lifted', safe, {}, 'is no longer said to change nothing');
}

function compareErrorCodes(errors: Pair, changes: Changes): void {
  for (const status of keysOf(errors)) {
    const list = at(errors, status);
    const [before, after] = [asArray(list.base.value), asArray(list.head.value)];
    for (const [index, code] of after.entries()) {
      if (before.includes(code)) continue;
      changes.add(
        'error-code-added',
        come(member(list.head, index)),
        {},
        `may answer ${status} with ${asString(code)}`,
      );
    }
    for (const [index, code] of before.entries()) {
      if (after.includes(code)) continue;
      changes.add(
        'error-code-removed',
        gone(member(list.base, index)),
        {},
        `no longer answers ${status} with ${asString(code)}`,
      );
    }
  }
}

function compareCapabilities(capability: Pair, changes: Changes): void {
  if (capability.base.value !== undefined && capability.head.value !== undefined) {
    const says = ({ value }: Side) => ({ ...asObject(value), title: '', 'x-dp-chosen': '' });
    const isReworded = isDeepStrictEqual(says(capability.base), says(capability.head));
    if (isReworded && !isSame(capability)) {
      changes.add('words-changed', capability, {}, 'the capability is worded differently');
      return;
    }
  }
  const kinds = ['capability-made-optional', 'capability-made-mandatory', 'capability-changed'] as const;
  const what =
    capability.base.value === undefined ? 'a server may do without' : 'a server may no longer do without';
  const isChanged = capability.base.value !== undefined && capability.head.value !== undefined;
  note(changes, capability, kinds, isChanged ? 'the capability is declared or recognized differently' : what);
}

function compareLongRunning(task: Pair, changes: Changes): void {
  if (task.base.value === undefined || task.head.value === undefined) {
    note(
      changes,
      task,
      ['long-running-set', 'long-running-lifted', 'long-running-lifted'],
      'how to wait for its end',
    );
    return;
  }
  const state = at(task, 'state');
  note(
    changes,
    state,
    ['long-running-state-moved', 'long-running-state-moved', 'long-running-state-moved'],
    `state ${tell(state)}`,
  );
  for (const key of ['poll', 'cancel']) {
    const link = at(task, key);
    note(
      changes,
      link,
      ['long-running-set', 'long-running-lifted', 'long-running-lifted'],
      `${key} ${tell(link)}`,
    );
  }
}

/** Parts of a catalog entry that only people read. */
const WORDS_OF_ERRORS = ['message', 'userMessage', 'problems', 'solutions', 'x-dp-chosen'];

/** Reports errors that differ on the wire. The operations report added and removed codes. */
export function compareCatalogs(catalog: Pair, changes: Changes): void {
  for (const code of keysOf(catalog)) {
    const entry = memberPair(catalog, code);
    if (entry.base.value === undefined || entry.head.value === undefined) continue;
    for (const key of keysOf(entry)) {
      const part = at(entry, key);
      if (isSame(part)) continue;
      changes.add(
        WORDS_OF_ERRORS.includes(key) ? 'words-changed' : 'error-changed',
        part,
        {},
        `${key} of ${code} ${tell(part)}`,
      );
    }
  }
}
