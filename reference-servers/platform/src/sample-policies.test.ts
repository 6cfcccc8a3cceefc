import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance } from '../testing/governance.ts';
import type { EntityPage } from './routes/types.ts';
import { createSamplePolicies } from './sample-policies.ts';
import { SAMPLE_DESCRIPTOR } from './seed.ts';

let open: OpenGovernance;
beforeAll(async () => {
  open = await openGovernance();
  await createSamplePolicies(open.platform.context);
});
afterAll(() => open.close());

async function listed() {
  const response = await fetch(`${open.origin}/platform/entities`);
  const { entities }: EntityPage = JSON.parse(await response.text());
  return entities;
}

describe('the sample policies', () => {
  it('have valid scripts; the sample data product satisfies one and gets a warning from the other', async () => {
    const { status, evaluationResults } = await open.evaluate(SAMPLE_DESCRIPTOR);
    expect(status).toBe('completedWithWarning');
    expect(evaluationResults?.map(({ outcome, result }) => [outcome, result?.isError]).toSorted()).toEqual([
      ['ok', false],
      ['warning', false],
    ]);
  });

  it('are created once', async () => {
    await createSamplePolicies(open.platform.context);
    const entities = await listed();
    expect(entities.map(({ status, tags }) => [status, tags])).toEqual([
      ['enabled', ['sample']],
      ['enabled', ['sample']],
    ]);
  });
});
