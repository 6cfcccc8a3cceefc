import { memo } from '../../suite/check.ts';
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
  /** The same list: the odd one where it ends like the first, else the plain one. */
  readonly aclTwice: Work;
  /** The same identities in another order, each of them twice, where provisioning had nothing to tell. */
  readonly aclDoubled: Work;
}

export function createGrants({ refs, component, after, grant }: Setting): Grants {
  const fields = { accessControlFields: { motivation: 'Planning', days: 30, nested: { any: [1] } } };
  const aclOnce = grant('grant', fields, after);
  const aclDoubled = grant(
    'grant the same again, in another order and twice',
    { refs: [...refs.toReversed(), ...refs], provisionInfo: { request: component, result: '' } },
    aclOnce.end,
  );
  const plain = grant('grant the same again', {}, () => settled(aclDoubled.end));
  const second = memo(async () => {
    const ends = [aclOnce, aclDoubled].map((one) => one.end().catch(() => undefined));
    const [once, doubled] = await Promise.all(ends);
    return doubled !== undefined && doubled.state === once?.state ? aclDoubled : plain;
  });
  const aclTwice = {
    start: async () => (await second()).start(),
    end: async () => (await second()).end(),
  };
  return { aclOnce, aclTwice, aclDoubled };
}
