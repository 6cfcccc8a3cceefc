import { UNKNOWN_MEMBER } from '../../../checks/unknown-members.ts';
import type { Exchange } from '../../../suite/exchange.ts';
import { listOf } from '../../../suite/json.ts';
import type { Run } from '../../../suite/run.ts';
import type { Requests } from './requests.ts';
import { BELOW_ZERO, LARGE, type Samples } from './samples.ts';

/** More than some databases accept in one statement. */
const MANY_REFS = Array.from({ length: 200 }, (_, index) =>
  index % 2 === 0 ? `user:reader-${index}_example.com` : `group:readers-${index}`,
);

/** Access that is granted, granted again, changed and revoked. */
export function createAccess({ invent }: Run, { access }: Samples, { send, step }: Requests) {
  const change = (label: string, more: object, ...after: readonly (() => Promise<unknown>)[]) =>
    step('updateAcl', label, { ...access, ...more }, ...after);
  const grant = change('an access list', {});
  const grantAgain = change('the same list again, with an unknown field', UNKNOWN_MEMBER, grant);
  const refs = listOf(access['refs']);
  const odd = (label: string, more: object) => change(label, { outputPortId: LARGE, ...more }, grantAgain);
  const word = 'a request id that is a word';
  /** Valid requests with small variations, by variation. */
  const unusual = {
    'a request id that is a word': change(word, { requestId: `request ${invent('word')}` }, grantAgain),
    'a list in reverse order': change(
      'the same list in reverse order',
      { refs: [...refs].reverse() },
      grantAgain,
    ),
    'an identity without a prefix': odd('an identity without a prefix', { refs: ['john.roe_example.com'] }),
    'a negative output port number': odd('a negative output port number', { outputPortId: BELOW_ZERO }),
    'a duplicate identity': odd('a duplicate identity', { refs: [...refs, ...refs] }),
    'many identities': odd('many identities', { refs: MANY_REFS }),
  };
  /** The identities of one kind alone; undefined if the list has no other kind. */
  const ofKind = (kind: string) => {
    const some = refs.filter((ref) => String(ref).startsWith(`${kind}:`));
    if (some.length === 0 || some.length === refs.length) return undefined;
    return change(`a list of ${kind} identities only`, { refs: some }, grantAgain);
  };
  const kinds = [ofKind('user'), ofKind('group')].filter((ask) => ask !== undefined);
  const noIdentity = { requestId: invent('uuid'), refs: [] };
  return {
    grant,
    grantAgain,
    unusual,
    kinds,
    grantNow: (label: string): Promise<Exchange> => send('updateAcl', label, access),
    revoke: change('an empty list', noIdentity, grantAgain, ...Object.values(unusual), ...kinds),
  };
}
