import { isRecord } from '../harness/json-schema.ts';
import { majorOfUrn, majorOfVersion, urnKey } from './urn.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that every descriptor has in practice, and that provisioning needs. */
const SYSTEM_FIELDS = ['id', 'kind', 'name', 'version', 'environment'];
const COMPONENT_FIELDS = ['id', 'name', 'infrastructureTemplateId'];

/** The kinds of component that this adapter's technology knows. */
const COMPONENT_KINDS = ['outputport', 'workload', 'storage', 'observability'];

/** What speaks against a system, one sentence each. */
export function checkSystem(system: Fields): string[] {
  const findings = SYSTEM_FIELDS.filter((field) => !isText(system[field])).map(
    (field) => `the data product has no ${field}`,
  );
  findings.push(...checkMajor(system['version'], system['id'], 'version'));
  const { components } = system;
  if (!Array.isArray(components)) return [...findings, 'the data product has no list of components'];
  const keys = components.filter(isRecord).map(({ id }) => (isText(id) ? urnKey(id) : ''));
  if (keys.length < components.length) findings.push('a component of the data product is not a mapping');
  const twice = keys.filter((key, index) => key !== '' && keys.indexOf(key) < index);
  findings.push(...new Set(twice.map((key) => `more than one component has the id ${key}`)));
  return findings;
}

/** What speaks against a component. The one to provision needs its kind; others may do without. */
export function checkComponent(component: Fields, system: Fields, needsKind: boolean): string[] {
  const id = isText(component['id']) ? component['id'] : '';
  const what = id === '' ? 'a component' : `component ${id}`;
  const findings = COMPONENT_FIELDS.filter((field) => !isText(component[field])).map(
    (field) => `${what} has no ${field}`,
  );
  const { kind, version } = component;
  if (isText(kind)) {
    if (!COMPONENT_KINDS.includes(kind.toLowerCase())) {
      findings.push(`${what} has the kind ${kind}, which is none of ${COMPONENT_KINDS.join(', ')}`);
    }
  } else if (needsKind || (kind !== undefined && kind !== null)) findings.push(`${what} has no kind`);
  if (version !== undefined && version !== null)
    findings.push(...checkMajor(version, id, `version of ${what}`));
  return [...findings, ...checkBelongs(id, system), ...checkDependencies(component, what)];
}

/** The major version stands in the URN as well; both have to say the same. */
function checkMajor(version: unknown, id: unknown, what: string): string[] {
  if (version === undefined || version === null || version === '') return [];
  const actual = typeof version === 'string' ? majorOfVersion(version) : undefined;
  if (actual === undefined) return [`${what} ${String(version)} is not of the form 1.2.0`];
  const expected = isText(id) ? majorOfUrn(id) : undefined;
  if (expected === undefined || expected === actual) return [];
  return [`${what} ${String(version)} does not agree with the major version ${expected} in ${String(id)}`];
}

function checkBelongs(id: string, system: Fields): string[] {
  const own = majorOfUrn(id);
  const { id: systemId } = system;
  const major = isText(systemId) ? majorOfUrn(systemId) : undefined;
  if (own === undefined || major === undefined || own === major) return [];
  return [`component ${id} does not belong to the major version ${major} of ${String(systemId)}`];
}

function checkDependencies({ dependsOn }: Fields, what: string): string[] {
  if (dependsOn === undefined || dependsOn === null) return [];
  const isList = Array.isArray(dependsOn) && dependsOn.every((one) => typeof one === 'string');
  return isList ? [] : [`${what} has a dependsOn that is not a list of component ids`];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
