import { describe, expect, it } from 'vitest';
import { type Draft, demandOf } from './deployment.ts';

const unit = {
  id: 'urn:unit',
  name: 'Unit',
  components: [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ],
};
const draft = (wishes: Draft['wishes']): Draft => ({
  ...{ descriptor: 'id: urn:unit', environment: 'development', wishes },
  ...{ removeData: false, preventRedeploy: false },
});

describe('the demand of a draft', () => {
  it('deploys every component that nothing is said about', () => {
    const { body, infers } = demandOf(draft({ b: 'NOT_DEPLOYED' }), unit);
    expect(body.targetStatus).toEqual([
      { componentId: 'a', targetStatus: 'DEPLOYED' },
      { componentId: 'b', targetStatus: 'NOT_DEPLOYED' },
    ]);
    expect(infers).toBe(false);
  });

  it('leaves out what is to be inferred, and says so', () => {
    const { body, infers } = demandOf(draft({ a: 'INFERRED' }), unit);
    expect(body.targetStatus).toEqual([{ componentId: 'b', targetStatus: 'DEPLOYED' }]);
    expect(infers).toBe(true);
  });
});
