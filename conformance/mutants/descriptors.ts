import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { type Body, isBody } from './reply.ts';
import { parseYaml } from './yaml.ts';

/** A descriptor that no adapter of the mutants may deploy. */
export const FORBIDDEN = descriptors['warehouse-tables'].text.replaceAll('warehouse', 'payroll');

/** The errors in the descriptor of a request. */
export function findingsIn(input: Body): string[] {
  if (input['descriptor'] === FORBIDDEN) return ['not authorized to deploy to payroll'];
  const document = readYaml(String(input['descriptor']));
  if (document === undefined) return ['descriptor is not YAML'];
  if (input['descriptorKind'] !== 'COMPONENT_DESCRIPTOR') return [];
  const component = document['componentIdToProvision'];
  const system = document['dataProduct'];
  const components: unknown = isBody(system) ? system['components'] : undefined;
  if (component === undefined) return ['componentIdToProvision is missing'];
  const known =
    Array.isArray(components) && components.some((one: unknown) => isBody(one) && one['id'] === component);
  return known ? [] : [`component ${String(component)} is not part of the descriptor`];
}

/** The component in a request. */
export function componentOf(input: Body): string | undefined {
  const component = readYaml(String(input['descriptor']))?.['componentIdToProvision'];
  return typeof component === 'string' ? component : undefined;
}

/** The mapping in a YAML text; undefined if the text does not hold one. */
export function readYaml(text: string): Body | undefined {
  try {
    const value: unknown = parseYaml(text);
    return isBody(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
