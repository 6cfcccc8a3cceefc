import type { Body, Call, Habits, Reply } from '../server.ts';

/** The operation that lists a data product in the marketplace. */
export const INSERT = 'insertProvisioningResults';

/** Returns another response if a condition holds. */
export const when = (
  operation: string,
  holds: (reply: Reply, call: Call) => boolean,
  other: Reply | ((reply: Reply) => Reply),
): Partial<Habits> => ({
  answer: (reply, call) =>
    call.operation === operation && holds(reply, call)
      ? typeof other === 'function'
        ? other(reply)
        : other
      : reply,
});
/** Whether a response is a success. */
export const fine = ({ status }: Reply): boolean => status < 300;
/** A system error in the format of the contract. */
export const broken: Reply = { status: 500, body: { error: 'something broke' } };
const telling = (info: unknown): Partial<Habits> => ({
  finish: (end) => ('info' in end ? { ...end, info } : end),
});
/** Returns the marketplace entry with the given change. */
export const entry = (change: Body): Partial<Habits> =>
  telling({
    privateInfo: {
      marketplaceInfo: {
        type: 'string',
        label: 'Marketplace',
        value: 'x',
        href: 'https://m.example.com/1',
        ...change,
      },
    },
  });
