import type { Inbox, Reply } from '../../../fake-platform/listener.ts';
import { Blocked, memo, NotTestable } from '../../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../../../suite/exchange.ts';
import { at, isObject } from '../../../suite/json.ts';
import { leftUndone } from '../../../suite/read-only.ts';
import type { Run } from '../../../suite/run.ts';
import { type createPlatform, takeDecision } from './platform.ts';

export const OPERATION = 'requestApproval';

/** An address that nobody answers at, for requests whose decision nobody waits for. */
export const NOWHERE = 'http://127.0.0.1:9/nobody';

/** A request for approval, and the address that its decision goes to. */
export interface Asked {
  readonly exchange: Exchange;
  readonly inbox: Inbox;
  readonly requestId: string;
  /** When tries to deliver its decision came in until now, on the clock of the session. */
  readonly triesAt?: readonly number[];
}

export interface Question {
  readonly requestId?: string;
  readonly fields?: object;
  readonly reply?: () => Reply;
  readonly more?: object;
  /** Path and query of the address for the decision. */
  readonly address?: string;
}

/** How approval is asked for. */
export type Requests = ReturnType<typeof createRequests>;

/** Nothing is sent before somebody asks. */
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
    const takeNote = (): Reply => {
      triesAt.push(session.now());
      return reply();
    };
    const inbox = await openInbox(takeNote, question.address).catch((cause: unknown) => {
      if (cause instanceof NotTestable) return { url: NOWHERE, arrivals: [] };
      throw cause;
    });
    const value = { respondToUrl: inbox.url, fields: question.fields ?? fields, ...more };
    const exchange = await send(label, requestId, value, 'valid');
    return { exchange, inbox, requestId, triesAt };
  };

  const main = memo(() => ask('a request for approval'));
  const gate = async (operation: string): Promise<void> => {
    if (operation !== OPERATION) return;
    const { exchange } = await main();
    if (statusOf(exchange) === 202) return;
    throw new Blocked('HK-01', `a good request was answered ${describeAnswer(exchange)}`);
  };

  return {
    fields,
    send,
    ask,
    main,
    gate,
    /** Asked once, and not before the main request was taken. */
    later: (label: string, question: Question = {}): (() => Promise<Asked>) =>
      memo(async () => {
        await gate(OPERATION);
        return ask(label, question);
      }),
  };
}

/** What the caller says that its form holds, or what the contract's own example holds. */
function fieldsFor({ contract, settings }: Run): object {
  const sample = at(contract.fixtures[OPERATION], 'request', 'grantAccess', 'value', 'fields');
  const given = at(settings.bodies?.[OPERATION], 'fields') ?? sample;
  return isObject(given) ? given : {};
}
