import { isRecord } from '../../harness/json-schema.ts';
import { sameUrn } from './urn.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A component that an operation works on; `S` is the type of its specific section. */
export interface Component<S = Fields> {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly infrastructureTemplateId: string;
  readonly specific: S;
  /** Columns of its data contract. */
  readonly columns: readonly unknown[];
  /** What it depends on, in the order of the descriptor. */
  readonly dependencies: readonly Dependency[];
  /** What happens to its data contract; absent when it is not watched. */
  readonly watchedContract?: WatchedContract;
  /** Data contracts that it checks; absent unless it is a guardian. */
  readonly guardian?: Guardian;
  /** All its members in the descriptor, unchanged. */
  readonly fields: Fields;
}

/** A component that another one depends on. */
export interface Dependency {
  readonly id: string;
  /** The output of its provisioning for its dependents; absent when it was not provisioned. */
  readonly privateInfo?: Fields;
}

/** How a data contract is watched. */
export interface WatchedContract {
  readonly ingestionMode?: string;
  readonly onBrokenContract?: string;
}

/** A component that checks data contracts of others. */
export interface Guardian {
  /** Ids of the components whose contracts it checks. */
  readonly guards: readonly string[];
  /** Policy to which it reports; the platform creates it and writes it into the descriptor. */
  readonly policyId?: string;
}

/** Reads a component; `all` are the components of its system. Invalid members count as absent. */
export function readComponent(component: Fields, all: readonly Fields[]): Component {
  const contract = member(component, 'dataContract');
  const guardian = guardianOf(component);
  const isWatched = component['__dataContractEnabled'] === true;
  return {
    id: textOf(component['id']),
    kind: textOf(component['kind']),
    name: textOf(component['name']),
    infrastructureTemplateId: textOf(component['infrastructureTemplateId']),
    specific: member(component, 'specific'),
    columns: listOf(contract['schema']),
    dependencies: listOf(component['dependsOn']).map((id) => dependencyOf(textOf(id), all)),
    ...(isWatched ? { watchedContract: watchedContractOf(member(contract, 'settings')) } : {}),
    ...(guardian === undefined ? {} : { guardian }),
    fields: component,
  };
}

function dependencyOf(id: string, all: readonly Fields[]): Dependency {
  const found = all.find((one) => typeof one['id'] === 'string' && sameUrn(one['id'], id));
  const info = found?.['info'];
  return isRecord(info) && isRecord(info['privateInfo']) ? { id, privateInfo: info['privateInfo'] } : { id };
}

/** Some descriptors have `onBrokenDCMode` for `onBrokenContract`. */
function watchedContractOf(settings: Fields): WatchedContract {
  const { ingestionMode, onBrokenContract = settings['onBrokenDCMode'] } = settings;
  return {
    ...(typeof ingestionMode === 'string' ? { ingestionMode } : {}),
    ...(typeof onBrokenContract === 'string' ? { onBrokenContract } : {}),
  };
}

function guardianOf(component: Fields): Guardian | undefined {
  if (!isRecord(component['__dataContractGuardianSpec'])) return undefined;
  const guards = listOf(component['__dataContractGuardianSpec']['guards']).filter(isRecord);
  const mark = member(member(member(component, 'info'), 'privateInfo'), '__dataContractGuardian');
  const { policyId } = mark;
  return {
    guards: guards.map(({ dataContractId }) => textOf(dataContractId)).filter((id) => id !== ''),
    ...(typeof policyId === 'string' ? { policyId } : {}),
  };
}

function member(parent: Fields, name: string): Fields {
  const found = parent[name];
  return isRecord(found) ? found : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
