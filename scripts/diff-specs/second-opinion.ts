import type { Change } from './changes.ts';
import type { Kind } from './policy.ts';
import type { Opinion } from './redocly.ts';

/** Changes that Redocly calls major and the policy deliberately does not. */
const OVERRULED: readonly { rule: string; kind: Kind; why: string }[] = [
  {
    rule: 'enum-values-added',
    kind: 'end-state-added',
    why: 'Redocly does not know lifecycles: readers have to take an unknown state for an end',
  },
];

/**
 * Adds Redocly's findings to the changes that they are about. A major finding that the policy neither calls breaking
 * nor overrules becomes a separate breaking change: a change is safe only when both agree.
 */
export function withSecondOpinion(changes: readonly Change[], opinions: readonly Opinion[]): Change[] {
  const joined = new Map(changes.map((change) => [change, new Set(change.redocly)]));
  const alone: Change[] = [];
  for (const opinion of opinions) {
    const about = changes.filter((change) => isAbout(opinion, change));
    for (const change of about) joined.get(change)?.add(`${opinion.rule} (${opinion.impact})`);
    if (opinion.impact === 'major' && !about.some((change) => agrees(opinion, change)))
      alone.push(asChange(opinion));
  }
  return [...changes.map((change) => ({ ...change, redocly: [...(joined.get(change) ?? [])] })), ...alone];
}

function agrees({ rule }: Opinion, { kind, implementers, callers }: Change): boolean {
  const isOverruled = OVERRULED.some((entry) => entry.rule === rule && entry.kind === kind);
  return isOverruled || implementers === 'breaking' || callers === 'breaking';
}

function asChange({ rule, impact, message, pointer }: Opinion): Change {
  return {
    kind: 'only-redocly',
    side: 'head',
    pointer,
    message,
    implementers: 'breaking',
    callers: 'breaking',
    redocly: [`${rule} (${impact})`],
  };
}

function isAbout(opinion: Opinion, { pointer }: Change): boolean {
  if (opinion.rule === 'security-requirement-changed' && pointer.startsWith('/security')) return true;
  // Redocly reports a new required member at the list of names; this program reports it at the member.
  const place = opinion.pointer.replace(/\/required$/, '');
  return isWithin(pointer, place) || isWithin(place, pointer);
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
