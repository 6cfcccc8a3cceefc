import { type Mutant, mutant } from '../mutant.ts';
import { type Call, isBody } from '../server.ts';
import { type HookHabits, post, trackingOf } from './hook.ts';

/** Mutants by an author who had not seen the checks. At that time, no check caught them. */
export const blindMutants: readonly Mutant<HookHabits>[] = [
  mutant('HK-18', 'rejects a request without fields, and decides it anyway', () =>
    decidingWhatIsRefused(({ input }) => isBody(input) && input['fields'] === undefined),
  ),
  mutant('HK-18', 'rejects an id that is similar to a UUID, and decides its request anyway', () =>
    decidingWhatIsRefused(({ headers }) => String(headers['x-request-id']).startsWith('{')),
  ),
  mutant('HK-06', 'returns the address of the case in the decision as a path only', () => ({
    decision: ({ id }) => ({
      status: 'OK',
      hookInfo: { message: 'Approved.', tracking: { id, url: `/cases/${id}` } },
    }),
  })),
  mutant('HK-15', 'sends a stack trace as the reason of a decision', () => ({
    decision: ({ id }) => ({
      status: 'KO',
      hookInfo: {
        message: 'NullPointerException: no approver\n    at com.example.Approvals.decide(Approvals.java:12)',
        tracking: trackingOf(id),
      },
    }),
  })),
  mutant('HK-22', 'reuses case numbers after the seventh', () => ({
    accept: ({ id }) => ({ hookInfo: {}, tracking: trackingOf(numbered(id)) }),
    decision: ({ id }) => ({
      status: 'OK',
      hookInfo: { message: 'Approved.', tracking: trackingOf(numbered(id)) },
    }),
  })),
];

const numbered = (id: string): string => `case-${Number(id.replace(/\D/g, '')) % 7}`;

/** Sends a decision on a request that it has rejected. */
function decidingWhatIsRefused(isSuch: (call: Call) => boolean): Partial<HookHabits> {
  const text = JSON.stringify({ status: 'KO', hookInfo: { message: 'Rejected.' } });
  return {
    answer(reply, call) {
      if (reply.status === 400 && isSuch(call) && isBody(call.input))
        post(String(call.input['respondToUrl']), {
          method: 'PATCH',
          mediaType: 'application/json',
          text,
        }).catch(() => undefined);
      return reply;
    },
  };
}
