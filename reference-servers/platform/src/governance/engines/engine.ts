import type { EvaluationResultContent, GovernanceEngine } from '@tessera/contracts/types/governance';
import type { Entity } from '../entities/entity-store.ts';
import type { Material } from '../evaluation/material.ts';
import type { Keep } from './engine-clients.ts';

/** A request to an engine. */
export interface Question {
  readonly entity: Entity;
  readonly resourceId: string;
  readonly material: Material;
  /** Keeps exchanges with servers. */
  readonly keep: Keep;
}

/** Evaluates or measures. Throws when it cannot: that says nothing about the resource. */
export type Engine = (question: Question) => Promise<EvaluationResultContent>;

/** An engine for each value that the contract has. */
export type Engines = Readonly<Record<GovernanceEngine, Engine>>;
