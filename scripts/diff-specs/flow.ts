import type { Changes, Roles } from './changes.ts';
import type { Party } from './policy.ts';

/** Who calls whom. In a callback and in the platform's notifications, implementers are the senders. */
export interface Exchange {
  readonly changes: Changes;
  readonly sender: Party;
  readonly receiver: Party;
  /** A call gives an instruction; a callback or a notification only informs. */
  readonly asks: boolean;
}

/** Data in transit. */
export interface Flow {
  readonly changes: Changes;
  readonly part: 'request' | 'answer';
  readonly roles: Required<Roles>;
  /** Members of an instruction are requests of its producer; members of a report are what its reader needs. */
  readonly isInstruction: boolean;
}

/** What the sender sends. */
export function requestOf({ changes, sender, receiver, asks }: Exchange): Flow {
  return {
    changes,
    part: 'request',
    roles: { sender, receiver, producer: sender, consumer: receiver },
    isInstruction: asks,
  };
}

/** What the receiver answers. */
export function answerOf({ changes, sender, receiver }: Exchange): Flow {
  return {
    changes,
    part: 'answer',
    roles: { sender, receiver, producer: receiver, consumer: sender },
    isInstruction: false,
  };
}
