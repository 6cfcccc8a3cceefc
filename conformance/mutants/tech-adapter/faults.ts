import { readYaml } from '../descriptors.ts';
import { type Body, isBody } from '../reply.ts';

export function isReadable({ provisionInfo }: Body): boolean {
  return isBody(provisionInfo) && readYaml(String(provisionInfo['request'])) !== undefined;
}

function componentsIn(system: unknown): Body[] {
  const components = isBody(system) ? system['components'] : undefined;
  return Array.isArray(components) ? components.filter(isBody) : [];
}

/** Whether the descriptor is about a workload. */
export function isJob(text: string): boolean {
  const document = readYaml(text);
  return componentsIn(document?.['dataProduct']).some(
    ({ id, kind }) => id === document?.['componentIdToProvision'] && kind === 'workload',
  );
}

export function listOf(value: unknown): Body[] {
  return Array.isArray(value) ? value.filter(isBody) : [];
}
