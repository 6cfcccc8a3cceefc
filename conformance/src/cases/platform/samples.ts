import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { at, isObject } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';

/** The kind of thing that parameters for an environment name. */
export const ENVIRONMENT = 'environment';
const USUAL = 'development';

/** The limit for a list without a specified default: such a list may be very long. */
const PAGE = 10;

/** The content of valid requests besides the names in their paths. */
export type Samples = ReturnType<typeof createSamples>;

interface Given {
  readonly contract: Run['contract'];
  readonly settings: Pick<Run['settings'], 'ids' | 'bodies' | 'descriptor' | 'target'>;
}

/** Every created thing has the name of the run, `own`. */
export function createSamples({ contract, settings }: Given, own: string) {
  const environment = (): string => settings.ids?.[ENVIRONMENT] ?? USUAL;

  const goodBody = (id: string): unknown => {
    if (settings.bodies !== undefined && Object.hasOwn(settings.bodies, id)) return settings.bodies[id];
    return ownExample(id, Object.keys(contract.fixtures[id]?.request ?? {})[0] ?? '');
  };

  /** An example of the contract, as a body of this run. */
  const ownExample = (id: string, name: string): unknown =>
    ownBody(reachable(contract.fixtures[id]?.request[name]?.value), own, settings.descriptor);

  /** A platform may refuse the registration of a service that it cannot reach: it reaches itself. */
  const reachable = (value: unknown): unknown =>
    isObject(value) && 'id' in value && 'url' in value ? { ...value, url: settings.target.origin } : value;

  const goodQuery = ({ parameters, pagination }: OperationEntry): Record<string, unknown> => {
    const asked = parameters.filter((one) => one.in === 'query');
    const required = asked
      .filter((one) => one.required)
      .map(({ name, names }) => [name, names?.includes(ENVIRONMENT) ? environment() : own]);
    const limits = asked
      .filter((one) => `query:${one.name}` === pagination?.limit)
      .filter((one) => one.default === undefined || one.chosen?.includes('default'))
      .map(({ name }) => [name, PAGE]);
    return Object.fromEntries([...required, ...limits]);
  };
  return { environment, goodBody, ownExample, goodQuery, reachable };
}

/**
 * An example as a body of this run: things get unused names, and the configured descriptor replaces that of the
 * example.
 */
function ownBody(example: unknown, own: string, descriptor: string | undefined): unknown {
  if (!isObject(example)) return example;
  const isNamedThing = 'id' in example && !('descriptor' in example) && !('displayName' in example);
  const named = isNamedThing ? { id: `urn:dmb:itm:${own}:${lastSegment(at(example, 'id'))}` } : {};
  const agent = 'need_authentication' in example || 'descriptorConfiguration' in example ? { name: own } : {};
  const text = descriptor !== undefined && 'descriptor' in example ? { descriptor } : {};
  // A policy of the run, whatever its status, must not apply to a deployment of the run or of another team.
  const harmless = 'selectors' in example ? { resourceType: own } : {};
  return { ...example, ...named, ...agent, ...text, ...harmless };
}

function lastSegment(id: unknown): string {
  return String(id).split(':').at(-1) ?? '0';
}
