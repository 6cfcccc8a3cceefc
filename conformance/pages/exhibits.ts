import type { Exhibit, RightLine, ShownExchange } from '../mutants/exhibits.ts';
import { nameOf } from '../mutants/exhibits.ts';
import type { Kill } from '../mutants/kills.ts';
import { tidyExchange, tidyText } from './tidy.ts';

/** What was recorded of a requirement while the mutants were judged. */
export interface Exhibits {
  /** A wrong server, and what was said about it. */
  readonly wrong?: Exhibit & { readonly mutant: string; readonly crime: string };
  /** The same request, or one that the checks look at, answered as it should be. */
  readonly right?: ShownExchange;
  /** Requests that the checks look at, or `all` traffic. */
  readonly looksAt?: readonly string[] | 'all';
}

/** Chooses what the pages of a contract show, from what a run of its mutants has written down. */
export function chooseExhibits(
  kills: readonly Kill[],
  lines: readonly RightLine[],
): Record<string, Exhibits> {
  const good = new Map<string, ShownExchange>();
  const looks = new Map<string, readonly string[] | null>();
  for (const line of lines) {
    if ('exchange' in line) good.set(nameOf(line.exchange), line.exchange);
    else looks.set(line.look.requirement, line.look.names);
  }
  const ids = [...new Set([...kills.flatMap(({ killedBy }) => killedBy), ...looks.keys()])].sort();
  return Object.fromEntries(ids.map((id) => [id, exhibitsFor(id, kills, good, looks.get(id))]));
}

function exhibitsFor(
  id: string,
  kills: readonly Kill[],
  good: ReadonlyMap<string, ShownExchange>,
  names: readonly string[] | null | undefined,
): Exhibits {
  const kill = killThatTells(id, kills);
  const exhibit = kill?.exhibits[id];
  const last = exhibit?.exchanges.at(-1);
  const seen = (names ?? []).flatMap((name) => good.get(name) ?? []);
  const right = (last === undefined ? undefined : good.get(nameOf(last))) ?? seen[0];
  const looksAt =
    names === null ? 'all' : [...new Set(seen.map(({ label, request }) => `${request.method}: ${label}`))];
  return {
    ...(looksAt === 'all' || looksAt.length > 0 ? { looksAt } : {}),
    ...(kill === undefined || exhibit === undefined ? {} : { wrong: wrongFrom(kill, exhibit) }),
    ...(right === undefined ? {} : { right: tidyExchange(right) }),
  };
}

/** One that was made for the requirement says more than one that happens to break it too. */
function killThatTells(id: string, kills: readonly Kill[]): Kill | undefined {
  const telling = kills.filter(({ exhibits }) => (exhibits[id]?.exchanges.length ?? 0) > 0);
  return telling.find(({ caughtBy }) => caughtBy === id) ?? telling[0];
}

function wrongFrom({ name, crime }: Kill, exhibit: Exhibit): NonNullable<Exhibits['wrong']> {
  const { expected, actual, difference, exchanges, cause } = exhibit;
  return {
    mutant: name,
    crime,
    expected: tidyText(expected),
    actual: tidyText(actual),
    ...(difference === undefined ? {} : { difference: tidyText(difference) }),
    ...(cause === undefined ? {} : { cause }),
    exchanges: exchanges.map(tidyExchange),
  };
}
