import type { Body } from '../reply.ts';
import { type Deployed, deployedBefore, oldPlans, type Plan, type Unit } from './history.ts';

/** The state of a platform. */
export interface Memory {
  /** By kind, then by name. */
  readonly things: Map<string, Map<string, Body>>;
  readonly tasks: Map<string, { startedAt: number; stopped: boolean; readonly by: string }>;
  readonly work: number;
  /** The descriptor of each validation, by its token. */
  readonly validations: Map<string, unknown>;
  readonly units: Map<string, Unit>;
  readonly plans: Plan[];
  /** Policies and metrics, and the kind of each. */
  readonly entities: Map<string, Body>;
  readonly kinds: Map<string, string>;
  readonly reports: Map<string, Body>;
  /** By name and environment. */
  readonly resources: Map<string, Body>;
  readonly statuses: Map<string, Body>;
  /** The latest result of each policy and metric on each resource. */
  readonly results: Map<string, Body>;
  /** Deployment events of units in chronological order. */
  readonly history: Deployed[];
  readonly hooks: Map<string, string>;
  readonly models: Map<string, Body>;
  level: string;
}

export function remember(work: number): Memory {
  const things = new Map<string, Map<string, Body>>();
  for (const kind of ['adapters', 'deployments', 'agents', 'types']) things.set(kind, new Map());
  for (let index = 0; index < 12; index += 1) {
    const id = `urn:dmb:itm:adapter-${String.fromCharCode(97 + index)}:0`;
    kindOf(things, 'adapters').set(id, { id, version: '1.0.0', name: `Adapter ${index}`, labels: [] });
  }
  return {
    things,
    tasks: new Map(),
    work,
    validations: new Map(),
    units: new Map(),
    plans: oldPlans(),
    entities: new Map(),
    kinds: new Map(),
    reports: new Map(),
    resources: new Map(),
    statuses: new Map(),
    results: new Map(),
    history: deployedBefore(),
    hooks: new Map([['hook-1', 'WAITING']]),
    models: new Map(),
    level: 'INFO',
  };
}

export function kindOf(things: Memory['things'], kind: string): Map<string, Body> {
  const known = things.get(kind) ?? new Map<string, Body>();
  things.set(kind, known);
  return known;
}
