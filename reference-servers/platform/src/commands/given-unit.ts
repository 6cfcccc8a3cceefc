import { readFile } from 'node:fs/promises';
import { UsageError } from '@tessera/reference-servers/harness';
import { readUnit, type UnitDescriptor } from '../descriptor/read-unit.ts';
import { SAMPLE_DESCRIPTOR } from '../seed.ts';

/** What a command deploys, and where to. */
export interface GivenUnit {
  readonly unit: UnitDescriptor;
  readonly environment: string;
}

/**
 * Reads the descriptor of a file, or the sample data product without one.
 * @throws UsageError when the file cannot be read, is no descriptor, or has no components
 */
export async function givenUnit(flags: {
  readonly descriptor?: string;
  readonly environment?: string;
}): Promise<GivenUnit> {
  const { descriptor } = flags;
  const { unit, problem } = readUnit(
    descriptor === undefined ? SAMPLE_DESCRIPTOR : await readText(descriptor),
  );
  if (unit === undefined) throw new UsageError(`${descriptor}: ${problem}`);
  if (unit.components.length === 0) throw new UsageError(`${descriptor}: it has no components to deploy`);
  return { unit, environment: flags.environment ?? (unit.environment || 'development') };
}

/** The body of a request that deploys all components of a unit, or undeploys them with their data. */
export function provisioningOf(
  { components }: UnitDescriptor,
  descriptor: string,
  targetStatus: 'DEPLOYED' | 'NOT_DEPLOYED',
) {
  return {
    descriptor,
    targetStatus: components.map(({ id }) => ({ componentId: id, targetStatus })),
    removeData: targetStatus === 'NOT_DEPLOYED',
    preventRedeploy: false,
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new UsageError(`${path} cannot be read: name a YAML file with --descriptor`);
  }
}
