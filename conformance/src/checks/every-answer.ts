import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { Check, Trial } from '../suite/check.ts';
import { grantedAbsence, operationOf, transportStatuses } from '../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf } from '../suite/exchange.ts';
import { at, brief, isObject, type JsonObject, listOf } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import type { Departure } from '../suite/schemas.ts';
import { tokenOf } from '../suite/tasks.ts';

/** What holds for every answer of the run, whoever asked. */
export function everyAnswerChecks(run: Run): Check[] {
  const { contract, session } = run;
  const stray = transportStatuses(contract);
  const entryOf = (exchange: Exchange): OperationEntry => operationOf(contract, exchange.operation);
  const responseOf = (exchange: Exchange) => entryOf(exchange).responses[String(statusOf(exchange))];
  const isDocumented = (exchange: Exchange): boolean =>
    responseOf(exchange) !== undefined ||
    (exchange.intent === 'stray' && (isRedirect(exchange) || stray.includes(statusOf(exchange))));
  /** A member of the error body that the contract declares for the answer, or for the usual one of its kind. */
  const errorMember = (exchange: Exchange, name: string): JsonObject | undefined => {
    const usual = entryOf(exchange).responses[statusOf(exchange) < 500 ? '400' : '500'];
    const schema = (responseOf(exchange) ?? usual)?.schema;
    const properties = schema === undefined ? undefined : session.schemas.named(schema)['properties'];
    return isObject(properties) && name in properties ? session.schemas.resolve(properties[name]) : undefined;
  };
  const eachAnswer = (requirement: string, judge: (exchange: Exchange, trial: Trial) => void): Check =>
    run.check(requirement, { phase: 'last' }, (trial) => {
      for (const exchange of session.journal) if (exchange.sent.elsewhere !== true) judge(exchange, trial);
    });

  return [
    eachAnswer('X-01', (exchange, trial) => {
      trial.saw(exchange);
      if (isDocumented(exchange)) return;
      const listed = Object.keys(entryOf(exchange).responses).join(', ');
      const status = statusOf(exchange);
      const symptom =
        [404, 405].includes(status) && exchange.intent === 'valid'
          ? `${exchange.operation} answers ${status}`
          : `refused with ${status}`;
      trial.violated({ symptom, expected: `one of ${listed}`, actual: describeAnswer(exchange) }, exchange);
    }),
    eachAnswer('X-02', (exchange, trial) => {
      const schema = responseOf(exchange)?.schema;
      const json = exchange.received?.json;
      if (schema === undefined || isBareToken(exchange, schema)) return;
      if (json === undefined) return;
      trial.saw(exchange);
      const { departures, nulls } = session.schemas.read(schema, json.value);
      const [first] = departures;
      if (first !== undefined) {
        const where = first.pointer === '' ? 'the body' : first.pointer;
        const symptom = symptomOf(schema, first);
        trial.violated(
          {
            symptom,
            expected: `${where}: ${first.expected}`,
            actual: first.actual,
            difference: departures
              .map(({ pointer, expected, actual }) => `${pointer || '(body)'}: ${expected}, got ${actual}`)
              .join('\n'),
          },
          exchange,
        );
      }
      for (const pointer of nulls) {
        trial.note(
          { symptom: 'null for an absent member', expected: `${pointer} left out`, actual: 'null' },
          exchange,
        );
      }
    }),
    eachAnswer('X-03', (exchange, trial) => {
      const { received } = exchange;
      const entry = responseOf(exchange);
      if (received === undefined || (entry === undefined && received.status < 400)) return;
      if (entry !== undefined && entry.schema === undefined) return;
      if (entry === undefined && exchange.intent === 'stray') return;
      trial.saw(exchange);
      if (entry?.schema !== undefined && isBareToken(exchange, entry.schema)) {
        trial.note(
          { symptom: 'bare token', expected: 'the token as a JSON string', actual: describeAnswer(exchange) },
          exchange,
        );
        return;
      }
      if (!isJsonType(received.mediaType)) {
        const actual = received.mediaType === '' ? 'no media type' : received.mediaType;
        trial.violated(
          {
            symptom: `media type ${actual}`,
            expected: 'application/json',
            actual: `${received.status} ${actual}`,
          },
          exchange,
        );
      } else if (received.json === undefined) {
        trial.violated(
          { symptom: 'no JSON', expected: 'a body that is JSON', actual: describeAnswer(exchange) },
          exchange,
        );
      } else if (received.garbled === true) {
        trial.violated(
          { symptom: 'no UTF-8', expected: 'JSON encoded as UTF-8', actual: 'bytes that are no UTF-8' },
          exchange,
        );
      }
    }),
    eachAnswer('X-04', (exchange, trial) => {
      // Readers stop at the header of a 204: bytes behind it show in what it announces, or break the next answer.
      const isBroken =
        exchange.failure?.startsWith('Parse Error') === true && '204' in entryOf(exchange).responses;
      if (statusOf(exchange) !== 204 && !isBroken) return;
      trial.saw(exchange);
      const announced = Number(exchange.received?.headers['content-length'] ?? 0);
      if (!isBroken && exchange.received?.text === '' && announced === 0) return;
      trial.violated(
        {
          symptom: '204 with a body',
          expected: 'no body',
          actual: announced === 0 ? describeAnswer(exchange) : `204 that announces ${announced} bytes`,
        },
        exchange,
      );
    }),
    eachAnswer('X-05', (exchange, trial) => {
      const declared = errorMember(exchange, 'errors');
      if (statusOf(exchange) !== 400 || exchange.intent === 'stray' || declared === undefined) return;
      trial.saw(exchange);
      const errors = at(bodyOf(exchange), 'errors');
      // Where the contract has entries of another form, their schema speaks for them.
      const isText = session.schemas.resolve(declared['items'])['type'] === 'string';
      if (
        Array.isArray(errors) &&
        errors.length > 0 &&
        (!isText || errors.every((one) => typeof one === 'string'))
      )
        return;
      trial.violated(
        {
          symptom: '400 without errors',
          expected: 'errors, a list of strings that is not empty',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    eachAnswer('X-06', (exchange, trial) => {
      if (statusOf(exchange) !== 400 || exchange.intent === 'stray') return;
      if (errorMember(exchange, 'userMessage') === undefined) return;
      trial.saw(exchange);
      const message = at(bodyOf(exchange), 'userMessage');
      if (typeof message === 'string' && message.trim() !== '') return;
      trial.violated(
        { symptom: '400 without userMessage', expected: 'a userMessage', actual: brief(message) },
        exchange,
      );
    }),
    eachAnswer('X-07', (exchange, trial) => {
      if (statusOf(exchange) < 500) return;
      trial.saw(exchange);
      const body = bodyOf(exchange);
      const isListed = errorMember(exchange, 'errors') !== undefined && listOf(at(body, 'errors')).length > 0;
      const isNested = errorMember(exchange, 'error')?.['type'] === 'object' && isObject(at(body, 'error'));
      const isSaid = typeof at(body, 'error') === 'string' || isListed || isNested;
      if (isJsonType(exchange.received?.mediaType ?? '') && isSaid) return;
      trial.violated(
        {
          symptom: 'system error without error',
          expected: 'JSON with an error string',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    eachAnswer('X-08', (exchange, trial) => {
      if (statusOf(exchange) !== 500) return;
      trial.saw(exchange);
      const body = bodyOf(exchange);
      const missing = [
        ...(typeof at(body, 'userMessage') === 'string' ? [] : ['userMessage']),
        ...(isObject(at(body, 'moreInfo')) ? [] : ['moreInfo']),
      ].filter((name) => errorMember(exchange, name) !== undefined);
      if (missing.length === 0) return;
      trial.violated(
        {
          symptom: '500 without explanation',
          expected: 'userMessage and moreInfo',
          actual: `no ${missing.join(', no ')}`,
        },
        exchange,
      );
    }),
    eachAnswer('X-09', (exchange, trial) => {
      const moreInfo = at(bodyOf(exchange), 'moreInfo');
      if (statusOf(exchange) < 400 || moreInfo === undefined || moreInfo === null) return;
      trial.saw(exchange);
      for (const list of ['problems', 'solutions']) {
        const value = at(moreInfo, list);
        if (Array.isArray(value) && value.every((one) => typeof one === 'string')) continue;
        trial.violated(
          {
            symptom: `moreInfo.${list}`,
            expected: `moreInfo.${list}, a list of strings`,
            actual: brief(value),
          },
          exchange,
        );
      }
    }),
    eachAnswer('X-13', (exchange, trial) => {
      const schema = responseOf(exchange)?.schema;
      const json = exchange.received?.json;
      if (schema === undefined || json === undefined) return;
      const broken = session.schemas
        .read(schema, json.value)
        .departures.filter(({ keyword }) => keyword === 'enum');
      trial.saw(exchange);
      for (const one of broken) {
        const { pointer, expected, actual } = one;
        const symptom = symptomOf(schema, one);
        trial.violated({ symptom, expected: `${pointer}: ${expected}`, actual }, exchange);
      }
    }),
    eachAnswer('X-16', (exchange, trial) => {
      if (statusOf(exchange) !== 501) return;
      trial.saw(exchange);
      if (grantedAbsence(entryOf(exchange)) === 501) return;
      trial.violated(
        {
          symptom: `${exchange.operation} is not implemented`,
          expected: '501 only where the contract grants it',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
  ];
}

/** An address that leads to no operation may be led elsewhere. */
function isRedirect(exchange: Exchange): boolean {
  return Math.trunc(statusOf(exchange) / 100) === 3;
}

/** A value outside its list is the same mistake wherever it stands. */
function symptomOf(schema: string, { keyword, pointer, actual }: Departure): string {
  return keyword === 'enum'
    ? `value ${actual}`
    : `${schema} ${pointer.replaceAll(/\/\d+/g, '/*')} ${keyword}`;
}

/** A token as bare text, labelled as text or as JSON: read by everybody, and untidy. */
function isBareToken(exchange: Exchange, schema: string): boolean {
  const { received } = exchange;
  if (schema !== 'Token' || received === undefined || tokenOf(exchange) === undefined) return false;
  return received.json === undefined || received.mediaType === 'text/plain';
}

function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}
