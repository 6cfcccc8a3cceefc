import { type Exchange, statusOf, succeeded, tellsFindings } from './exchange.ts';
import {
  BREAKDOWN,
  DOORKEEPERS,
  type Fingerprint,
  fingerprintOf,
  MISSING_ROUTE,
  NOT_IMPLEMENTED,
  NOWHERE,
  TURNED_VALUES,
  UNCHECKED_TYPES,
  UNREAD_BODY,
} from './fingerprints.ts';
import { type Laxity, laxityOf } from './laxity.ts';

/**
 * The outcome of a request: `taken` is an accepted invalid one, `broken` a failed valid one where no valid one was
 * accepted.
 */
type Fate = 'taken' | 'broken' | 'answered';

/** What an exchange shows about the cause of a finding. */
export interface Trace {
  readonly fate: Fate;
  readonly succeeded: boolean;
  /** A valid request that was not accepted, and neither was any other. */
  readonly isBreak: boolean;
  readonly habit: Fingerprint | undefined;
  /** Why an invalid request was accepted, in any format of the answer. */
  readonly laxity?: Fingerprint;
  /** Names of causes; exchanges that share one have one cause. The first is the most specific. */
  readonly causes: readonly string[];
}

export type Traces = ReadonlyMap<number, Trace>;

/** The traces of the exchanges of a run, by id. */
export function tracesOf(journal: readonly Exchange[]): Traces {
  const unserved = unservedOf(journal);
  const unimplemented = unimplementedOf(journal);
  const isNowhere = asked(journal).every((one) => [404, 405].includes(statusOf(one)));
  const unread = unreadOf(journal);
  const lax = laxityOf(journal);
  const working = new Set(
    journal.filter((one) => one.intent === 'valid' && succeeded(one)).map(({ operation }) => operation),
  );
  return new Map(
    journal.map((exchange) => {
      const { operation, sent } = exchange;
      const root = isNowhere ? '' : unserved.get(operation);
      if (root !== undefined && sent.elsewhere !== true)
        return [exchange.id, absentTrace(exchange, isNowhere ? NOWHERE : MISSING_ROUTE, root)];
      if (unimplemented.has(operation) && saysNotImplemented(exchange))
        return [exchange.id, absentTrace(exchange, NOT_IMPLEMENTED, operation)];
      const fate = fateOf(exchange, working);
      const trace = traceOf(exchange, fate);
      if (fate !== 'taken') return [exchange.id, trace];
      if (unread.has(operation)) return [exchange.id, unreadTrace(trace, operation)];
      return [exchange.id, laxTrace(trace, lax.get(exchange.id))];
    }),
  );
}

/** @param operation the missing one; empty if all are missing */
function absentTrace({ sent }: Exchange, habit: Fingerprint, operation: string): Trace {
  const isBreak = sent.token === undefined;
  return { fate: 'broken', succeeded: false, isBreak, habit, causes: [`${habit.id} ${operation}`] };
}

/** Requests to operations of the contract, with the method and path of the contract. */
function asked(journal: readonly Exchange[]): Exchange[] {
  return journal.filter(({ sent, intent }) => sent.elsewhere !== true && intent !== 'stray');
}

/** Operations that returned "not implemented" to every valid request. */
function unimplementedOf(journal: readonly Exchange[]): ReadonlySet<string> {
  const good = journal.filter(({ intent }) => intent === 'valid');
  const other = new Set(good.filter((one) => !saysNotImplemented(one)).map(({ operation }) => operation));
  return new Set(good.map(({ operation }) => operation).filter((operation) => !other.has(operation)));
}

function saysNotImplemented(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  const words = exchange.received?.text.slice(0, FAULT) ?? '';
  return status === 501 || (status >= 400 && /not[ _-]?(yet )?(implemented|supported yet)/i.test(words));
}

function unreadTrace(trace: Trace, operation: string): Trace {
  return { ...trace, laxity: UNREAD_BODY, causes: [`${UNREAD_BODY.id} ${operation}`] };
}

const LAXITIES: Readonly<Record<Laxity, Fingerprint>> = {
  turned: TURNED_VALUES,
  unchecked: UNCHECKED_TYPES,
};

function laxTrace(trace: Trace, found: Laxity | undefined): Trace {
  if (found === undefined) return trace;
  const laxity = LAXITIES[found];
  return { ...trace, laxity, causes: [laxity.id] };
}

function traceOf(exchange: Exchange, found: Fate): Trace {
  const habit = fingerprintOf(exchange);
  // A server in front of the target answers valid and invalid requests alike.
  const fate = habit !== undefined && DOORKEEPERS.has(habit.id) ? 'answered' : found;
  const isBreak = fate === 'broken';
  const fault = faultOf(exchange);
  return {
    fate,
    succeeded: succeeded(exchange),
    isBreak,
    habit: isBreak && statusOf(exchange) === 500 ? BREAKDOWN : habit,
    causes: [
      // The generic error page of a framework does not distinguish faults.
      ...(fault === undefined ? [] : [habit === undefined ? fault : `${fate} ${fault}`]),
      ...(habit === undefined || fate === 'taken'
        ? []
        : [causeName(habit, exchange, isBreak && fault !== undefined)]),
    ],
  };
}

/** Valid requests may fail for different reasons with the same page: those to one operation most likely share one. */
function causeName(habit: Fingerprint, { operation }: Exchange, isFault: boolean): string {
  return isFault ? `broken ${operation}` : habit.id;
}

/** Answered like a valid request: without an error. */
function isAccepted(exchange: Exchange): boolean {
  return succeeded(exchange) && !tellsFindings(exchange);
}

/**
 * Not every request that fits the schema is valid: it may name a missing thing. If none is accepted, they count as
 * broken.
 */
function fateOf(exchange: Exchange, working: ReadonlySet<string>): Fate {
  const { intent, sent, operation } = exchange;
  if (intent === 'invalid') return isAccepted(exchange) ? 'taken' : 'answered';
  return intent === 'valid' && sent.token === undefined && !working.has(operation) ? 'broken' : 'answered';
}

/**
 * Operations whose every answer is that of a router without such a route, including those below their path that have no
 * other answers; each with the operation that represents it.
 */
function unservedOf(journal: readonly Exchange[]): ReadonlyMap<string, string> {
  const served = new Set(
    asked(journal)
      .filter((one) => !isLost(one))
      .map(({ operation }) => operation),
  );
  const lost = asked(journal).filter(({ operation, intent }) => intent === 'valid' && !served.has(operation));
  // A refusal for an unknown task has the same words.
  const starts = lost.filter(({ sent }) => sent.token === undefined || sent.method !== 'GET');
  const roots = new Map(starts.map(({ operation }) => [operation, operation]));
  for (const { operation, sent } of lost) {
    const start = starts.find((one) => sent.path.startsWith(`${one.sent.path}/`));
    if (start !== undefined) roots.set(operation, start.operation);
  }
  return roots;
}

/**
 * Operations that have accepted a request without the body that every valid one to the same address has: they do not
 * read it.
 */
function unreadOf(journal: readonly Exchange[]): ReadonlySet<string> {
  const isBare = ({ sent }: Exchange): boolean => sent.method !== 'GET' && sent.text === undefined;
  const placeOf = ({ operation, sent }: Exchange): string => `${operation} ${sent.path}`;
  const good = journal.filter(({ intent }) => intent === 'valid');
  const needing = new Set(good.filter((one) => !isBare(one)).map(placeOf));
  const free = new Set(good.filter(isBare).map(({ operation }) => operation));
  const taken = journal.filter((one) => one.intent === 'invalid' && isBare(one) && isAccepted(one));
  const unread = taken.filter((one) => needing.has(placeOf(one)) && !free.has(one.operation));
  return new Set(unread.map(({ operation }) => operation));
}

/** The answer comes from a framework or is empty: an adapter that looks something up states what it has not found. */
function isLost(exchange: Exchange): boolean {
  const isEmpty = exchange.received?.text.trim() === '';
  return [404, 405].includes(statusOf(exchange)) && (isEmpty || fingerprintOf(exchange) !== undefined);
}

/** An internal error of the server, by its status and words, without the parts that differ from request to request. */
function faultOf({ received, sent }: Exchange): string | undefined {
  if (received === undefined || received.status < 500 || received.status === 501) return undefined;
  const words = received.text
    .replaceAll(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    .replaceAll(sent.path, '#')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d+/gi, '#');
  return `fault ${received.status} ${words.slice(0, FAULT)}`;
}

/** Number of characters that distinguish faults. */
const FAULT = 400;
