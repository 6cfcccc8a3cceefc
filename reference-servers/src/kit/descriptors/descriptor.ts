import type { ProvisioningRequest } from '@tessera/contracts/types/tech-adapter';
import { isRecord } from '../../harness/json-schema.ts';
import { Problem } from '../../harness/problem.ts';
import { type Component, readComponent } from './component.ts';
import { componentsIn } from './data-product.ts';
import { checkComponent, checkSystem, type DescriptorRules } from './descriptor-checks.ts';
import { readJsonMapping, readYamlMapping } from './descriptor-text.ts';
import type { Reading } from './findings.ts';
import { sameUrn } from './urn.ts';

/** The content of a descriptor for provisioning. */
export interface Target {
  readonly systemId: string;
  readonly environment: string;
  /** Identity that owns the system, for example `user:jane.doe_example.com`. */
  readonly owner?: string;
  readonly components: readonly Component[];
  /** All members of the system's descriptor, unchanged. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Maximum number of findings in one response. */
const MOST_FINDINGS = 20;

type DescriptorRequest = Pick<
  ProvisioningRequest,
  'descriptorKind' | 'descriptor' | 'componentIdToProvision'
>;

/** Reads and checks a descriptor. Never throws: problems of a descriptor are findings. */
export function readDescriptor(
  request: DescriptorRequest,
  { serves, kinds }: DescriptorRules = {},
): Reading<Target> {
  try {
    const { system, components } = selectComponents(request);
    const findings = [
      ...checkSystem(system),
      ...components.flatMap((component) =>
        checkComponent(component, system, isComponentKind(request), kinds),
      ),
    ].map((finding) => new Problem('DESCRIPTOR_INVALID', { finding }, { inputErrorField: 'descriptor' }));
    const found: Problem[] = [...findings, ...components.flatMap((one) => checkAuthority(one, serves))];
    const [first, ...rest] = found.slice(0, MOST_FINDINGS);
    if (first !== undefined) return { findings: [first, ...rest] };
    return { found: toTarget(system, components) };
  } catch (thrown) {
    if (thrown instanceof Problem) return { findings: [thrown] };
    throw thrown;
  }
}

/**
 * Reads the descriptor in an access request, which is JSON text, with the members that access needs.
 * @throws Problem DESCRIPTOR_NOT_YAML, DESCRIPTOR_NOT_A_MAPPING, COMPONENT_ID_MISSING, COMPONENT_NOT_FOUND
 */
export function readProvisionedComponent(text: string): Target {
  const field = 'provisionInfo.request';
  const document = readJsonMapping(text, field);
  const system = systemOf(document, field);
  return toTarget(system, [requireComponent(system, document['componentIdToProvision'], field)]);
}

interface Selection {
  readonly system: Readonly<Record<string, unknown>>;
  readonly components: readonly Readonly<Record<string, unknown>>[];
}

function isComponentKind(request: DescriptorRequest): boolean {
  return request.descriptorKind === 'COMPONENT_DESCRIPTOR';
}

function selectComponents(request: DescriptorRequest): Selection {
  const field = 'descriptor';
  if (request.descriptorKind === 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS') {
    const finding = `descriptorKind ${request.descriptorKind} is reserved and not sent to tech adapters`;
    throw new Problem('DESCRIPTOR_INVALID', { finding }, { inputErrorField: 'descriptorKind' });
  }
  const document = readYamlMapping(request.descriptor, field);
  const wanted = document['componentIdToProvision'] ?? request.componentIdToProvision;
  if (isComponentKind(request)) {
    const system = systemOf(document, field);
    return { system, components: [requireComponent(system, wanted, field)] };
  }
  const system = isRecord(document['dataProduct']) ? document['dataProduct'] : document;
  if (wanted !== undefined) return { system, components: [requireComponent(system, wanted, field)] };
  return { system, components: componentsIn(system) };
}

function systemOf(document: Readonly<Record<string, unknown>>, field: string): Record<string, unknown> {
  const system = document['dataProduct'];
  if (isRecord(system)) return system;
  const actual = 'a mapping without one under dataProduct';
  throw new Problem('DESCRIPTOR_NOT_A_MAPPING', { actual }, { inputErrorField: field });
}

function requireComponent(
  system: Readonly<Record<string, unknown>>,
  wanted: unknown,
  field: string,
): Record<string, unknown> {
  if (wanted === undefined || wanted === null || wanted === '') {
    throw new Problem('COMPONENT_ID_MISSING', {}, { inputErrorField: field });
  }
  const componentId = String(wanted);
  const found = componentsIn(system).find(
    (one) => typeof one['id'] === 'string' && sameUrn(one['id'], componentId),
  );
  if (found === undefined)
    throw new Problem('COMPONENT_NOT_FOUND', { componentId }, { inputErrorField: field });
  return found;
}

function checkAuthority(component: Readonly<Record<string, unknown>>, serves?: readonly string[]): Problem[] {
  const template = component['infrastructureTemplateId'];
  if (serves === undefined || typeof template !== 'string' || serves.includes(template)) return [];
  const values = { infrastructureTemplateId: template };
  return [new Problem('NOT_AUTHORIZED_TO_DEPLOY', values, { inputErrorField: 'descriptor' })];
}

function toTarget(system: Selection['system'], components: Selection['components']): Target {
  const owner = system['dataProductOwner'] ?? system['projectOwner'];
  const all = componentsIn(system);
  return {
    systemId: textOf(system['id']),
    environment: textOf(system['environment']),
    ...(typeof owner === 'string' && owner !== '' ? { owner } : {}),
    components: components.map((component) => readComponent(component, all)),
    fields: system,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
