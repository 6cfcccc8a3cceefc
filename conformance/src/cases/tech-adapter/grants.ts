import { settled, type Work } from '../../suite/work.ts';

interface Setting {
  /** Whom the contract's own example gives access. */
  readonly refs: readonly unknown[];
  /** The component as JSON text. */
  readonly component: string;
  readonly after: () => Promise<unknown>;
  /** @param more members of the request beside the component. */
  readonly grant: (label: string, more: object, after: () => Promise<unknown>) => Work;
}

/** Access that is given, and given again. */
export interface Grants {
  /** With fields of its own. */
  readonly aclOnce: Work;
  /** The same list, letter by letter. */
  readonly aclTwice: Work;
  /** The same identities in another order, each of them twice, where provisioning had nothing to tell; why, in other letters. */
  readonly aclDoubled: Work;
}

export function createGrants({ refs, component, after, grant }: Setting): Grants {
  const fields = { accessControlFields: { motivation: 'Planning', days: 30, nested: { any: [1] } } };
  const aclOnce = grant('grant', fields, after);
  const aclTwice = grant('grant the same again', {}, aclOnce.end);
  const aclDoubled = grant(
    'grant the same again, in another order and twice',
    {
      refs: [...refs.toReversed(), ...refs],
      provisionInfo: { request: component, result: '' },
      accessControlFields: { motivation: 'Größe 東京 🚚' },
    },
    () => settled(aclTwice.end),
  );
  return { aclOnce, aclTwice, aclDoubled };
}
