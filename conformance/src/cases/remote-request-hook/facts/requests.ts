import type { Inbox, Reply } from '../../../fake-platform/listener.ts';
import { Blocked, memo, NotTestable } from '../../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../../../suite/exchange.ts';
import { at, isObject } from '../../../suite/json.ts';
import { leftUndone } from '../../../suite/read-only.ts';
import type { Run } from '../../../suite/run.ts';
import { type createPlatform, takeDecision } from './platform.ts';

export const OPERATION = 'requestApproval';

/** An address without a server, for requests whose decision no check waits for. */
export const NOWHERE = 'http://127.0.0.1:9/unused';

/** A request for approval, and the address for its decision. */
export interface Asked {
  readonly exchange: Exchange;
  readonly inbox: Inbox;
  readonly requestId: string;
  /** When attempts to deliver its decision arrived so far, on the clock of the session. */
  readonly triesAt?: readonly number[];
  /** The request was answered only when the platform had answered the decision. */
  readonly isHeldOut?: boolean;
}

const HOLD = 2;
const STEPS = 20;

/** How long the platform leaves a decision unanswered while its request is unanswered, in milliseconds. */
export function holdOf({ promptness }: Run['settings']): number {
  return HOLD * promptness;
}

export interface Question {
  readonly requestId?: string;
  readonly fields?: object;
  readonly reply?: () => Reply;
  /** The platform answers the decision when the request has been answered, or after `holdOf`. */
  readonly isHeld?: true;
  readonly more?: object;
  /** Path and query of the address for the decision. */
  readonly address?: string;
}

/** Requests for approval. */
export type Requests = ReturnType<typeof createRequests>;

/** Each request is sent when a check first needs it. */
export function createRequests(run: Run, { openInbox }: ReturnType<typeof createPlatform>) {
  const { session, settings, invent } = run;
  const fields = fieldsFor(run);

  const send = (
    label: string,
    requestId: string | undefined,
    value: object,
    intent: 'valid' | 'invalid',
    headers: object = {},
  ): Promise<Exchange> =>
    session.call({
      operation: OPERATION,
      label,
      intent,
      value,
      parameters: { header: { 'x-request-id': requestId, ...headers } },
    });

  const ask = async (label: string, question: Question = {}): Promise<Asked> => {
    if (settings.readOnly) throw leftUndone(session);
    const { requestId = invent('uuid'), reply = takeDecision, more = {} } = question;
    const triesAt: number[] = [];
    let isAnswered = false;
    let isHeldOut = false;
    const takeNote = async (): Promise<Reply> => {
      triesAt.push(session.now());
      if (question.isHeld !== true) return reply();
      // In steps: a suite that was busy reads what has arrived between two of them.
      for (let step = 0; step < STEPS && !isAnswered; step += 1)
        await session.pause(holdOf(settings) / STEPS);
      isHeldOut = !isAnswered;
      return reply();
    };
    const inbox = await openInbox(takeNote, question.address).catch((cause: unknown) => {
      if (cause instanceof NotTestable) return { url: NOWHERE, arrivals: [] };
      throw cause;
    });
    const value = { respondToUrl: inbox.url, fields: question.fields ?? fields, ...more };
    const exchange = await send(label, requestId, value, 'valid');
    isAnswered = true;
    return { exchange, inbox, requestId, triesAt, isHeldOut };
  };

  const main = memo(() => ask('a request for approval'));
  const gate = async (operation: string): Promise<void> => {
    if (operation !== OPERATION) return;
    const { exchange } = await main();
    if (statusOf(exchange) === 202) return;
    throw new Blocked('HK-01', `a valid request returned ${describeAnswer(exchange)}`);
  };

  return {
    fields,
    send,
    ask,
    main,
    gate,
    /** Sent once, and not before the main request was accepted. */
    later: (label: string, question: Question = {}): (() => Promise<Asked>) =>
      memo(async () => {
        await gate(OPERATION);
        return ask(label, question);
      }),
  };
}

/** The form fields from the configuration, or those of the contract's example. */
function fieldsFor({ contract, settings }: Run): object {
  const sample = at(contract.fixtures[OPERATION], 'request', 'grantAccess', 'value', 'fields');
  const given = at(settings.bodies?.[OPERATION], 'fields') ?? sample;
  return isObject(given) ? given : {};
}
