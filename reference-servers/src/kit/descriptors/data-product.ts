import { isRecord } from '../../harness/json-schema.ts';
import { Problem } from '../../harness/problem.ts';
import { checkComponent, checkSystem, type DescriptorRules } from './descriptor-checks.ts';
import { readYamlMapping } from './descriptor-text.ts';
import type { Reading } from './findings.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A data product as a whole, as far as services need it that are given all of it. */
export interface DataProduct {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
  /** Its components and their subcomponents. */
  readonly components: readonly ProductComponent[];
  /** All members of its descriptor, as they stand there; with results, `info` among them. */
  readonly fields: Fields;
}

/** A component of a data product. */
export interface ProductComponent {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly specific: Fields;
  /** All its members in the descriptor, as they stand there; with results, `info` among them. */
  readonly fields: Fields;
}

/** Most findings that one answer lists. */
const MOST_FINDINGS = 20;

/** Reads and checks the descriptor of a whole data product. What is wrong with it is a finding. */
export function readDataProduct(
  descriptor: string,
  { kinds }: Pick<DescriptorRules, 'kinds'> = {},
): Reading<DataProduct> {
  const read = readSystem(descriptor);
  if (read instanceof Problem) return { findings: [read] };
  const components = componentsIn(read);
  const [first, ...rest] = [
    ...checkSystem(read),
    ...components.flatMap((component) => checkComponent(component, read, false, kinds)),
  ].map((finding) => new Problem('DESCRIPTOR_INVALID', { finding }, { inputErrorField: 'descriptor' }));
  if (first !== undefined) return { findings: [first, ...rest.slice(0, MOST_FINDINGS - 1)] };
  return { found: toDataProduct(read) };
}

/** Reads the mapping that describes a system, at the root of the text or under `dataProduct`. */
export function readSystem(descriptor: string): Fields | Problem {
  try {
    const document = readYamlMapping(descriptor, 'descriptor');
    return isRecord(document['dataProduct']) ? document['dataProduct'] : document;
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown;
    throw thrown;
  }
}

/** Components and their subcomponents, to any depth. */
export function componentsIn(parent: Fields): Fields[] {
  const { components } = parent;
  if (!Array.isArray(components)) return [];
  return components.filter(isRecord).flatMap((component) => [component, ...componentsIn(component)]);
}

/** A member of a descriptor when it is text, otherwise nothing. */
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
