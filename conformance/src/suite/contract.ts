import { capabilities } from '@tessera/contracts/capabilities';
import { errors } from '@tessera/contracts/errors';
import { lifecycles } from '@tessera/contracts/lifecycles';
import type {
  ApiTable,
  CapabilityEntry,
  ErrorCatalogEntry,
  Fixtures,
  LifecycleEntry,
  OperationEntry,
  SchemaDocument,
} from '@tessera/contracts/vocabulary';
import { at, listOf } from './json.ts';

/** The schemas of a contract; formats are asserted, or have separate checks. */
export interface Asserted extends SchemaDocument {
  readonly assertsFormats?: true;
}

/** The generated tables of one API, as a run reads them. */
export interface Contract {
  readonly table: ApiTable;
  readonly schemas: Asserted;
  readonly fixtures: Fixtures;
  readonly lifecycles: { readonly [name: string]: LifecycleEntry };
  readonly capabilities: readonly CapabilityEntry[];
  readonly errors: { readonly [code: string]: ErrorCatalogEntry };
  /** Members by schema that are newer than the tested contract version: no request contains them. */
  readonly withheld?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The tables of one API, with the rows about it in the tables that all APIs share. */
export function contractOf(table: ApiTable, schemas: Asserted, fixtures: Fixtures): Contract {
  const own = Object.values(capabilities).filter(({ api }) => api === table.id);
  return { table, schemas, fixtures, lifecycles, capabilities: own, errors };
}

/** The schemas without the members that only this project requires, so that no check fails without them. */
export function withoutChosen(
  schemas: SchemaDocument,
  chosen: Readonly<Record<string, readonly string[]>>,
): SchemaDocument {
  const relaxed = Object.entries(chosen).map(([name, members]) => {
    const schema = schemas.$defs[name];
    if (schema === undefined) throw new Error(`the contract has no schema ${name}`);
    const required = listOf(at(schema, 'required')).filter((member) => !members.includes(String(member)));
    return [name, { ...schema, required }] as const;
  });
  return { ...schemas, $defs: { ...schemas.$defs, ...Object.fromEntries(relaxed) } };
}

/** The operation of an id; an unknown id is a defect of the suite. */
export function operationOf(contract: Contract, id: string): OperationEntry {
  const { operations } = contract.table;
  const operation = Object.hasOwn(operations, id) ? operations[id] : undefined;
  if (operation === undefined) throw new Error(`${contract.table.id} has no operation ${id}`);
  return operation;
}

/** Whether a call may change data or start work. */
export function changesState({ method, safe }: OperationEntry): boolean {
  return method !== 'GET' && safe !== true;
}

/** The lifecycle of the tasks that an operation starts. */
export function lifecycleOf(contract: Contract, operation: OperationEntry): LifecycleEntry {
  const name = operation.longRunning?.lifecycle ?? '';
  const lifecycle = contract.lifecycles[name];
  if (lifecycle === undefined) throw new Error(`${operation.id} has no lifecycle`);
  return lifecycle;
}

/** The status for an unsupported operation, if the contract allows one. */
export function grantedAbsence(operation: OperationEntry): number | undefined {
  const status = Number(operation.capability?.absentStatus);
  return status === 501 ? status : undefined;
}

/**
 * Whether this project chose the status and no source specifies it, so that no check fails for a similar one: some
 * contracts do not specify the status for created or unknown things.
 */
export function isOurChoice({ chosen = {}, path }: OperationEntry, status: number): boolean {
  const isNamed = path.includes('{');
  // A 404 at a path without a name says that the operation does not exist.
  if (typeof chosen === 'string') return status < 500 && (isNamed || status !== 404);
  const about = Object.keys(chosen);
  return about.some((one) => {
    const [, listed] = /^responses\/(\d)\d\d(?:\/status)?$/.exec(one) ?? [];
    if (listed === undefined || status >= 500) return false;
    return listed === String(status)[0] || (status === 404 && isNamed && listed === '2');
  });
}

/** Statuses that a server or proxy returns before the request reaches an operation. */
export function transportStatuses(contract: Contract): number[] {
  const rows = Object.values(contract.errors).filter(({ scope }) => scope === 'transport');
  return [...new Set(rows.map(({ status }) => status))];
}

/** Compares versions such as `2.2.0`: negative when the first is older. A missing part counts as 0. */
export function compareVersions(left: string, right: string): number {
  const numbers = (text: string): number[] => text.split('.').map(Number);
  const [one, other] = [numbers(left), numbers(right)];
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
