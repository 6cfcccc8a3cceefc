import type { ProvisioningRequest } from '@tessera/contracts/types/tech-adapter';
import { isRecord } from '../../harness/json-schema.ts';
import { Problem } from '../../harness/problem.ts';
import { type Component, readComponent } from './component.ts';
import { componentsIn } from './data-product.ts';
import { checkComponent, checkSystem, type DescriptorRules, type TypedRules } from './descriptor-checks.ts';
import { readJsonMapping, readYamlMapping } from './descriptor-text.ts';
import type { Reading } from './findings.ts';
import { findingOf, readSpecific, type SpecificIssue, type SpecificRule } from './specific.ts';
import { sameUrn } from './urn.ts';

/** The content of a descriptor for provisioning; `S` is the type of the specific sections. */
export interface Target<S = Readonly<Record<string, unknown>>> {
  readonly systemId: string;
  readonly environment: string;
  /** Identity that owns the system, for example `user:jane.doe_example.com`. */
  readonly owner?: string;
  readonly components: readonly Component<S>[];
  /** All members of the system's descriptor, unchanged. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Maximum number of findings in one response. */
const MOST_FINDINGS = 20;

type DescriptorRequest = Pick<
  ProvisioningRequest,
  'descriptorKind' | 'descriptor' | 'componentIdToProvision'
>;

/**
 * Reads and checks a descriptor. Problems of a descriptor are findings. With a schema for the specific sections, these
 * have the type of the schema.
 * @throws Error when the schema validates asynchronously
 */
export function readDescriptor<S>(request: DescriptorRequest, rules: TypedRules<S>): Reading<Target<S>>;
export function readDescriptor(request: DescriptorRequest, rules?: DescriptorRules): Reading<Target>;
export function readDescriptor(
  request: DescriptorRequest,
  rules: DescriptorRules | TypedRules<unknown> = {},
): Reading<Target<unknown>> {
  const { serves, kinds } = rules;
  try {
    const { system, components } = selectComponents(request);
    const { target, issues } = toTarget(system, components, 'specific' in rules ? rules.specific : undefined);
    const findings = [
      ...checkSystem(system),
      ...components.flatMap((component) =>
        checkComponent(component, system, isComponentKind(request), kinds),
      ),
    ].map((finding) => new Problem('DESCRIPTOR_INVALID', { finding }, { inputErrorField: 'descriptor' }));
    const specific = issues.map((issue) => {
      const { component: input, field: inputErrorField } = issue;
      return new Problem('DESCRIPTOR_INVALID', { finding: findingOf(issue) }, { input, inputErrorField });
    });
    const authority = components.flatMap((one) => checkAuthority(one, serves));
    const found: Problem[] = [...findings, ...specific, ...authority];
    const [first, ...rest] = found.slice(0, MOST_FINDINGS);
    if (first !== undefined) return { findings: [first, ...rest] };
    return { found: target };
  } catch (thrown) {
    if (thrown instanceof Problem) return { findings: [thrown] };
    throw thrown;
  }
}

/**
 * Reads the descriptor in an access request, which is JSON text, with the members that access needs.
 * @throws Problem DESCRIPTOR_NOT_YAML, DESCRIPTOR_NOT_A_MAPPING, COMPONENT_ID_MISSING, COMPONENT_NOT_FOUND, and
 * REQUEST_INVALID when the schema rejects the specific section
 */
export function readProvisionedComponent<S>(text: string, rules: Pick<TypedRules<S>, 'specific'>): Target<S>;
export function readProvisionedComponent(text: string): Target;
export function readProvisionedComponent(
  text: string,
  { specific }: Partial<Pick<TypedRules<unknown>, 'specific'>> = {},
): Target<unknown> {
  const field = 'provisionInfo.request';
  const document = readJsonMapping(text, field);
  const system = systemOf(document, field);
  const component = requireComponent(system, document['componentIdToProvision'], field);
  const { target, issues } = toTarget(system, [component], specific);
  const [first, ...also] = issues.map(
    (issue) =>
      new Problem(
        'REQUEST_INVALID',
        { field, problem: `is not valid: ${findingOf(issue)}` },
        { inputErrorField: field },
      ),
  );
  if (first !== undefined) throw first.with({ also });
  return target;
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

function toTarget(
  system: Selection['system'],
  components: Selection['components'],
  rule: SpecificRule<unknown> | undefined,
): { target: Target<unknown>; issues: readonly SpecificIssue[] } {
  const owner = system['dataProductOwner'] ?? system['projectOwner'];
  const all = componentsIn(system);
  const read = components.map((component) => readSpecific(readComponent(component, all), rule));
  const target = {
    systemId: textOf(system['id']),
    environment: textOf(system['environment']),
    ...(typeof owner === 'string' && owner !== '' ? { owner } : {}),
    components: read.map(({ component }) => component),
    fields: system,
  };
  return { target, issues: read.flatMap(({ issues }) => issues) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
