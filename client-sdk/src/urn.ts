import { builderSchemas } from '@tessera/contracts/schemas/builder';
import { InvalidInputError } from './invalid-input.ts';
import { valueAt } from './json-pointer.ts';

/** The parts of an identifier of the platform. `type` determines which parts exist. */
export type Urn =
  | { readonly type: 'system'; readonly domain: string; readonly system: string; readonly version: string }
  | {
      readonly type: 'component';
      readonly domain: string;
      readonly system: string;
      readonly version: string;
      readonly component: string;
      /** Ids of nested subcomponents; usually empty. */
      readonly inner: readonly string[];
    }
  | { readonly type: 'domain' | 'external'; readonly name: string }
  | {
      readonly type: 'infrastructure-template' | 'use-case-template';
      readonly name: string;
      readonly version: string;
    }
  /** Any other URN; `segments` are the parts after `urn`. */
  | { readonly type: 'other'; readonly segments: readonly string[] };

const NAMESPACE = 'dmb';

/** Third segment of a URN, by the type of the resource. */
const SEGMENTS = {
  system: 'dp',
  component: 'cmp',
  domain: 'dmn',
  external: 'ex',
  'infrastructure-template': 'itm',
  'use-case-template': 'utm',
} as const;

const WELL_FORMED = new RegExp(
  String(valueAt(builderSchemas, '/$defs/TechAdapterRegistration/properties/id/pattern')),
);

/** Parses a URN. Throws `InvalidInputError` for a text that is not a URN, or that has too few or too many parts. */
export function parseUrn(text: string): Urn {
  if (!WELL_FORMED.test(text))
    throw new InvalidInputError(
      'the URN',
      `must match ${WELL_FORMED}, as urn:${NAMESPACE}:dp:domain:system:1 does`,
    );
  const [, ...segments] = text.split(':');
  const [namespace, word, one = '', two = '', three = '', four = '', ...inner] = segments;
  const type = Object.entries(SEGMENTS).find(([, segment]) => segment === word)?.[0];
  const is = (name: keyof typeof SEGMENTS, least: number, most = least) => {
    if (namespace !== NAMESPACE || type !== name) return false;
    const parts = segments.length - 2;
    if (parts >= least && parts <= most) return true;
    const count = least === most ? `${least}` : `at least ${least}`;
    throw new InvalidInputError('the URN', `must have ${count} parts after urn:${NAMESPACE}:${word}`);
  };
  if (is('system', 3)) return { type: 'system', domain: one, system: two, version: three };
  if (is('component', 4, Infinity))
    return { type: 'component', domain: one, system: two, version: three, component: four, inner };
  if (is('domain', 1)) return { type: 'domain', name: one };
  if (is('external', 1)) return { type: 'external', name: one };
  if (is('infrastructure-template', 2)) return { type: 'infrastructure-template', name: one, version: two };
  if (is('use-case-template', 2)) return { type: 'use-case-template', name: one, version: two };
  return { type: 'other', segments };
}

/** Formats a URN. Throws `InvalidInputError` if a part is empty, or contains a colon or whitespace. */
export function buildUrn(urn: Urn): string {
  const segments = urn.type === 'other' ? urn.segments : [NAMESPACE, SEGMENTS[urn.type], ...partsOf(urn)];
  const misfit = segments.find((segment) => !/^[^:\s]+$/.test(segment));
  if (misfit !== undefined) {
    throw new InvalidInputError(
      'the URN',
      `must have parts without blanks and colons, not ${JSON.stringify(misfit)}`,
    );
  }
  const text = `urn:${segments.join(':')}`;
  parseUrn(text);
  return text;
}

/**
 * Returns the URN of the system that a component belongs to. Throws `InvalidInputError` for a URN that does not
 * identify a component.
 */
export function systemOf(component: string): string {
  const urn = parseUrn(component);
  if (urn.type !== 'component') throw new InvalidInputError('the URN', 'must be that of a component');
  const { domain, system, version } = urn;
  return buildUrn({ type: 'system', domain, system, version });
}

function partsOf(urn: Exclude<Urn, { type: 'other' }>): string[] {
  switch (urn.type) {
    case 'system':
      return [urn.domain, urn.system, urn.version];
    case 'component':
      return [urn.domain, urn.system, urn.version, urn.component, ...urn.inner];
    case 'domain':
    case 'external':
      return [urn.name];
    case 'infrastructure-template':
    case 'use-case-template':
      return [urn.name, urn.version];
  }
}
