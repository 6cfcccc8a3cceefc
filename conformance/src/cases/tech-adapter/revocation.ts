import { UNKNOWN_MEMBER } from '../../checks/unknown-members.ts';
import { type Bisection, bisect } from '../../suite/bisect.ts';
import { memo } from '../../suite/check.ts';
import type { JsonObject } from '../../suite/json.ts';
import { isDone, settled, shownBy, type Work } from '../../suite/work.ts';

/** How all access was revoked, and what the request for it had to omit, or for which component it failed. */
export type Revocation = Bisection<'fields' | 'message' | 'members' | 'component'>;

interface Setting {
  /** The component of the run, as JSON text. */
  readonly first: string;
  /** Another component, if there is one. */
  readonly apart: string | undefined;
  readonly after: () => Promise<unknown>;
  /** Settles when access to the first one was granted. */
  readonly granted: () => Promise<unknown>;
  readonly revoke: (label: string, json: string, more: JsonObject) => Work;
}

/** An empty list, with empty free fields, an empty message, and unknown members in the request and in its object. */
export function createRevocation({ first, apart, after, granted, revoke }: Setting) {
  const revoked = bisect({
    send: (label, more) => revoke(label, apart ?? first, more),
    label: 'revoke all access',
    variations: {
      fields: { accessControlFields: {} },
      message: { provisionInfo: { result: '' } },
      members: { ...UNKNOWN_MEMBER, provisionInfo: UNKNOWN_MEMBER },
    },
    after: [after],
  });
  return memo(async (): Promise<Revocation> => {
    const known = await revoked.read();
    if (known.isFine || apart === undefined) return known;
    await settled(granted);
    // Not every kind of component has access control.
    const work = revoke('revoke all access to the first component', first, {});
    if (!(await isDone(work))) return known;
    const answers = { shown: await shownBy(known.work), plain: await shownBy(work) };
    return { work, isFine: true, failing: { name: 'component', ...answers } };
  });
}
