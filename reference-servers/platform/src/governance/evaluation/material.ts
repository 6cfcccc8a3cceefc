import type { GovernanceStrategy } from '@tessera/contracts/types/governance';
import { stringify } from 'yaml';
import type { Entity } from '../entities/entity-store.ts';
import { type ReadDocument, type Reader, readNamed } from './read-document.ts';

/** What an engine gets to see. */
export interface Material {
  /** As text, for engines that are asked over HTTP. */
  readonly text: string;
  /** The same as a value. */
  readonly value: unknown;
  /** Descriptors whose places findings name, by the first segment of a path; the empty one is the descriptor alone. */
  readonly sources: Readonly<Record<string, ReadDocument>>;
}

/** The texts that an engine may see. */
interface Descriptors {
  readonly descriptor: string;
  /** The descriptor deployed before; null for the first deployment. */
  readonly previous: string | null;
}

/**
 * Builds the input of an engine: the strategy selects the documents, then the entity's steps transform them. `read`
 * loads the texts and may cache them.
 * @throws Error when a descriptor cannot be read, or a step is unknown
 */
export function prepareMaterial(
  { definition }: Entity,
  descriptors: Descriptors,
  read: Reader = readNamed,
): Material {
  const { strategy, preprocessing = [] } = definition;
  const current = read('the descriptor', descriptors.descriptor);
  const hasSteps = preprocessing.length > 0;
  const prepare = (value: unknown): unknown => preprocessing.reduce(applyStep, value);
  if (!comparesWithPrevious(strategy)) {
    const value = prepare(current.value);
    const text = hasSteps ? stringify(value) : descriptors.descriptor;
    return { text, value, sources: { '': current } };
  }
  const original =
    descriptors.previous === null ? undefined : read('the deployed descriptor', descriptors.previous);
  const value = {
    // A resource that was never deployed has no previous descriptor.
    original: original === undefined ? null : prepare(original.value),
    current: prepare(current.value),
  };
  const sources = original === undefined ? { current } : { original, current };
  return { text: stringify(value), value, sources };
}

/** True when an entity compares with the previous deployment. */
export function comparesWithPrevious(strategy: GovernanceStrategy): boolean {
  return strategy === 'previous_vs_current';
}

/** What the steps of `preprocessing` do, by their first word; a dotted path follows it. */
const STEPS: Readonly<Record<string, (value: unknown, path: readonly string[]) => unknown>> = {
  omit: omitAt,
  pick: pickAt,
};

function applyStep(value: unknown, step: string): unknown {
  const [name = '', path = '', ...more] = step.trim().split(/\s+/);
  const apply = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (apply === undefined || path === '' || more.length > 0) {
    const known = Object.keys(STEPS).map((one) => `'${one} PATH'`);
    throw new Error(`the preprocessing step '${step}' is not known; known are ${known.join(' and ')}`);
  }
  return apply(value, path.split('.'));
}

/** A value without what is at a path; every element of a list is looked into. */
function omitAt(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => omitAt(element, path));
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
    return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      key !== name ? [[key, member]] : rest.length === 0 ? [] : [[key, omitAt(member, rest)]],
    ),
  );
}

/** What is at a path; null where nothing is. */
function pickAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  return pickAt(Object.getOwnPropertyDescriptor(value, name)?.value, rest);
}
