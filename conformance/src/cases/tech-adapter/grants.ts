import { isDone, shownBy } from '../../checks/outcomes.ts';
import { memo } from '../../suite/check.ts';
import type { Exchange } from '../../suite/exchange.ts';
import { settled, type Work } from '../../suite/work.ts';

interface Setting {
  /** The identities with access in the contract's example. */
  readonly refs: readonly unknown[];
  /** The component as JSON text. */
  readonly component: string;
  readonly after: () => Promise<unknown>;
  /** Settles when the component has been provisioned again, with access granted. */
  readonly again: () => Promise<unknown>;
  /** @param more members of the request besides the component. */
  readonly grant: (label: string, more: object, after: () => Promise<unknown>) => Work;
}

/** Access that is granted, and granted again. */
export interface Grants {
  /** With free fields. */
  readonly aclOnce: Work;
  /** Exactly the same list. */
  readonly aclTwice: Work;
  /** The same identities in reverse order; absent if there is only one. */
  readonly aclReversed?: Work;
  readonly aclOddly: () => Promise<OddGrant>;
}

/** The result of restricting access to groups, and the part of the request that the adapter cannot handle. */
export interface OddGrant {
  readonly work: Work;
  /** JSON in another format, a list without users, a multiline message, or repeated names and non-ASCII fields. */
  readonly undone?: 'json' | 'groups' | 'lines' | 'twice';
  /** The answer that shows it. */
  readonly shown?: Exchange;
}

/** A message exactly as a technology returned it: longer than one line and than 255 characters. */
const LINES = 'Created "SHIPMENTS_VIEW".\n\tTook 1.5 s.\n'.repeat(9);

/** How often a list repeats each name: large organizations have even longer lists. */
const OFTEN = 60;

/**
 * The last request combines four variations; only if it fails, further requests find out which one was the reason. If
 * several request the same, the second one has nothing left to change.
 */
export function createGrants({ refs, component, after, again, grant }: Setting): Grants {
  const fields = { accessControlFields: { motivation: 'Planning', days: 30, nested: { any: [1] } } };
  const aclOnce = grant('grant', fields, after);
  const aclTwice = grant('grant the same again', {}, again);
  const aclReversed =
    refs.length < 2
      ? undefined
      : grant('grant the same again, in reverse order', { refs: [...refs].reverse() }, aclTwice.end);
  const groups = refs.filter((ref) => String(ref).startsWith('group:'));
  const left = groups.length === 0 ? refs : groups;
  const often = Array.from({ length: OFTEN }, () => left).flat();
  const request = spelledOtherwise(component);
  const json = { provisionInfo: { request, result: 'done' } };
  const lines = { provisionInfo: { request, result: LINES } };
  const letters = { accessControlFields: { motivation: 'Größe 東京 🚚' } };

  const aclOddly = memo(async (): Promise<OddGrant> => {
    await settled((aclReversed ?? aclTwice).end);
    const nothing = async (): Promise<void> => {};
    const work = grant('leave access to the groups', { refs: often, ...lines, ...letters }, nothing);
    const plain = await aclTwice.end().catch(() => undefined);
    if ((await isDone(work)) || plain?.state !== 'COMPLETED') return { work };
    const inJson = grant('grant the same again, with other JSON', json, nothing);
    if (!(await isDone(inJson))) return { work, undone: 'json', shown: await shownBy(inJson) };
    const toGroups = grant('leave access to the groups, once', { refs: left }, nothing);
    if (!(await isDone(toGroups))) return { work, undone: 'groups', shown: await shownBy(toGroups) };
    const told = grant('grant the same again, with a message of several lines', lines, nothing);
    if (!(await isDone(told))) return { work, undone: 'lines', shown: await shownBy(told) };
    return { work, undone: 'twice', shown: await shownBy(work) };
  });
  return { aclOnce, aclTwice, ...(aclReversed === undefined ? {} : { aclReversed }), aclOddly };
}

/** The same value: tabs before each line, and an escape sequence where JSON allows one. */
function spelledOtherwise(json: string): string {
  return JSON.stringify(JSON.parse(json), null, '\t').replaceAll('/', '\\/');
}
