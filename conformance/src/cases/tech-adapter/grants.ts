import { bisect } from '../../suite/bisect.ts';
import type { JsonObject } from '../../suite/json.ts';
import type { Work } from '../../suite/work.ts';

interface Setting {
  /** The identities with access in the contract's example. */
  readonly refs: readonly unknown[];
  /** The component as JSON text. */
  readonly component: string;
  readonly after: () => Promise<unknown>;
  /** Settles when the component has been provisioned again, with access granted. */
  readonly again: () => Promise<unknown>;
  /** @param more members of the request besides the component. */
  readonly grant: (label: string, more: JsonObject, ...after: readonly (() => Promise<unknown>)[]) => Work;
}

/** A message exactly as a technology returned it: longer than one line and than 255 characters. */
const LINES = 'Created "SHIPMENTS_VIEW".\n\tTook 1.5 s.\n'.repeat(9);

/** How often a list repeats each name: large organizations have even longer lists. */
const OFTEN = 60;

/**
 * Access that is granted, and granted again: with free fields, exactly the same list, the same in reverse order if there
 * are several identities, and reduced to the groups. Several requests for the same would leave the second one nothing to
 * change.
 */
export function createGrants({ refs, component, after, again, grant }: Setting) {
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
  const aclOddly = bisect({
    send: grant,
    label: 'keep access for the groups only',
    variations: {
      json: { provisionInfo: { request: spelledOtherwise(component) } },
      groups: { refs: left },
      lines: { provisionInfo: { result: LINES } },
      twice: { refs: often, accessControlFields: { motivation: 'Größe 東京 🚚' } },
    },
    plain: aclTwice,
    after: [(aclReversed ?? aclTwice).end],
  });
  return { aclOnce, aclTwice, ...(aclReversed === undefined ? {} : { aclReversed }), aclOddly };
}

/** The same value: tabs before each line, and an escape sequence where JSON allows one. */
function spelledOtherwise(json: string): string {
  return JSON.stringify(JSON.parse(json), null, '\t').replaceAll('/', '\\/');
}
