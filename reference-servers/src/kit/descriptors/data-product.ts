import { isRecord } from '../../harness/json-schema.ts';
import type { Problem } from '../../harness/problem.ts';
import { checkComponent, checkSystem, type DescriptorRules } from './descriptor-checks.ts';
import { readYamlMapping } from './descriptor-text.ts';
import { contentUnless, invalid, type Reading, readingOf } from './findings.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A complete data product, with the members that services need. */
export interface DataProduct {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
  /** Its components and their subcomponents. */
  readonly components: readonly ProductComponent[];
  /** All members of its descriptor, unchanged; with results, including `info`. */
  readonly fields: Fields;
}

/** A component of a data product. */
export interface ProductComponent {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly specific: Fields;
  /** All its members in the descriptor, unchanged; with results, including `info`. */
  readonly fields: Fields;
}

/** Maximum number of findings in one response. */
const MOST_FINDINGS = 20;

/** Reads and checks the descriptor of a complete data product. Its problems are findings. */
export function readDataProduct(
  descriptor: string,
  { kinds }: Pick<DescriptorRules, 'kinds'> = {},
): Reading<DataProduct> {
  return readingOf(() => {
    const read = readSystem(descriptor, 'descriptor');
    const findings = [
      ...checkSystem(read),
      ...componentsIn(read).flatMap((component) => checkComponent(component, read, false, kinds)),
    ];
    return contentUnless(findings.slice(0, MOST_FINDINGS).map(invalid), () => toDataProduct(read));
  });
}

/**
 * Reads the descriptor of a data product to remove, with the members that a removal needs. What was valid when it was
 * published need not be valid now, so nothing else is checked.
 */
export function readDataProductRemoval(descriptor: string): Reading<DataProduct> {
  return readingOf(() => {
    const read = readSystem(descriptor, 'descriptor');
    return contentUnless(findMissing(read, ['id', 'environment']), () => toDataProduct(read));
  });
}

/** The problems of a system that lacks a member. */
export function findMissing(system: Fields, needed: readonly string[]): Problem[] {
  return needed
    .filter((field) => textIn(system, field) === '')
    .map((field) => invalid(`the data product has no ${field}`));
}

/**
 * Finds the mapping that describes a system, at the root of the text or under `dataProduct`.
 * @throws Problem DESCRIPTOR_NOT_YAML, DESCRIPTOR_NOT_A_MAPPING
 */
export function readSystem(text: string, field: string): Fields {
  const document = readYamlMapping(text, field);
  return isRecord(document['dataProduct']) ? document['dataProduct'] : document;
}

/** Components and their subcomponents, to any depth: each before those inside it. */
export function componentsIn(parent: Fields): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  const waiting = ownComponents(parent);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    for (const inside of ownComponents(next)) waiting.push(inside);
  }
  return found;
}

/** The last one first. */
function ownComponents({ components }: Fields): Record<string, unknown>[] {
  return Array.isArray(components) ? components.filter(isRecord).reverse() : [];
}

/** A member of a descriptor when it is text, otherwise `undefined`. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

function toDataProduct(system: Fields): DataProduct {
  return {
    id: textIn(system, 'id'),
    name: textIn(system, 'name'),
    environment: textIn(system, 'environment'),
    components: componentsIn(system).map((component) => ({
      id: textIn(component, 'id'),
      kind: textIn(component, 'kind'),
      name: textIn(component, 'name'),
      specific: isRecord(component['specific']) ? component['specific'] : {},
      fields: component,
    })),
    fields: system,
  };
}
