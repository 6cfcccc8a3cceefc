import { type Check, NotApplicable } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { type Life, livesOf } from './lives.ts';
import { itemsOf } from './pages.ts';

/** At the end of the run, all things that were not deleted still exist. */
export function keepingChecks(facts: Facts): Check[] {
  return livesOf(facts.operations).flatMap((life) => [
    ...keptCheck(facts, life),
    ...listedCheck(facts, life),
  ]);
}

function keptCheck(facts: Facts, { create, name: member, read, change, remove }: Life): Check[] {
  // If there is no read operation, a change without members returns the thing.
  const step = read ?? change;
  if (step === undefined) return [];
  const title = `${create}: the first created resource still exists at the end`;
  const scope = { of: `${create}.kept`, title, operation: create, phase: 'last' } as const;
  const check = facts.run.check('P-27', scope, async (trial) => {
    const { journal } = facts.run.session;
    const removed = remove === undefined ? [] : journal.filter((one) => one.operation === remove.operation);
    const [first] = journal
      .filter((one) => one.operation === create && succeeded(one))
      .flatMap((one) => {
        const name = at(bodyOf(one), member);
        return typeof name !== 'string' || removed.some((other) => names(other, name)) ? [] : [{ one, name }];
      })
      .map(({ one, name }) => ({ one, name, last: journal.findLastIndex((other) => names(other, name)) }))
      .sort((left, right) => left.last - right.last);
    if (first === undefined) throw new NotApplicable('no created resource exists any more');
    const value = read === undefined ? {} : undefined;
    const wish = { path: { [step.place]: first.name }, value };
    const exchange = await askFor(facts, step.operation, 'the first created resource', wish);
    trial.saw(first.one, exchange);
    if (![404, 410].includes(statusOf(exchange))) return;
    trial.wrongAnswer(
      'created but lost',
      `${first.name}, which was created and not removed`,
      exchange,
      first.one,
    );
  });
  return [check];
}

/** Items of a page that is not full: the whole list. */
const FULL = 20;

/** A list contains everything that was created and not removed, however long it gets; a page may be full before. */
function listedCheck(facts: Facts, { create, name: member, list, remove }: Life): Check[] {
  if (list === undefined) return [];
  const { operation } = list;
  const isPaged = operationOf(facts.run.contract, operation).pagination !== undefined;
  const title = `${operation}: every created resource is in the list at the end`;
  const scope = { of: operation, title, operation: create, phase: 'last' } as const;
  const check = facts.run.check('P-28', scope, async (trial) => {
    await facts.good(create);
    const good = facts.run.session.journal.filter(succeeded);
    const removed = good.filter((one) => one.operation === remove?.operation);
    const made = good.filter((one) => one.operation === create).map((one) => at(bodyOf(one), member));
    const left = made.filter((name) => typeof name === 'string' && !removed.some((one) => names(one, name)));
    if (left.length === 0) throw new NotApplicable('no created resource exists any more');
    const namesIn = (exchange: Exchange) => itemsOf(list, exchange).map((one) => at(one, member));
    const lostIn = (exchange: Exchange) => left.find((name) => !namesIn(exchange).includes(name));
    const look = () => askFor(facts, operation, 'the list at the end');
    const exchange = await lookAgain(facts, look, (one) => lostIn(one) === undefined);
    trial.saw(exchange);
    const [lost, count] = [lostIn(exchange), namesIn(exchange).length];
    if (!succeeded(exchange) || lost === undefined || (isPaged && count >= FULL)) return;
    const expected = `${String(lost)}, which was created and not removed`;
    trial.violated({ symptom: 'not listed', expected, actual: `${count} others` }, exchange);
  });
  return [check];
}

/** Whether a request names a thing in its path or its body. */
function names({ sent }: Exchange, name: string): boolean {
  return sent.path.includes(encodeURIComponent(name)) || (sent.text ?? '').includes(name);
}
