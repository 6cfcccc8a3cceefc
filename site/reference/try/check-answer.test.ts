import { describe, expect, it } from 'vitest';
import { apiOf } from '../../node/contract-docs/catalog.ts';
import { tryContractOf } from '../../node/try-contract.ts';
import { checkAnswer, type Verdict } from './check-answer.ts';
import type { Answer } from './send-request.ts';

const { operations, schemas } = await tryContractOf(apiOf('tech-adapter').api);
const { operations: policies } = await tryContractOf(apiOf('coordinator-v2').api);

describe('an answer', () => {
  it.each<[string, Partial<Answer>, string]>([
    ['conforms', { text: '{"status":"RUNNING"}' }, 'conforms to the schema ProvisioningStatus of status 200'],
    ['has an error body of its status', { status: 400, text: '{"errors":["x"]}' }, 'conforms to the schema'],
    [
      'has a status that is not declared',
      { status: 418 },
      'does not declare status 418. It declares 200, 202, 400, 500',
    ],
    ['is no JSON', { text: '<p>' }, 'got a text that is not JSON'],
    ['has no body', { text: '' }, 'got no body'],
    [
      'is of another type',
      { mediaType: 'text/html', text: '{}' },
      'Expected application/json, got text/html',
    ],
    ['departs', { text: '{"status":"OVER"}' }, 'departs from the schema ProvisioningStatus of status 200'],
  ])('that %s says so', (name, answer, sentence) => {
    const verdict = check('provision', answer);
    expect(verdict.sentence).toContain(sentence);
    expect(verdict.isConforming).toBe(/conforms|error body/.test(name));
    expect(verdict.departures.map(({ pointer }) => pointer)).toEqual(name === 'departs' ? ['/status'] : []);
  });

  it('of a status without a body has none', () => {
    const operation = policies['deleteTechAdapter'];
    if (!operation) throw new Error('deleteTechAdapter is missing');
    const answer = { status: 204, statusText: '', milliseconds: 1, headers: [], mediaType: '', text: '' };
    expect(checkAnswer(answer, operation, {}).isConforming).toBe(true);
    expect(checkAnswer({ ...answer, text: '{}' }, operation, {}).sentence).toContain('without a body');
  });
});

function check(id: string, answer: Partial<Answer>): Verdict {
  const operation = operations[id];
  if (!operation) throw new Error(`${id} is missing`);
  const usual = {
    status: 200,
    statusText: 'OK',
    milliseconds: 1,
    headers: [],
    mediaType: 'application/json',
  };
  return checkAnswer({ ...usual, text: '', ...answer }, operation, schemas);
}
