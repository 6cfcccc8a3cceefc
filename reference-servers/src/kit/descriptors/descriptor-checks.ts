import { isRecord } from '../../harness/json-schema.ts';
import type { SpecificRule } from './specific.ts';
import { majorOfUrn, majorOfVersion, urnKey } from './urn.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that every descriptor has in practice, and that provisioning needs. */
const SYSTEM_FIELDS = ['id', 'kind', 'name', 'version', 'environment'];
const COMPONENT_FIELDS = ['id', 'name', 'infrastructureTemplateId'];

/** What a service requires of descriptors beyond the general checks. */
export interface DescriptorRules {
  /** Infrastructure templates that it may deploy. Default: all. */
  readonly serves?: readonly string[];
  /** Kinds of component that it knows, in lower case. Default: the kinds that every platform has. */
  readonly kinds?: readonly string[];
}

/** The same, with what it requires of the specific sections of its components. */
export interface TypedRules<S> extends DescriptorRules {
  readonly specific: SpecificRule<S>;
}

const COMPONENT_KINDS = ['outputport', 'workload', 'storage', 'observability'];

/** The problems of a system, one sentence each. */
export function checkSystem(system: Fields): string[] {
  const findings = SYSTEM_FIELDS.flatMap((field) => checkText(system, field, 'the data product'));
  findings.push(...checkMajor(system['version'], system['id'], 'version'));
  const { components } = system;
  if (!Array.isArray(components)) return [...findings, 'the data product has no list of components'];
  if (!components.every(isRecord)) findings.push('a component of the data product is not a mapping');
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of components.filter(isRecord)) {
    if (!isText(id)) continue;
    (seen.has(urnKey(id)) ? twice : seen).add(urnKey(id));
  }
  return [...findings, ...[...twice].map((key) => `more than one component has the id ${key}`)];
}

/** The problems of a component. The one to provision needs its kind; others may omit it. */
export function checkComponent(
  component: Fields,
  system: Fields,
  needsKind: boolean,
  kinds: readonly string[] = COMPONENT_KINDS,
): string[] {
  const id = isText(component['id']) ? component['id'] : '';
  const what = id === '' ? 'a component' : `component ${id}`;
  const { kind, version } = component;
  const findings = COMPONENT_FIELDS.flatMap((field) => checkText(component, field, what));
  if (needsKind || !isAbsent(kind)) findings.push(...checkText(component, 'kind', what));
  if (isText(kind) && !kinds.includes(kind.toLowerCase())) {
    findings.push(`${what} has the kind ${kind}, which is not one of ${kinds.join(', ')}`);
  }
  if (!isAbsent(version)) findings.push(...checkText(component, 'version', what));
  findings.push(...checkMajor(version, id, `version of ${what}`));
  return [...findings, ...checkBelongs(id, system), ...checkDependencies(component, what)];
}

function checkText(fields: Fields, field: string, what: string): string[] {
  const value = fields[field];
  if (isText(value)) return [];
  return [isAbsent(value) ? `${what} has no ${field}` : `${what} has a ${field} that is not a text`];
}

/** The major version is in the URN as well; both must agree. */
function checkMajor(version: unknown, id: unknown, what: string): string[] {
  if (!isText(version)) return [];
  const actual = majorOfVersion(version);
  if (actual === undefined) return [`${what} ${version} is not of the form 1.2.0`];
  const expected = isText(id) ? majorOfUrn(id) : undefined;
  if (expected === undefined || expected === actual) return [];
  return [`${what} ${version} does not agree with the major version ${expected} in ${String(id)}`];
}

function checkBelongs(id: string, system: Fields): string[] {
  const own = majorOfUrn(id);
  const { id: systemId } = system;
  const major = isText(systemId) ? majorOfUrn(systemId) : undefined;
  if (own === undefined || major === undefined || own === major) return [];
  return [`component ${id} does not belong to the major version ${major} of ${String(systemId)}`];
}

function checkDependencies({ dependsOn }: Fields, what: string): string[] {
  if (isAbsent(dependsOn)) return [];
  const isList = Array.isArray(dependsOn) && dependsOn.every((one) => typeof one === 'string');
  return isList ? [] : [`${what} has a dependsOn that is not a list of component ids`];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Old descriptors contain `null` for unknown values. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
