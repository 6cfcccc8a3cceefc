import { engineStrangers, pickerStrangers, resolverStrangers } from '../strangers.ts';
import { llmAlone, pickerAlone, remoteAlone, resolverAlone } from './alone.ts';
import { blindEngines, blindLlms, blindPickers, blindResolvers } from './blind.ts';
import { everywhere, type StatelessMutant, withBodies } from './defects.ts';
import { honestEngine, honestLlm } from './engine.ts';
import { remoteMutants } from './engine-mutants.ts';
import { companyPickers, companyResolvers } from './in-company.ts';
import { partEngines, partLlms } from './in-part.ts';
import { llmMutants } from './llm-mutants.ts';
import { pickerNearMisses, remoteNearMisses, resolverNearMisses } from './near-misses.ts';
import { nearPickers, nearResolvers } from './near-names.ts';
import { oneByOneEngines, oneByOneLlms, spoiltPicker, spoiltResolver } from './one-by-one.ts';
import { honestPicker } from './picker.ts';
import { listMutants } from './picker-lists.ts';
import { listShapeMutants } from './picker-pages.ts';
import { verdictMutants } from './picker-verdicts.ts';
import { honestResolver } from './resolver.ts';
import { findMutants } from './resolver-mutants.ts';
import { pageMutants } from './resolver-pages.ts';
import { secondLookPickers, secondLookResolvers } from './second-looks.ts';
import type { Responder } from './server.ts';
import { unusualEngines, unusualLlms, unusualPickers, unusualResolvers } from './unusual.ts';

/** The mutants of a stateless contract, and the correct server that they modify. */
export interface StatelessMutants {
  readonly contract: string;
  readonly honest: () => Responder;
  readonly mutants: readonly StatelessMutant[];
}

/** All mutants of the stateless contracts. */
export const STATELESS: readonly StatelessMutants[] = [
  {
    contract: 'custom-url-picker',
    honest: honestPicker,
    mutants: [
      ...everywhere,
      ...withBodies,
      ...listMutants,
      ...listShapeMutants,
      ...verdictMutants,
      ...pickerNearMisses,
      ...pickerAlone,
      ...blindPickers,
      ...unusualPickers,
      ...nearPickers,
      ...secondLookPickers,
      ...companyPickers,
      spoiltPicker,
      ...pickerStrangers,
    ],
  },
  {
    contract: 'perimeter-resolver',
    honest: honestResolver,
    mutants: [
      ...everywhere,
      ...pageMutants,
      ...findMutants,
      ...resolverNearMisses,
      ...resolverAlone,
      ...blindResolvers,
      ...unusualResolvers,
      ...nearResolvers,
      ...secondLookResolvers,
      ...companyResolvers,
      spoiltResolver,
      ...resolverStrangers,
    ],
  },
  {
    contract: 'remote-engine',
    honest: honestEngine,
    mutants: [
      ...everywhere,
      ...withBodies,
      ...remoteMutants,
      ...remoteNearMisses,
      ...remoteAlone,
      ...blindEngines,
      ...unusualEngines,
      ...oneByOneEngines,
      ...partEngines,
    ],
  },
  {
    contract: 'llm-engine',
    honest: honestLlm,
    mutants: [
      ...everywhere,
      ...withBodies,
      ...llmMutants,
      ...llmAlone,
      ...blindLlms,
      ...unusualLlms,
      ...oneByOneLlms,
      ...partLlms,
      ...engineStrangers,
    ],
  },
];
