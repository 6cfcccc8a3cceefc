import type { Check } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import type { Exchange } from '../suite/exchange.ts';
import { at } from '../suite/json.ts';
import type { Run, Scope } from '../suite/run.ts';

/*
 * Members that the contract declares as `writeOnly` are never returned: not as they were sent, and in no other answer.
 */

/** The fewest characters of a value that does not occur in an answer by chance. */
const LEAST = 6;

/** A check of all answers of the run for the secrets that it has sent. */
export function secretsCheck(run: Run, requirement: string, scope: Scope): Check {
  return run.check(requirement, { ...scope, phase: 'last' }, (trial) => {
    const { journal } = run.session;
    for (const [secret, sent] of secretsIn(run)) {
      trial.saw(sent);
      const leak = journal.find((one) => one.id >= sent.id && one.received?.text.includes(secret));
      const [symptom, expected] = ['a secret is returned', 'an answer without it'];
      if (leak !== undefined) trial.violated({ symptom, expected, actual: 'the secret' }, leak, sent);
    }
  });
}

/** Every secret that was sent, with the first request that has it. */
function secretsIn({ contract, session: { journal, schemas } }: Run): Map<string, Exchange> {
  const secrets = new Map<string, Exchange>();
  for (const exchange of journal) {
    const { body } = operationOf(contract, exchange.operation);
    if (body === undefined) continue;
    for (const [name, schema] of Object.entries(schemas.members(body.schema).properties)) {
      const value = at(exchange.sent.value, name);
      const isSecret = schema['writeOnly'] === true && typeof value === 'string' && value.length >= LEAST;
      if (isSecret && !secrets.has(value)) secrets.set(value, exchange);
    }
  }
  return secrets;
}
