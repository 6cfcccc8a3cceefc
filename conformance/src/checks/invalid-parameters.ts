import type { Check } from '../suite/check.ts';
import { isObject, type JsonObject, listOf } from '../suite/json.ts';
import type { Claim, Fault, Run, Subject, Suite } from '../suite/run.ts';
import { FAULTS } from './faulty-bodies.ts';
import { expectRefusal } from './invalid-requests.ts';

/** Parameters with one fault. */
interface Negative {
  readonly name: string;
  readonly fault: Fault;
  /** Undefined when the parameter is left out. */
  readonly value: unknown;
  readonly required: boolean;
}

/** Negative requests derived from the schemas of queries; the session proves each of them invalid before it is sent. */
export function invalidParameterChecks(run: Run, suite: Suite, subject: Subject): Check[] {
  const operations = Object.values(run.contract.table.operations).filter(({ parameters }) =>
    parameters.some((one) => one.in === 'query'),
  );
  return operations.flatMap(({ id }) => {
    const schema = `${id}.query`;
    return negativesOf(run, schema).flatMap((negative) => {
      const claim = suite.claims.find(
        (one) => one.schema === schema && one.member === negative.name && one.kinds.includes(negative.fault),
      );
      // Beyond what a requirement names, only required parameters are asked about.
      const general = negative.required && GENERAL.includes(negative.fault);
      return claim === undefined && !general ? [] : [negativeCheck(run, subject, id, negative, claim)];
    });
  });
}

/** Faults that need no requirement of the contract's own. */
const GENERAL: readonly Fault[] = ['missing', 'type'];

function negativesOf(run: Run, name: string): Negative[] {
  const schema = run.session.schemas.named(name);
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([key, reference]) => {
    const property = run.session.schemas.resolve(reference);
    const required = listOf(schema['required']).includes(key);
    const values: (readonly [Fault, unknown])[] = [
      ...(required ? [['missing', undefined] as const] : []),
      ...faultyNumbers(property),
    ];
    return values.map(([fault, value]) => ({ name: key, fault, value, required }));
  });
}

/** Text is whatever stands in a query: only numbers can be written wrongly. */
function faultyNumbers(property: JsonObject): (readonly [Fault, unknown])[] {
  const { type, minimum, maximum } = property;
  if (type !== 'integer' && type !== 'number') return [];
  return [
    ['type', 'many'],
    ...(type === 'integer' ? [['fraction', Math.max(Number(minimum ?? 0), 0) + 1.5] as const] : []),
    ...(typeof minimum === 'number' ? [['below', minimum - 1] as const] : []),
    ...(typeof minimum === 'number' && minimum >= 0 ? [['negative', -minimum - 2] as const] : []),
    ...(typeof maximum === 'number' ? [['above', maximum + 1] as const] : []),
  ];
}

function negativeCheck(
  run: Run,
  subject: Subject,
  operation: string,
  { name, fault, value }: Negative,
  claim: Claim | undefined,
): Check {
  const scope = {
    of: `${operation}.${name}.${fault}`,
    title: `${operation}: a request whose ${name} ${FAULTS[fault]} gives 400`,
    operation,
  };
  return run.check(claim?.requirement ?? 'X-12', scope, async (trial) => {
    const good = subject.goodBody(operation);
    const parameters = subject.goodParameters?.(operation) ?? {};
    const exchange = await run.session.call({
      operation,
      label: `${name} ${FAULTS[fault]}`,
      intent: 'invalid',
      parameters: { ...parameters, query: { ...parameters.query, [name]: value } },
      ...(good === undefined ? {} : { value: good }),
      patient: true,
    });
    expectRefusal(trial, exchange, name);
  });
}
