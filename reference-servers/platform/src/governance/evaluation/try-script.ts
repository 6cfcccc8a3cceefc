import type { EvaluationResultContent } from '@tessera/contracts/types/governance';
import type { Engines } from '../engines/engine.ts';
import type { Entity } from '../entities/entity-store.ts';
import { judge } from './judge-work.ts';
import { createReader } from './read-document.ts';

/** A script to try on a descriptor. */
export interface Trial {
  readonly script: string;
  readonly descriptor: string;
  /** Selects the script that prepares descriptors of this type. */
  readonly resourceType: string;
}

/** Evaluates a script as that of a new policy would be. Stores nothing. */
export function tryScript(
  engines: Engines,
  { script, descriptor, resourceType }: Trial,
  now: Date,
): Promise<EvaluationResultContent> {
  const definition: Entity['definition'] = {
    name: 'Trial',
    description: 'Never stored.',
    context: 'global',
    interactionType: 'user2platform',
    trigger: 'active',
    timing: 'deployment',
    strategy: 'default',
    engine: 'cue',
    severity: 'error',
    cueScript: script,
    resourceType,
    environment: '',
    selectors: [],
    tags: [],
    additionalMetadata: {},
  };
  const entity: Entity = {
    id: 'trial',
    group_id: 'trial',
    version: 1,
    type: 'policy',
    status: 'draft',
    environment: '',
    resource_type: resourceType,
    definition,
    created_at: now,
    updated_at: now,
  };
  const resource = { external_id: 'trial', descriptor, previous: null };
  return judge(engines, { entity, resource }, { read: createReader(), keep: () => {} });
}
