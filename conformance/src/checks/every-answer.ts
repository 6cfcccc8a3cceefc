import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { Check, Statement, Trial } from '../suite/check.ts';
import { grantedAbsence, operationOf, transportStatuses } from '../suite/contract.ts';
import {
  bodyOf,
  describeAnswer,
  type Exchange,
  type Received,
  refusalText,
  statusOf,
} from '../suite/exchange.ts';
import { at, isObject, type JsonObject, listOf } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import { leakCheck } from './leaks.ts';
import { lettersCheck } from './letters.ts';
import { expectNoBody } from './no-body.ts';
import { isBareToken, judgeAnswer, noteNulls, ownedCheck, tellDepartures } from './owned.ts';

/** Checks of every answer of the run, to any request. */
export function everyAnswerChecks(run: Run): Check[] {
  const each = (requirement: string, judge: Judge): Check =>
    run.check(requirement, { phase: 'last' }, (trial) => {
      for (const exchange of run.session.journal)
        if (exchange.sent.elsewhere !== true) judge(run, exchange, trial);
    });

  return [
    each('X-01', expectListedStatus),
    each('X-02', expectSchema),
    each('X-03', expectJson),
    each('X-04', expectNoBody),
    ownedCheck(run, 'X-05', {}, expectWords),
    each('X-06', expectUserMessage),
    each('X-07', expectSystemError),
    each('X-08', expectExplanation),
    ownedCheck(run, 'X-09', {}, expectTwoLists),
    ownedCheck(run, 'X-13'),
    leakCheck(run, 'X-23'),
    lettersCheck(run),
    each('X-16', expectGranted),
  ];
}

type Judge = (run: Run, exchange: Exchange, trial: Trial) => void;

function expectListedStatus(run: Run, exchange: Exchange, trial: Trial): void {
  if (run.owners.ofStatus(exchange) !== undefined) return;
  trial.saw(exchange);
  if (isDocumented(run, exchange)) return;
  const entry = entryOf(run, exchange);
  const status = statusOf(exchange);
  if (status === 404 && exchange.intent !== 'stray' && isChosenRefusal(entry)) {
    trial.note({ symptom: 'not found', expected: '400', actual: describeAnswer(exchange) }, exchange);
    return;
  }
  const symptom =
    [404, 405].includes(status) && exchange.intent === 'valid'
      ? `${exchange.operation} returns ${status}`
      : refusalText(exchange);
  const listed = Object.keys(entry.responses).join(', ');
  trial.wrongAnswer(symptom, `one of ${listed}`, exchange);
}

/** An answer has the content that the contract describes. */
function expectSchema(run: Run, exchange: Exchange, trial: Trial): void {
  const judged = judgeAnswer(run, exchange);
  if (judged === undefined) return;
  trial.saw(exchange);
  const { schema, departures, nulls } = judged;
  const rest = departures.filter((one) => run.owners.ofAnswer(exchange, one) === undefined);
  tellDepartures(trial, exchange, schema, rest);
  noteNulls(trial, exchange, nulls);
}

function expectJson(run: Run, exchange: Exchange, trial: Trial): void {
  const { received } = exchange;
  const entry = responseOf(run, exchange);
  if (received === undefined || (entry === undefined && received.status < 400)) return;
  if (entry !== undefined && entry.schema === undefined) return;
  if (entry === undefined && exchange.intent === 'stray') return;
  trial.saw(exchange);
  if (entry?.schema !== undefined && isBareToken(exchange, entry.schema)) {
    trial.note(
      {
        symptom: 'token is not JSON',
        expected: 'the token as a JSON string',
        actual: describeAnswer(exchange),
      },
      exchange,
    );
    return;
  }
  const fault = notJson(exchange, received);
  if (fault !== undefined) trial.violated(fault, exchange);
}

/** Why a body is not JSON: its media type, text or encoding. */
export function notJson(
  exchange: Exchange,
  { status, mediaType, text, json, garbled }: Received,
): Statement | undefined {
  if (!isJsonType(mediaType)) {
    const actual = mediaType === '' ? 'no media type' : mediaType;
    return { symptom: `media type ${actual}`, expected: 'application/json', actual: `${status} ${actual}` };
  }
  if (json === undefined)
    return { symptom: 'not JSON', expected: 'a body that is JSON', actual: describeAnswer(exchange) };
  // RFC 8259 forbids it, and many parsers reject it.
  if (text.startsWith('\uFEFF'))
    return { symptom: 'JSON with a byte order mark', expected: 'a body that is JSON', actual: 'EF BB BF' };
  if (garbled === true)
    return { symptom: 'not UTF-8', expected: 'JSON encoded as UTF-8', actual: 'bytes that are not UTF-8' };
  return undefined;
}

function expectUserMessage(run: Run, exchange: Exchange, trial: Trial): void {
  if (statusOf(exchange) !== 400 || exchange.intent === 'stray') return;
  if (errorMember(run, exchange, 'userMessage') === undefined) return;
  trial.saw(exchange);
  const message = at(bodyOf(exchange), 'userMessage');
  if (typeof message === 'string' && message.trim() !== '') return;
  trial.wrongValue('400 without userMessage', 'a userMessage', message, exchange);
}

function expectSystemError(run: Run, exchange: Exchange, trial: Trial): void {
  if (statusOf(exchange) < 500) return;
  trial.saw(exchange);
  const judged = judgeAnswer(run, exchange);
  if (judged !== undefined) {
    const own = judged.departures.filter((one) => run.owners.ofAnswer(exchange, one) === 'X-07');
    tellDepartures(trial, exchange, judged.schema, own);
    return;
  }
  const json = exchange.received?.json;
  if (isJsonType(exchange.received?.mediaType ?? '') && typeof at(json?.value, 'error') === 'string') return;
  trial.wrongAnswer('system error without error', 'JSON with an error string', exchange);
}

function expectExplanation(run: Run, exchange: Exchange, trial: Trial): void {
  if (statusOf(exchange) !== 500) return;
  trial.saw(exchange);
  const body = bodyOf(exchange);
  const missing = [
    ...(typeof at(body, 'userMessage') === 'string' ? [] : ['userMessage']),
    ...(isObject(at(body, 'moreInfo')) ? [] : ['moreInfo']),
  ].filter((name) => errorMember(run, exchange, name) !== undefined);
  if (missing.length === 0) return;
  trial.violated(
    {
      symptom: '500 without userMessage or moreInfo',
      expected: 'userMessage and moreInfo',
      actual: `no ${missing.join(', no ')}`,
    },
    exchange,
  );
}

function expectGranted(run: Run, exchange: Exchange, trial: Trial): void {
  if (statusOf(exchange) !== 501) return;
  trial.saw(exchange);
  if (grantedAbsence(entryOf(run, exchange)) === 501) return;
  trial.wrongAnswer(
    `${exchange.operation} is not implemented`,
    '501 only where the contract allows it',
    exchange,
  );
}

function entryOf({ contract }: Run, { operation }: Exchange): OperationEntry {
  return operationOf(contract, operation);
}

function responseOf(run: Run, exchange: Exchange): OperationEntry['responses'][string] | undefined {
  return entryOf(run, exchange).responses[String(statusOf(exchange))];
}

function isDocumented(run: Run, exchange: Exchange): boolean {
  if (responseOf(run, exchange) !== undefined) return true;
  const isTransport = transportStatuses(run.contract).includes(statusOf(exchange));
  return exchange.intent === 'stray' && (isRedirect(exchange) || isTransport);
}

/** A member of the error body that the contract declares for the answer, or for the usual one of its kind. */
function errorMember(run: Run, exchange: Exchange, name: string): JsonObject | undefined {
  const { schemas } = run.session;
  const usual = entryOf(run, exchange).responses[statusOf(exchange) < 500 ? '400' : '500'];
  const schema = (responseOf(run, exchange) ?? usual)?.schema;
  return schema === undefined ? undefined : schemas.members(schema).properties[name];
}

/** A list of errors without text counts as empty. */
function expectWords(exchange: Exchange, trial: Trial): void {
  const errors = listOf(at(bodyOf(exchange), 'errors'));
  if (errors.some((one) => typeof one !== 'string' || one.trim() !== '')) return;
  trial.wrongAnswer('400 without errors', 'errors, a list of strings', exchange);
}

/** Errors are explained in two lists, even if the contract does not require an explanation. */
function expectTwoLists(exchange: Exchange, trial: Trial): void {
  const moreInfo = at(bodyOf(exchange), 'moreInfo');
  if (moreInfo === null) return;
  const wrong = ['problems', 'solutions'].find((name) => {
    const list = at(moreInfo, name);
    return !Array.isArray(list) || !list.every((one) => typeof one === 'string');
  });
  if (wrong === undefined) return;
  trial.wrongValue(
    `moreInfo.${wrong}`,
    `moreInfo.${wrong}, a list of strings`,
    at(moreInfo, wrong),
    exchange,
  );
}

/** A server may redirect an address without an operation. */
function isRedirect(exchange: Exchange): boolean {
  return Math.trunc(statusOf(exchange) / 100) === 3;
}

function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

/** The published contract lists no status for a missing thing: 400 is a choice of this project. */
function isChosenRefusal({ chosen }: OperationEntry): boolean {
  return chosen !== undefined && Object.keys(chosen).includes('responses/400');
}
