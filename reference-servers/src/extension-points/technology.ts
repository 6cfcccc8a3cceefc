import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../harness/json-schema.ts';
import type { Component } from '../kit/descriptors/component.ts';
import { urnKey } from '../kit/descriptors/urn.ts';
import type { Store } from '../runtime/store.ts';
import { createCollection } from './memory-store.ts';

/** A resource that was created for a component. */
export interface Resource {
  readonly componentId: string;
  readonly environment: string;
  readonly kind: string;
  readonly name: string;
  /** Its location, for example `LOGISTICS.SHIPMENT_TRACKING_1.SHIPMENTS_VIEW`. */
  readonly location: string;
  readonly specific: Readonly<Record<string, unknown>>;
  readonly columns: readonly unknown[];
}

/** The changes of an operation. */
export type Change = 'created' | 'changed' | 'unchanged';

/** An in-memory technology that behaves like a real one toward an adapter. */
export interface Technology {
  find(environment: string, componentId: string): Resource | undefined;
  findAt(environment: string, location: string): Resource | undefined;
  /** Creates or updates the resource of a component by the descriptor. */
  apply(environment: string, component: Component): { readonly change: Change; readonly foundData: boolean };
  /** Removes the resource; its data stays by default. Returns false when there was none. */
  remove(environment: string, componentId: string, removeData: boolean): boolean;
  /** Replaces the identities with access; returns the difference. */
  setAccess(environment: string, componentId: string, refs: readonly string[]): AccessChange;
  accessOf(environment: string, componentId: string): readonly string[];
  /** Takes a snapshot of parts of a component's state, and returns a function that restores them. */
  remember(environment: string, componentId: string, ...parts: readonly Part[]): () => void;
}

/** The state of a component. */
type Part = 'resource' | 'access' | 'data';

/** Identities that an access change added or removed. */
export interface AccessChange {
  readonly granted: readonly string[];
  readonly revoked: readonly string[];
}

/** Names of location levels in descriptors, outermost first. */
const LOCATION_PARTS: readonly (readonly string[])[] = [
  ['database', 'databaseName', 'catalogName', 'project', 'workspace'],
  ['schema', 'schemaName', 'dataset', 'rootFolder'],
  ['viewName', 'tableName', 'folder', 'path', 'dagName', 'jobName', 'pipelineName'],
];

/** Location in a component's `specific` part; `undefined` without one. */
export function locationIn(specific: Readonly<Record<string, unknown>>): string | undefined {
  const topic = specific['topic'];
  if (isRecord(topic) && typeof topic['name'] === 'string') return topic['name'];
  const parts = LOCATION_PARTS.flatMap((names) => {
    const name = names.find((one) => typeof specific[one] === 'string');
    return name === undefined ? [] : [String(specific[name])];
  });
  return parts.length === 0 ? undefined : parts.join('.');
}

/** Location of the existing or future resource of a component. */
export function locationOf(component: Pick<Component, 'specific' | 'id'>): string {
  return locationIn(component.specific) ?? component.id.split(':').at(-1) ?? component.id;
}

/** Makes an empty technology; its oldest resources are removed when all of them take more than `keepBytes`. */
export function createTechnology(keepBytes?: number): Technology {
  const resources = createCollection<Resource>(keepBytes);
  const access = createCollection<readonly string[]>();
  const data = createCollection<true>();

  return {
    find: (environment, componentId) => resources.get(keyOf(environment, componentId)),
    findAt: (environment, location) =>
      resources.values().find((one) => one.environment === environment && one.location === location),
    apply(environment, component) {
      const key = keyOf(environment, component.id);
      const { id: componentId, kind, name, specific, columns } = component;
      const wanted: Resource = {
        componentId,
        environment,
        kind,
        name,
        location: locationOf(component),
        specific,
        columns,
      };
      const before = resources.get(key);
      const foundData = before === undefined && data.get(key) === true;
      resources.put(key, wanted);
      data.put(key, true);
      if (before === undefined) return { change: 'created', foundData };
      return { change: isDeepStrictEqual(before, wanted) ? 'unchanged' : 'changed', foundData };
    },
    remove(environment, componentId, removeData) {
      const key = keyOf(environment, componentId);
      if (removeData) data.delete(key);
      access.delete(key);
      return resources.delete(key);
    },
    setAccess(environment, componentId, refs) {
      const key = keyOf(environment, componentId);
      const before = access.get(key) ?? [];
      const wanted = [...new Set(refs)];
      access.put(key, wanted);
      return {
        granted: wanted.filter((ref) => !before.includes(ref)),
        revoked: before.filter((ref) => !wanted.includes(ref)),
      };
    },
    accessOf: (environment, componentId) => access.get(keyOf(environment, componentId)) ?? [],
    remember(environment, componentId, ...parts) {
      const key = keyOf(environment, componentId);
      const restores = {
        resource: restoreOf(resources, key),
        access: restoreOf(access, key),
        data: restoreOf(data, key),
      };
      return () => {
        for (const part of parts) restores[part]();
      };
    },
  };
}

function restoreOf<T>(store: Store<T>, key: string): () => void {
  const before = store.get(key);
  return () => {
    if (before === undefined) store.delete(key);
    else store.put(key, before);
  };
}

function keyOf(environment: string, componentId: string): string {
  return `${environment}\n${urnKey(componentId)}`;
}
