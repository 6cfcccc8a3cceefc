import type { LongRunningEntry, OperationEntry, SchemaDocument } from '@tessera/contracts/vocabulary';
import { ContractBreach } from '../harness/bind.ts';
import { escapeName, namesOf, valueAt } from '../harness/json-pointer.ts';
import { definition, isRecord, propertiesOf, resolve, typesOf } from '../harness/json-schema.ts';
import { validatorsOf } from '../harness/validators.ts';
import type { TaskOutput } from '../runtime/task-store.ts';

/** The format of a task's status on the wire. */
export interface StatusBody {
  /** The initial output of a task. */
  readonly blank: () => TaskOutput;
  /** True when the status has such a member. */
  readonly has: (member: string) => boolean;
  /** @throws ContractBreach when the contract forbids it */
  readonly check: (state: string, output: TaskOutput) => void;
  readonly write: (state: string, output: TaskOutput) => unknown;
}

/** Members of a status that start empty if the contract has them. */
const BEGUN: readonly string[] = ['result', 'logs'];

/** Derives the format of the status that `poll` returns from the generated schema. */
export function statusBodyOf(
  schemas: SchemaDocument,
  poll: OperationEntry,
  { state: statePointer }: LongRunningEntry,
): StatusBody {
  const name = Object.entries(poll.responses).find(([status]) => Number(status) < 400)?.[1].schema;
  if (name === undefined) throw new Error(`${poll.id} does not answer with a state`);
  const schema = definition(schemas, name);
  const members = propertiesOf(schemas, schema);
  const required: unknown = resolve(schemas, schema)['required'];
  const wanted = [...members.keys()].filter(
    (member) =>
      statePointer !== `/${member}` &&
      (BEGUN.includes(member) || (Array.isArray(required) && required.includes(member))),
  );
  const { checkResponse } = validatorsOf(schemas);
  const write = (state: string, output: TaskOutput) => placeAt(statePointer, state, output);
  return {
    blank: () =>
      Object.fromEntries(wanted.map((member) => [member, emptyOf(typesOf(schemas, members.get(member)))])),
    has: (member) => members.has(member),
    write,
    check(state, output) {
      const body = write(state, output);
      const [failure] = checkResponse(name, body);
      if (failure === undefined) return;
      const { field, problem, pointer, rule } = failure;
      throw new ContractBreach(`the task breaks the contract: ${field || 'its status'} ${problem}`, pointer, {
        expected: rule,
        actual: valueAt(body, pointer),
      });
    },
  };
}

function emptyOf(types: ReadonlySet<string>): unknown {
  if (types.has('string')) return '';
  if (types.has('array')) return [];
  if (types.has('object')) return {};
  return null;
}

/** The value with `placed` at the JSON pointer; the empty pointer replaces the whole. */
export function placeAt(pointer: string, placed: unknown, value: unknown): unknown {
  const [name, ...rest] = namesOf(pointer);
  if (name === undefined) return placed;
  const whole = isRecord(value) ? value : {};
  const inner = placeAt(rest.map((one) => `/${escapeName(one)}`).join(''), placed, whole[name]);
  return { [name]: inner, ...omit(whole, name) };
}

function omit(value: Readonly<Record<string, unknown>>, member: string): Record<string, unknown> {
  const { [member]: _omitted, ...rest } = value;
  return rest;
}
