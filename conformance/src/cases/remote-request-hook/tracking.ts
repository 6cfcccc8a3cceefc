import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import { OPERATION } from './facts/requests.ts';
import type { Facts } from './facts.ts';

const TWO_ARE_ONE = 'two requests share a case';

/** Every request creates a separate case. */
export function caseChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  const every = {
    of: 'every',
    title: 'No two requests share a case',
    phase: 'last',
  } as const;
  const address = {
    of: 'address',
    title: 'Two requests with the same address open two cases',
    operation: OPERATION,
  };
  return [
    check('HK-22', { operation: OPERATION }, async (trial) => {
      const [one, other] = [await facts.main(), await facts.other()];
      trial.saw(one.exchange, other.exchange);
      const [left, right] = [one, other].map(({ exchange }) => caseOf(bodyOf(exchange)));
      if (left === undefined || left !== right) return;
      trial.violated(
        {
          symptom: TWO_ARE_ONE,
          expected: 'a different case for every request',
          actual: `${brief(left)} twice`,
        },
        other.exchange,
        one.exchange,
      );
    }),
    check('HK-22', address, async (trial) => {
      const { exchanges, inbox } = await facts.oneAddress();
      trial.saw(...exchanges);
      if (!exchanges.every((one) => statusOf(one) === 202)) return;
      const [left, right] = exchanges.map((one) => caseOf(bodyOf(one)));
      if (left !== undefined && left !== right) return;
      // If no case is named, the check counts the decisions.
      await facts.quiet();
      if (left === undefined && inbox.arrivals.length > 1) return;
      trial.violated(
        {
          symptom: TWO_ARE_ONE,
          expected: 'a different case for every X-Request-ID',
          actual: left === undefined ? `${inbox.arrivals.length} decision` : `${brief(left)} twice`,
        },
        ...exchanges,
      );
    }),
    check('HK-22', { ...every, operation: OPERATION }, (trial) => casesAreNamedOnce(trial, session.journal)),
  ];
}

function casesAreNamedOnce(trial: Trial, journal: readonly Exchange[]): void {
  const known = new Map<string, Exchange>();
  for (const exchange of journal.filter((one) => statusOf(one) === 202)) {
    trial.saw(exchange);
    const id = caseOf(bodyOf(exchange));
    if (id === undefined) continue;
    const first = known.get(id) ?? exchange;
    known.set(id, first);
    if (requestIdOf(first) === requestIdOf(exchange)) continue;
    trial.violated(
      { symptom: TWO_ARE_ONE, expected: 'a different case for every request', actual: `${brief(id)} twice` },
      exchange,
      first,
    );
    return;
  }
}

/** A UUID is case-insensitive. */
function requestIdOf({ sent }: Exchange): string | undefined {
  return sent.headers['x-request-id']?.toLowerCase();
}

/**
 * A tracking address leads to a page.
 * @param body The answer of the exchange, or the resulting decision.
 */
export function expectAddresses(trial: Trial, exchange: Exchange, body: unknown): void {
  for (const [place, tracking] of trackingsOf(body)) {
    const url = at(tracking, 'url');
    if (typeof url !== 'string') continue;
    trial.saw(exchange);
    if (/^https?:\/\/[^/]/.test(url) && URL.canParse(url)) continue;
    trial.wrongValue('tracking has no absolute address', `${place}.url, an absolute address`, url, exchange);
  }
}

/** The id of the case, at any place in the body. */
export function caseOf(body: unknown): string | undefined {
  const ids = trackingsOf(body).map(([, tracking]) => at(tracking, 'id'));
  return ids.find((id): id is string => typeof id === 'string');
}

/** The case may be next to hookInfo or inside it. */
function trackingsOf(body: unknown): [string, unknown][] {
  const places: [string, unknown][] = [
    ['tracking', at(body, 'tracking')],
    ['hookInfo.tracking', at(body, 'hookInfo', 'tracking')],
  ];
  return places.filter(([, tracking]) => tracking !== undefined && tracking !== null);
}
