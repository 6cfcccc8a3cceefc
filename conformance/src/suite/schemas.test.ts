import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import { remoteEngineSchemas } from '@tessera/contracts/schemas/remote-engine';
import { describe, expect, it } from 'vitest';
import { withoutChosen } from './contract.ts';
import { schemasOf } from './schemas.ts';

const RESULT = 'EvaluationResult';

describe('reading by a schema', () => {
  it('takes null for an absent member of one of several forms', () => {
    const reading = schemasOf(remoteEngineSchemas).read(RESULT, { value: 1, errors: [], details: null });
    expect(reading).toEqual({ departures: [], nulls: ['/details'] });
  });

  it('says nothing of null where one of the forms of the member is null', () => {
    const { nulls } = schemasOf(governanceSchemas).read('EvaluationStatusEntry', { lastResult: null });
    expect(nulls).toEqual([]);
  });

  it('does not take null for a required member', () => {
    const { departures } = schemasOf(remoteEngineSchemas).read(RESULT, { value: null, errors: [] });
    expect(departures).not.toEqual([]);
  });

  it('asks nobody for members that only a choice of this project requires', () => {
    const value = { satisfiesPolicy: true };
    expect(schemasOf(remoteEngineSchemas).isValid(RESULT, value)).toBe(false);
    const relaxed = withoutChosen(remoteEngineSchemas, { PolicyResult: ['errors'] });
    expect(schemasOf(relaxed).isValid(RESULT, value)).toBe(true);
    expect(() => withoutChosen(remoteEngineSchemas, { Nothing: [] })).toThrow('no schema Nothing');
  });
});
