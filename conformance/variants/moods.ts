import { answering } from '../mutants/stateless/crimes.ts';
import { honestEngine, honestLlm, textIn, verdict } from '../mutants/stateless/engine.ts';
import { bodyOf } from '../mutants/stateless/server.ts';
import type { StatelessVariant } from './stateless.ts';

/** The part of its verdicts that a model gives otherwise. */
const MOOD = 0.02;

/** Engines whose results differ where nothing is wrong, or do not where something could be. */
export const moodyEngines: readonly StatelessVariant[] = [
  {
    contract: 'remote-engine',
    name: 'all resources are refused, by their ids',
    respond: answering((reply, asked) => ({
      ...reply,
      body: { satisfiesPolicy: false, errors: [`${String(textIn(asked, 'resourceId'))} does not comply`] },
    }))(honestEngine()),
  },
  {
    contract: 'llm-engine',
    name: 'a model that changes its mind now and then',
    respond: answering((reply) => {
      const other = bodyOf(reply)['satisfiesPolicy'] !== true;
      return Math.random() < MOOD ? verdict(other, other ? [] : ['no']) : reply;
    })(honestLlm()),
  },
];
