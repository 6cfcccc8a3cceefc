import { expectHeld, holds } from '../../laws/desired-state.ts';
import { type Check, NotTestable, type Trial } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, brief, isObject, type JsonObject } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { linksOf } from './knowledge.ts';
import { type Life, livesOf, type Step } from './lives.ts';
import { needSuccess } from './rules.ts';

/** A change or a removal affects only the thing that it names, and a change only what it states. */
export function apartChecks(facts: Facts): Check[] {
  return livesOf(facts.operations).flatMap((life) =>
    life.change === undefined ? [] : [apartCheck(facts, life, life.change)],
  );
}

/** One of two things is changed, moved to its next status and removed; the other one is read in between. */
function apartCheck(facts: Facts, { create, name: member, read, remove }: Life, change: Step): Check {
  const title = `${create}: changing or removing one does not affect another`;
  return facts.run.check('P-63', { of: create, title, operation: create }, async (trial) => {
    const make = async (suffix: string) => {
      const good = facts.goodBody(create);
      const value = { ...(isObject(good) ? good : {}), name: `${facts.own}-${suffix}` };
      const created = await askFor(facts, create, `the one that is ${suffix}`, { value });
      needSuccess(created);
      return { about: [at(bodyOf(created), member)], wanted: storedOf(created, value) };
    };
    // If no operation reads it, a change without members returns it.
    const look = (about: readonly unknown[], label: string) =>
      askFor(facts, (read ?? change).operation, label, {
        about,
        ...(read === undefined ? { value: {} } : {}),
      });
    const [one, other] = [await make('changed'), await make('left-alone')];
    await look(one.about, 'read it before the change');
    const value = facts.goodBody(change.operation);
    const changed = await askFor(facts, change.operation, 'change one of two', { about: one.about, value });
    const after = await look(one.about, 'read the changed one');
    if (!succeeded(after)) throw new NotTestable(`${after.operation} returned ${describeAnswer(after)}`);
    const wanted = { ...one.wanted, ...(isObject(value) ? value : {}) };
    if (succeeded(changed)) expectHeld(trial, after, wanted, 'change not stored');
    expectHeld(trial, await look(other.about, 'read the other one'), other.wanted, 'another one was changed');
    const move = linksOf(operationOf(facts.run.contract, create))['grace'];
    if (move !== undefined && succeeded(changed)) {
      const moved = await askFor(facts, move.operation, 'change its status', {
        about: one.about,
        value: move.body,
      });
      if (succeeded(moved)) tellMoved(trial, moved, { ...wanted, ...move.body });
    }
    if (remove === undefined) return;
    await askFor(facts, remove.operation, 'remove one of two', { about: one.about, value: remove.body });
    const left = await look(other.about, 'read the remaining one');
    expectHeld(trial, left, other.wanted, 'another one was removed');
  });
}

/** What the answer to a creation repeats of the request, and the version and status that it adds. */
function storedOf(created: Exchange, sent: JsonObject): JsonObject {
  const body = bodyOf(created);
  const names = [...Object.keys(sent), 'version', 'status'];
  return Object.fromEntries(
    names.flatMap((name) => (at(body, name) === undefined ? [] : [[name, at(body, name)]])),
  );
}

/** A transition changes only the status; its answer may omit members. */
function tellMoved(trial: Trial, moved: Exchange, wanted: JsonObject): void {
  trial.saw(moved);
  const odd = Object.entries(wanted).find(([member, value]) => {
    const told = at(bodyOf(moved), member);
    return told !== undefined && !holds(told, value);
  });
  if (odd === undefined) return;
  const [member, value] = odd;
  trial.wrongValue(
    `wrong ${member}`,
    `${member} ${brief(value)}, as before`,
    at(bodyOf(moved), member),
    moved,
  );
}
