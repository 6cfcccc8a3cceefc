import type { Body } from '../reply.ts';

/** The deployed state of a unit in one environment. */
export interface Unit {
  readonly id: string;
  readonly environment: string;
  descriptor: string;
  readonly states: Map<string, string>;
}

/** A provisioning plan, past or current. */
export interface Plan {
  readonly token: string;
  readonly unit: string;
  readonly environment: string;
  readonly version: string;
  readonly startTime: string;
  readonly action: string;
  readonly descriptor: string;
  /** Operations on components, in order; absent in a past plan. */
  readonly operations?: readonly Body[];
  /** Applies the effects of a finished plan; absent once applied. */
  settle?: () => void;
}

/** Thirteen past plans, one day apart. */
export function oldPlans(): Plan[] {
  return Array.from({ length: 13 }, (_, index) => ({
    token: `task-${index}`,
    unit: 'urn:dmb:dp:x:1',
    environment: 'development',
    version: '1.0.0',
    startTime: `2025-06-${String(10 + index)}T09:00:00.000Z`,
    action: 'VALIDATION',
    descriptor: 'id: urn:dmb:dp:x:1\n',
  }));
}

/** A deployment event of a unit. */
export interface Deployed {
  readonly time: string;
  readonly descriptor: string;
  readonly operation: 'Provision' | 'Unprovision';
}

/** Three past deployments, one day apart. */
export function deployedBefore(): Deployed[] {
  return ['01', '02', '03'].map((day) => {
    const time = `2025-06-${day}T00:00:00.000Z`;
    return { time, descriptor: `id: ${time}\n`, operation: 'Provision' };
  });
}

/** Adds an event with a unique, increasing timestamp, which clients use as the cursor of the next page. */
export function deployed(history: Deployed[], descriptor: string, operation: Deployed['operation']): void {
  const last = Date.parse(history.at(-1)?.time ?? '');
  history.push({ time: new Date(Math.max(Date.now(), last + 1)).toISOString(), descriptor, operation });
}

export function deployedSince(history: readonly Deployed[], query: Body): Body {
  const { lastDeploymentTime: since = '', limit = 20 } = query;
  const shown = history.filter(({ time }) => time > String(since)).slice(0, Number(limit));
  const last = shown.at(-1)?.time;
  const descriptors = shown.map(({ descriptor, operation }) => ({ descriptor, operation }));
  return { descriptors, ...(last === undefined ? {} : { lastDeploymentTime: last }) };
}
