import { assistantSchemas } from '@tessera/contracts/schemas/assistant';
import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import { remoteEngineSchemas } from '@tessera/contracts/schemas/remote-engine';
import { describe, expect, it } from 'vitest';
import { withoutChosen } from './contract.ts';
import { schemasOf } from './schemas.ts';

const RESULT = 'EvaluationResult';

describe('reading by a schema', () => {
  it('treats null as an absent field of one of several forms', () => {
    const reading = schemasOf(remoteEngineSchemas).read(RESULT, { value: 1, errors: [], details: null });
    expect(reading).toEqual({ departures: [], nulls: ['/details'] });
  });

  it('accepts null when one of the forms of the field is null', () => {
    const { nulls } = schemasOf(governanceSchemas).read('EvaluationStatusEntry', { lastResult: null });
    expect(nulls).toEqual([]);
  });

  it('rejects null for a required field', () => {
    const { departures } = schemasOf(remoteEngineSchemas).read(RESULT, { value: null, errors: [] });
    expect(departures).not.toEqual([]);
  });

  it('requires no fields that only a choice of this project requires', () => {
    const value = { satisfiesPolicy: true };
    expect(schemasOf(remoteEngineSchemas).isValid(RESULT, value)).toBe(false);
    const relaxed = withoutChosen(remoteEngineSchemas, { PolicyResult: ['errors'] });
    expect(schemasOf(relaxed).isValid(RESULT, value)).toBe(true);
    expect(() => withoutChosen(remoteEngineSchemas, { Nothing: [] })).toThrow('no schema Nothing');
  });

  it('asserts formats of answers if the contract says so, and never of what it sends', () => {
    const asserting = schemasOf({ ...assistantSchemas, assertsFormats: true });
    const path = { id: 'agent-1' };
    expect(asserting.isValid('deleteAgent.path', path)).toBe(true);
    expect(asserting.read('deleteAgent.path', path).departures).toMatchObject([
      { pointer: '/id', keyword: 'format' },
    ]);
    expect(schemasOf(assistantSchemas).read('deleteAgent.path', path).departures).toEqual([]);
  });
});
