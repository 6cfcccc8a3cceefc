import type { DescriptorKind, ProvisioningRequest } from '@tessera/contracts/types/tech-adapter';
import { isRecord } from '../../harness/json-schema.ts';
import { Problem } from '../../harness/problem.ts';
import { type Component, readComponent } from './component.ts';
import { componentsIn, findMissing, textIn } from './data-product.ts';
import { checkComponent, checkSystem, type DescriptorRules, type TypedRules } from './descriptor-checks.ts';
import { readJsonMapping, readYamlMapping } from './descriptor-text.ts';
import { contentUnless, invalid, type Reading, readingOf } from './findings.ts';
import { findingOf, readSpecific, type SpecificIssue, type SpecificRule } from './specific.ts';
import { sameUrn, urnKey } from './urn.ts';

/** What a request is about; `S` is the type of the specific sections. */
export interface Target<S = Readonly<Record<string, unknown>>> {
  readonly descriptorKind: DescriptorKind;
  readonly systemId: string;
  readonly environment: string;
  /** Identity that owns the system, for example `user:jane.doe_example.com`. */
  readonly owner?: string;
  /** The component to work on; absent in a product request, which is about the system itself. */
  readonly component?: Component<S>;
  /** The same as a list: one component, or none in a product request. */
  readonly components: readonly Component<S>[];
  /** All members of the system's descriptor, unchanged, with all its components. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * Keys for `createOrder`: work on targets that share one must not overlap. A product request shares one with each
   * component of its system.
   */
  readonly keys: readonly string[];
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
  return readingOf(() => {
    const selection = selectComponent(request);
    const { system, component } = selection;
    const { target, issues } = toTarget(selection, 'specific' in rules ? rules.specific : undefined);
    const checked = component === undefined ? componentsIn(system) : [component];
    const findings = [
      ...checkSystem(system),
      ...checked.flatMap((one) => checkComponent(one, system, isComponentKind(request), kinds)),
    ].map(invalid);
    const specific = issues.map((issue) => {
      const { component: input, field: inputErrorField } = issue;
      return new Problem('DESCRIPTOR_INVALID', { finding: findingOf(issue) }, { input, inputErrorField });
    });
    const found: Problem[] = [...findings, ...specific, ...checkAuthority(selection, serves)];
    return contentUnless(found.slice(0, MOST_FINDINGS), () => target);
  });
}

/**
 * Reads a request to remove something, with the members that a removal needs. What was valid when it was provisioned
 * need not be valid now, so nothing else is checked.
 */
export function readRemoval(
  request: DescriptorRequest,
  rules?: Pick<DescriptorRules, 'serves'>,
): Reading<Target>;
export function readRemoval(
  request: DescriptorRequest,
  { serves }: Pick<DescriptorRules, 'serves'> = {},
): Reading<Target<unknown>> {
  return readingOf(() => {
    const selection = selectComponent(request);
    const { system, component } = selection;
    const missing = findMissing(system, component === undefined ? ['id', 'environment'] : ['environment']);
    const problems = [...missing, ...checkAuthority(selection, serves)];
    return contentUnless(problems, () => toTarget(selection, undefined).target);
  });
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
  const { target, issues } = toTarget(
    { descriptorKind: 'COMPONENT_DESCRIPTOR', system, component },
    specific,
  );
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
  readonly descriptorKind: DescriptorKind;
  readonly system: Readonly<Record<string, unknown>>;
  /** Absent in a product request. */
  readonly component?: Readonly<Record<string, unknown>> | undefined;
}

function isComponentKind(request: DescriptorRequest): boolean {
  return request.descriptorKind === 'COMPONENT_DESCRIPTOR';
}

function selectComponent(request: DescriptorRequest): Selection {
  const field = 'descriptor';
  if (request.descriptorKind === 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS') {
    const finding = `descriptorKind ${request.descriptorKind} is reserved and not sent to tech adapters`;
    throw new Problem('DESCRIPTOR_INVALID', { finding }, { inputErrorField: 'descriptorKind' });
  }
  const document = readYamlMapping(request.descriptor, field);
  const wanted = document['componentIdToProvision'] ?? request.componentIdToProvision;
  const { descriptorKind } = request;
  if (isComponentKind(request)) {
    const system = systemOf(document, field);
    return { descriptorKind, system, component: requireComponent(system, wanted, field) };
  }
  const system = isRecord(document['dataProduct']) ? document['dataProduct'] : document;
  const component = isNamed(wanted) ? requireComponent(system, wanted, field) : undefined;
  return { descriptorKind, system, component };
}

function isNamed(wanted: unknown): boolean {
  return wanted !== undefined && wanted !== null && wanted !== '';
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
  if (!isNamed(wanted)) {
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

function checkAuthority({ system, component = system }: Selection, serves?: readonly string[]): Problem[] {
  const template = component['infrastructureTemplateId'];
  if (serves === undefined || typeof template !== 'string' || serves.includes(template)) return [];
  const values = { infrastructureTemplateId: template };
  return [new Problem('NOT_AUTHORIZED_TO_DEPLOY', values, { inputErrorField: 'descriptor' })];
}

function toTarget(
  { descriptorKind, system, component }: Selection,
  rule: SpecificRule<unknown> | undefined,
): { target: Target<unknown>; issues: readonly SpecificIssue[] } {
  const owner = system['dataProductOwner'] ?? system['projectOwner'];
  const all = componentsIn(system);
  const read = component === undefined ? undefined : readSpecific(readComponent(component, all), rule);
  const environment = textIn(system, 'environment');
  const subjects = component === undefined ? [system, ...all] : [component];
  const target = {
    descriptorKind,
    systemId: textIn(system, 'id'),
    environment,
    ...(typeof owner === 'string' && owner !== '' ? { owner } : {}),
    ...(read === undefined ? {} : { component: read.component }),
    components: read === undefined ? [] : [read.component],
    fields: system,
    keys: subjects.map((one) => `${environment} ${urnKey(textIn(one, 'id'))}`),
  };
  return { target, issues: read?.issues ?? [] };
}
