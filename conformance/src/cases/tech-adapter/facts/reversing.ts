import { UNKNOWN_MEMBER } from '../../../checks/unknown-members.ts';
import { at } from '../../../suite/json.ts';
import type { Work } from '../../../suite/work.ts';
import type { Requests } from './requests.ts';

/** Reverse provisioning: with all fields, with an unknown member, and with only the required fields. */
export interface Reversing {
  readonly reversing: Work;
  readonly reversingOddly: Work;
  readonly reversingPlainly: Work;
}

/** Sequential, so that each can be compared with those before it: no other request waits for them. */
export function createReversing({ reverse, work }: Requests): Reversing {
  const operation = 'runReverseProvisioning';
  const plain = {
    useCaseTemplateId: at(reverse, 'useCaseTemplateId'),
    environment: at(reverse, 'environment'),
  };
  const reversing = work(operation, 'reverse provisioning', () => reverse);
  const reversingOddly = work(
    operation,
    'reverse provisioning with an unknown field',
    () => ({ ...Object(reverse), ...UNKNOWN_MEMBER }),
    [reversing.end],
  );
  const reversingPlainly = work(operation, 'reverse provisioning without optional fields', () => plain, [
    reversingOddly.end,
  ]);
  return { reversing, reversingOddly, reversingPlainly };
}
