import type { Check, Trial } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { describeAnswer, type Exchange, refusalText, statusOf, succeeded } from '../suite/exchange.ts';
import type { JsonObject } from '../suite/json.ts';
import type { Claim, Fault, Run, Subject, Suite } from '../suite/run.ts';
import { FAULTS } from './faulty-bodies.ts';
import { expectRefusal, invalidCheck } from './invalid-check.ts';

/** Parameters with one fault. */
interface Negative {
  readonly name: string;
  readonly fault: Fault;
  /** Distinguishes several of the same fault; empty for the first. */
  readonly kind: string;
  /** Undefined if the parameter is absent. */
  readonly value: unknown;
  readonly required: boolean;
  /** The request also contains all optional parameters: some servers validate only then. */
  readonly inCompany: boolean;
}

/** Invalid requests derived from the schemas of queries; the session proves each of them invalid before it is sent. */
export function invalidParameterChecks(run: Run, suite: Suite, subject: Subject): Check[] {
  const operations = Object.values(run.contract.table.operations).filter(({ parameters }) =>
    parameters.some((one) => one.in === 'query'),
  );
  return operations.flatMap(({ id }) => {
    const schema = `${id}.query`;
    const single = negativesOf(run, schema).flatMap((negative) => {
      const claim = suite.claims.find(
        (one) => one.schema === schema && one.member === negative.name && one.kinds.includes(negative.fault),
      );
      // Besides the claims of requirements, only required parameters are tested.
      const general = negative.required && GENERAL.includes(negative.fault);
      return claim === undefined && !general ? [] : [negativeCheck(run, subject, id, negative, claim)];
    });
    return [...single, severalCheck(run, suite, subject, id)];
  });
}

/** Several faults in one request: some servers answer differently to a list of errors. */
function severalCheck(run: Run, suite: Suite, subject: Subject, operation: string): Check {
  const name = `${operation}.query`;
  const { properties, required } = run.session.schemas.members(name);
  const claim = suite.claims.find((one) => one.schema === name && one.kinds.includes('missing'));
  const isOneRequired = required.length === 1;
  const wrong = Object.entries(properties).filter(([, one]) => isOneRequired && one['type'] === 'integer');
  return invalidCheck(run, {
    requirement: claim?.requirement ?? 'X-12',
    operation,
    of: `${operation}.every-parameter`,
    title: `${operation}: a request with several mistakes returns 400`,
    label: 'several mistakes at once',
    call: () => ({
      parameters: { query: Object.fromEntries(wrong.map(([key]) => [key, 'many'])) },
      value: subject.goodBody(operation),
    }),
    judge: (trial, exchange) => judgeRefusal(trial, exchange, 'several mistakes', claim),
  });
}

/** Faults that are tested without a specific requirement. */
const GENERAL: readonly Fault[] = ['missing', 'type'];

function negativesOf(run: Run, name: string): Negative[] {
  const members = run.session.schemas.members(name);
  return Object.entries(members.properties).flatMap(([key, property]) => {
    const required = members.required.includes(key);
    const values: readonly Wrong[] = [
      ...(required ? [['missing', undefined] as const, ['missing', undefined, 'beside'] as const] : []),
      ...faultyNumbers(property),
      // Many parsers read an empty optional parameter as absent.
      ...(required && property['type'] === 'integer' ? [['type', '', 'empty'] as const] : []),
    ];
    return values.map(([fault, value, kind = '']) => ({
      name: key,
      fault,
      kind,
      value,
      required,
      inCompany: ['beside', 'begun'].includes(kind) || fault === 'negative',
    }));
  });
}

type Wrong = readonly [fault: Fault, value: unknown, kind?: string];

/** Any text is valid in a query: only numbers can be invalid. */
function faultyNumbers(property: JsonObject): Wrong[] {
  const { type, minimum, maximum } = property;
  if (type !== 'integer' && type !== 'number') return [];
  return [
    ['type', 'many'],
    // Some parsers stop at the end of the number.
    ['type', `${Math.max(Number(minimum ?? 0), 0) + 1}abc`, 'begun'],
    ...(type === 'integer' ? [['fraction', Math.max(Number(minimum ?? 0), 0) + 1.5] as const] : []),
    ...(typeof minimum === 'number' ? [['below', minimum - 1] as const] : []),
    // Zero counts as no number in languages where it is falsy.
    ...(typeof minimum === 'number' && minimum > 1 ? [['below', 0, 'zero'] as const] : []),
    ...(typeof minimum === 'number' && minimum >= 0 ? [['negative', -minimum - 2] as const] : []),
    ...(typeof maximum === 'number' ? [['above', maximum + 1] as const] : []),
  ];
}

function negativeCheck(
  run: Run,
  subject: Subject,
  operation: string,
  { name, fault, kind, value, inCompany }: Negative,
  claim: Claim | undefined,
): Check {
  const told = toldOf(fault, kind, value);
  const parameter = operationOf(run.contract, operation).parameters.find((one) => one.name === name);
  const isOurChoice = parameter?.chosen?.includes(KEYWORDS[fault] ?? '') === true;
  return invalidCheck(run, {
    requirement: claim?.requirement ?? 'X-12',
    operation,
    of: [operation, name, fault, ...(kind === '' ? [] : [kind])].join('.'),
    title: `${operation}: a request whose ${name} ${told} returns 400`,
    label: `${name} ${told}`,
    call() {
      const others = inCompany ? subject.company?.(operation, name) : undefined;
      const parameters = subject.goodParameters?.(operation) ?? {};
      return {
        parameters: { ...parameters, query: { ...parameters.query, ...others?.query, [name]: value } },
        value: subject.goodBody(operation) ?? others?.value,
      };
    },
    judge: (trial, exchange) => judgeRefusal(trial, exchange, name, claim, isOurChoice),
  });
}

/** The keyword of the schema that a value with a fault violates. */
export const KEYWORDS: Readonly<Partial<Record<Fault, string>>> = {
  below: 'minimum',
  negative: 'minimum',
  above: 'maximum',
  fraction: 'type',
  type: 'type',
};

/**
 * Exactly 400. Statuses that published contracts allow are noted, and so is every answer but a server error to a value
 * that only this toolkit's choice makes invalid.
 */
function judgeRefusal(
  trial: Trial,
  exchange: Exchange,
  symptom: string,
  claim: Claim | undefined,
  isOurChoice = false,
): void {
  const actual = describeAnswer(exchange);
  if (claim?.alsoStatuses?.includes(statusOf(exchange)) === true)
    trial.note({ symptom: `rejected with ${statusOf(exchange)}`, expected: '400', actual }, exchange);
  else if (isOurChoice && statusOf(exchange) > 0 && statusOf(exchange) < 500 && statusOf(exchange) !== 400)
    trial.note(
      {
        symptom: succeeded(exchange) ? `accepted: ${symptom}` : refusalText(exchange),
        expected: '400',
        actual,
      },
      exchange,
    );
  else expectRefusal(trial, exchange, symptom);
}

function toldOf(fault: Fault, kind: string, value: unknown): string {
  if (kind === '') return FAULTS[fault];
  if (value === undefined) return `${FAULTS[fault]}, with all other parameters`;
  return `is ${value === '' ? kind : String(value)}`;
}
