import { isDone, shownBy } from '../../checks/outcomes.ts';
import { memo } from '../../suite/check.ts';
import type { Exchange } from '../../suite/exchange.ts';
import { settled, type Work } from '../../suite/work.ts';

interface Setting {
  /** Whom the contract's own example gives access. */
  readonly refs: readonly unknown[];
  /** The component as JSON text. */
  readonly component: string;
  readonly after: () => Promise<unknown>;
  /** Ends when the component has been provisioned again, with access given. */
  readonly again: () => Promise<unknown>;
  /** @param more members of the request beside the component. */
  readonly grant: (label: string, more: object, after: () => Promise<unknown>) => Work;
}

/** Access that is given, and given again. */
export interface Grants {
  /** With fields of its own. */
  readonly aclOnce: Work;
  /** The same list, letter by letter. */
  readonly aclTwice: Work;
  /** The same identities in reverse order; absent where there is only one. */
  readonly aclReversed?: Work;
  readonly aclOddly: () => Promise<OddGrant>;
}

/** How access was left to the groups alone, and what of the request the adapter cannot do. */
export interface OddGrant {
  readonly work: Work;
  /** JSON as others write it, a list without users, a message of lines, or names that stand often and letters in the fields. */
  readonly undone?: 'json' | 'groups' | 'lines' | 'twice';
  /** What shows it. */
  readonly shown?: Exchange;
}

/** What a technology has told, as it told it: more than a line, and than 255 characters. */
const LINES = 'Created "SHIPMENTS_VIEW".\n\tTook 1.5 s.\n'.repeat(9);

/** So often each name stands in a list: longer ones than that come from large organisations. */
const OFTEN = 60;

/**
 * The last request asks four things at once; only where it fails more of them find out which it was. Where several
 * ask for the same, the second one finds nothing left to do.
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

/** The same value: tabs before each line, and a mark of escape where JSON allows one. */
function spelledOtherwise(json: string): string {
  return JSON.stringify(JSON.parse(json), null, '\t').replaceAll('/', '\\/');
}
