import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { describeDepartures } from '../../suite/schemas.ts';

/** Names of members with a cron expression. */
const CRON_MEMBERS = ['cronExpression', 'frequency'];

/** Checks of all requests of an integrator. */
export function requestChecks(run: Run): Check[] {
  const { check, session, contract } = run;
  const last = { phase: 'last' } as const;
  return [
    check('IN-01', last, (trial) => {
      for (const exchange of session.journal) {
        const { body } = operationOf(contract, exchange.operation);
        if (body === undefined) continue;
        trial.saw(exchange);
        const departures = session.schemas
          .read(body.schema, exchange.sent.value)
          .departures.filter((one) => run.owners.ofSent(exchange, one) === undefined);
        const [first, ...others] = departures;
        if ('value' in exchange.sent && first === undefined) continue;
        const symptom = `${exchange.operation} ${first?.pointer ?? ''} ${first?.keyword ?? 'not JSON'}`;
        const told =
          first === undefined
            ? { expected: 'a body that is JSON', actual: brief(exchange.sent.text), difference: '' }
            : describeDepartures([first, ...others]);
        trial.violated({ symptom, ...told }, exchange);
      }
    }),
    check('IN-02', last, (trial) => {
      for (const exchange of session.journal) {
        const { body } = operationOf(contract, exchange.operation);
        if (body === undefined || exchange.sent.text === undefined) continue;
        trial.saw(exchange);
        const media = exchange.sent.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
        if (media === body.mediaType) continue;
        trial.violated(
          { symptom: `media type ${media ?? 'missing'}`, expected: body.mediaType, actual: media ?? 'none' },
          exchange,
        );
      }
    }),
    check('IN-03', last, (trial) => {
      const decisions = sentTo(run, 'updateHook');
      for (const exchange of decisions) {
        if (statusOf(exchange) !== 409) continue;
        trial.saw(exchange);
        expectNoRepeat(trial, exchange, decisions, 'decision sent again after a 409');
      }
    }),
    check('CR-01', last, (trial) => {
      const all = session.journal.map((exchange) => ({ exchange, crons: cronsIn(exchange.sent.value, '') }));
      if (all.every(({ crons }) => crons.length === 0))
        throw new NotApplicable('no cron expression was sent');
      for (const { exchange, crons } of all) {
        for (const [pointer, text] of crons) {
          trial.saw(exchange);
          const wrong = cronProblem(text, (value) => session.schemas.isValid('CronExpression', value));
          if (wrong === undefined) continue;
          trial.violated(
            {
              symptom: `cron: ${wrong}`,
              expected:
                'six fields in UTC, the day of the week from 0 for Monday to 6, without L, W, LW and #',
              actual: text,
              difference: `${pointer}: ${wrong}`,
            },
            exchange,
          );
        }
      }
    }),
  ];
}

/** Requests to these operations; none is not a defect. */
export function sentTo(run: Run, ...operations: readonly string[]): Exchange[] {
  const found = run.session.journal.filter(({ operation }) => operations.includes(operation));
  if (found.length === 0) throw new NotApplicable(`nothing was sent to ${operations.join(' or ')}`);
  return found;
}

/** No request with the same content may follow to the same address. */
export function expectNoRepeat(
  trial: Trial,
  refused: Exchange,
  all: readonly Exchange[],
  symptom: string,
): void {
  const again = all.find(
    (one) =>
      one.id > refused.id && one.sent.path === refused.sent.path && one.sent.text === refused.sent.text,
  );
  if (again === undefined) return;
  trial.violated(
    {
      symptom,
      expected: `one request: the platform returned ${statusOf(refused)}`,
      actual: 'the same request again',
    },
    again,
    refused,
  );
}

function cronsIn(value: unknown, pointer: string): [string, string][] {
  if (Array.isArray(value))
    return value.flatMap((one: unknown, index) => cronsIn(one, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    CRON_MEMBERS.includes(key) && typeof inner === 'string'
      ? [[`${pointer}/${key}`, inner]]
      : cronsIn(inner, `${pointer}/${key}`),
  );
}

/** Why a cron expression is invalid; the pattern of the contract covers the rest. */
function cronProblem(text: string, fits: (value: unknown) => boolean): string | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 6) return `${fields.length} fields`;
  if (/7/.test(at(fields, 5) === undefined ? '' : String(at(fields, 5)))) return 'day of the week 7';
  return fits(text) ? undefined : 'a field outside its range';
}
