import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { isChosenIn } from '../../src/cases/platform/knowledge.ts';
import { findSuite } from '../../src/contracts.ts';
import { at, isObject, type JsonObject, listOf } from '../../src/suite/json.ts';
import { createOwnership } from '../../src/suite/ownership.ts';
import { freeze, loadRequirements } from '../../src/suite/requirement.ts';
import type { Claim, Fault } from '../../src/suite/run.ts';
import { type Schemas, schemasOf } from '../../src/suite/schemas.ts';
import { exchangeOf } from '../exchanges.ts';
import { GENERAL, type General, PLATFORM } from './general.ts';
import type { Tamper } from './tampering.ts';

/** A mutant that an operator derives. */
export interface Derived {
  readonly caughtBy: string;
  readonly defect: string;
  /** Creates the fault: each start gets a separate state. */
  tamper(): Tamper;
}

/** A fault that the operator applies at every place of a contract where it fits. */
export type Operator = (subject: Subject) => Derived[];

/** The tables of a contract, as operators read them. */
export interface Subject {
  readonly contract: string;
  readonly operations: readonly OperationEntry[];
  readonly schemas: Schemas;
  /** The requirements on answers, requests and tasks of every operation. */
  readonly general: General;
  /** Whether the register of the contract has the requirement, and a violation fails or warns. */
  canFail(requirement: string): boolean;
  /** The requirement that owns a schema violation in a response. */
  ownerOf(operation: string, status: string, pointer: string, keyword: string): string | undefined;
  /** Whether this project chose that a response of the platform has this member, which binds no implementation. */
  maySkip(operation: string, status: string, place: Place): boolean;
  /** The requirement that owns the token of an operation. */
  tokenOwnerOf(operation: string): string | undefined;
  claimOf(operation: OperationEntry, schema: string, member: string, fault: Fault): Claim | undefined;
  /** Whether the operation may answer an unusable descriptor with findings or a system error instead of a 400. */
  mayAnswerFindings(operation: string): boolean;
  /** The first example of a request body. */
  exampleOf(operation: string): unknown;
  /** The members of a response that every valid one has, or that an example shows. */
  answerPlaces(operation: OperationEntry, status: string): readonly Place[];
}

/** A member in a body. */
export interface Place {
  /** JSON pointer; `*` stands for the first item of a list. */
  readonly pointer: string;
  readonly keys: readonly string[];
  readonly schema: JsonObject;
  readonly required: boolean;
  /** Its value in an example; undefined if no example has it. */
  readonly example: unknown;
}

/** Reads the tables of a contract. */
export async function readSubject(name: string): Promise<Subject> {
  const { contract, requirements, frozen, claims, findingsMayAnswer } = await findSuite(name);
  const register = freeze(loadRequirements(requirements), frozen);
  const owners = createOwnership(register);
  const schemas = schemasOf(contract.schemas);
  const known = new Set(
    register
      .filter(
        ({ level, chosen, notTestedReason }) =>
          level !== 'MAY' && chosen === undefined && notTestedReason === undefined,
      )
      .map(({ id }) => id),
  );
  const answered = (operation: string, status: string, value?: unknown) => ({
    ...exchangeOf({ operation, label: '', intent: 'valid' }, 0, null, { at: 0, took: 0, lag: 0 }),
    received: { status: Number(status), headers: {}, text: '', mediaType: '', json: { value } },
  });
  return {
    contract: name,
    operations: Object.values(contract.table.operations),
    schemas,
    general: name === 'platform' ? PLATFORM : GENERAL,
    canFail: (requirement) => known.has(requirement),
    ownerOf: (operation, status, pointer, keyword) =>
      owners.ofAnswer(answered(operation, status), {
        pointer: pointer.replaceAll('*', '0'),
        keyword,
        expected: '',
        actual: '',
      }),
    maySkip(operation, status, { pointer, keys }) {
      const example = valuesOf(at(contract.fixtures, operation, 'responses', status))[0];
      const value = changedAt(example, keys, () => undefined);
      const exchange = answered(operation, status, value);
      const departure = {
        pointer: pointer.replaceAll('*', '0'),
        keyword: 'required',
        expected: '',
        actual: '',
      };
      return name === 'platform' && isChosenIn({ contract, session: { schemas } }, exchange, departure);
    },
    tokenOwnerOf: (operation) => owners.ofToken(answered(operation, '202')),
    claimOf: ({ id }, schema, member, fault) =>
      claims.find(
        (one) =>
          one.schema === schema &&
          one.member === member &&
          one.kinds.includes(fault) &&
          one.operations?.includes(id) !== false,
      ),
    mayAnswerFindings: (operation) => findingsMayAnswer.includes(operation),
    exampleOf: (operation) => valuesOf(at(contract.fixtures, operation, 'request'))[0],
    answerPlaces({ id, responses }, status) {
      const schema = responses[status]?.schema;
      const examples = valuesOf(at(contract.fixtures, id, 'responses', status));
      return schema === undefined ? [] : placesIn(schemas, schemas.named(schema), examples, []);
    },
  };
}

/** The members of a schema that are required all the way down, or that an example has. */
function placesIn(
  schemas: Schemas,
  schema: JsonObject,
  examples: readonly unknown[],
  keys: readonly string[],
  within: readonly JsonObject[] = [],
): Place[] {
  // A schema inside itself has no further members.
  if (keys.length > DEEPEST || within.includes(schema)) return [];
  if (schema['type'] === 'array') {
    const items = examples.map((example) => listOf(example)[0]);
    return placesIn(schemas, schemas.resolve(schema['items']), items, [...keys, '*'], within);
  }
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const needed = listOf(schema['required']);
  return Object.entries(properties).flatMap(([key, reference]) => {
    const required = needed.includes(key);
    const inner = examples.map((example) => at(example, key)).filter((value) => value !== undefined);
    if (!required && inner.length === 0) return [];
    const here = schemas.resolve(reference);
    const place = [...keys, key];
    return [
      {
        pointer: place.map((one) => `/${one}`).join(''),
        keys: place,
        schema: here,
        required,
        example: inner[0],
      },
      ...placesIn(schemas, here, inner, place, [...within, schema]),
    ];
  });
}

/** Members further inside are the payload of a user, not of the contract. */
const DEEPEST = 4;

/**
 * A copy of a value in which `change` has replaced what is at a path; the value itself if the path does not exist.
 * @param absent stands for the last member where it is absent
 */
export function changedAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (old: unknown) => unknown,
  absent?: unknown,
): unknown {
  if (key === undefined) return change(value);
  if (key === '*') {
    const [first, ...others] = listOf(value);
    return first === undefined ? value : [changedAt(first, rest, change, absent), ...others];
  }
  const isLast = rest.length === 0;
  if (!isObject(value) || !(key in value || (isLast && absent !== undefined))) return value;
  const inner = changedAt(value[key] ?? (isLast ? absent : undefined), rest, change, absent);
  const { [key]: _, ...others } = value;
  return inner === undefined ? others : { ...value, [key]: inner };
}

function valuesOf(examples: unknown): unknown[] {
  return Object.values(isObject(examples) ? examples : {}).map((example) => at(example, 'value'));
}
