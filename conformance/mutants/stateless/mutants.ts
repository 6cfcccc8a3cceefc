import type { Mutant } from '../mutant.ts';
import { everywhere, failing } from './defects.ts';
import { honestEngine, honestLlm } from './engine.ts';
import { llmMutants, remoteMutants } from './engine-mutants.ts';
import { honestPicker } from './picker.ts';
import { pickerMutants } from './picker-mutants.ts';
import { honestResolver } from './resolver.ts';
import { resolverMutants } from './resolver-mutants.ts';
import type { Responder, Wrap } from './server.ts';

/** The mutants of a stateless contract, and the correct server that they modify. */
export interface StatelessMutants {
  readonly contract: string;
  readonly honest: () => Responder;
  readonly mutants: readonly Mutant<Wrap>[];
}

/** All mutants of the stateless contracts. */
export const STATELESS: readonly StatelessMutants[] = [
  {
    contract: 'custom-url-picker',
    honest: honestPicker,
    mutants: [...everywhere, ...pickerMutants],
  },
  {
    contract: 'perimeter-resolver',
    honest: honestResolver,
    mutants: [...everywhere, ...failing, ...resolverMutants],
  },
  {
    contract: 'remote-engine',
    honest: honestEngine,
    mutants: [...everywhere, ...failing, ...remoteMutants],
  },
  {
    contract: 'llm-engine',
    honest: honestLlm,
    mutants: [...everywhere, ...failing, ...llmMutants],
  },
];
