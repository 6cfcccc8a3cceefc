import { bodyOf, type Reply } from '../mutants/reply.ts';
import { answering, rewriting } from '../mutants/stateless/defects.ts';
import { honestEngine, honestLlm, textIn, verdict } from '../mutants/stateless/engine.ts';
import type { Responder } from '../mutants/stateless/server.ts';
import type { StatelessVariant } from './stateless.ts';

/** The rate of random verdicts from a model. */
const MOOD = 0.02;

/** About one in SELDOM new requests fails initially. */
const SELDOM = 3;
/** The maximum number of characters that the model accepts. */
const WINDOW = 12_000;

const NO_MODEL: Reply = {
  status: 500,
  body: {
    error: 'the language model did not respond',
    userMessage: 'The language model could not be asked.',
    moreInfo: { problems: ['The language model did not answer.'], solutions: ['Ask again.'] },
  },
};

/** Conformant engines whose results vary between requests, or never vary. */
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
  {
    contract: 'llm-engine',
    name: 'a model that is out of reach now and then',
    respond: outOfReach(),
  },
  {
    contract: 'llm-engine',
    name: 'a model that reads no long resources',
    respond: rewriting((reply, asked) =>
      String(textIn(asked, 'content')).length > WINDOW ? NO_MODEL : reply,
    )(honestLlm()),
  },
  {
    contract: 'llm-engine',
    name: 'the policy in every reason',
    respond: answering((reply, asked) =>
      bodyOf(reply)['satisfiesPolicy'] === true
        ? reply
        : verdict(false, [`by the policy: ${String(textIn(asked, 'policy')).trim()}`]),
    )(honestLlm()),
  },
];

/** The first request with a text may fail; a retry succeeds. */
function outOfReach(): Responder {
  const asked = new Set<string>();
  return answering((reply, { text }) => {
    const isNew = !asked.has(text);
    asked.add(text);
    return isNew && text.length % SELDOM === 0 ? NO_MODEL : reply;
  })(honestLlm());
}
