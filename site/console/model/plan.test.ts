import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import type { PlanTask } from '@tessera/contracts/types/coordinator-v1';
import { describe, expect, it } from 'vitest';
import { readUnit, summarize, verbOf, withoutParts } from './plan.ts';

const dag = (more: Partial<PlanTask>): PlanTask => ({
  ...{ id: '1/end', name: 'end', status: 'COMPLETED', action: 'NOP' },
  ...more,
});
const plan = (more: Partial<PlanTask>) => summarize({ environment: 'development', dag: dag(more) });
const stopTime = '2026-01-01T00:00:06Z';

describe('a plan of the history', () => {
  it('has the id that the ids of its tasks begin with', () => {
    expect(plan({ id: 'abc/component:x/y' }).id).toBe('abc');
  });

  it('runs until its last task has a stop time', () => {
    expect(plan({}).status).toBe('RUNNING');
    expect(plan({ stopTime }).status).toBe('COMPLETED');
  });

  it('has failed when a task has, and was terminated when tasks were left out only', () => {
    const failed = dag({ id: '1/first', status: 'FAILED' });
    expect(plan({ stopTime, status: 'NOT_STARTED', dependsOnTasks: [failed] }).status).toBe('FAILED');
    expect(plan({ stopTime, status: 'NOT_STARTED' }).status).toBe('TERMINATED');
  });

  it('does not list the plan that one of its tasks consists of', () => {
    const whole = plan({ id: '1/end', subPlanId: '1-validation' });
    const part = plan({ id: '1-validation/end' });
    expect(withoutParts([part, whole])).toEqual([whole]);
  });

  it('says what it does', () => {
    expect(verbOf(plan({ action: 'PROVISION' }).tasks)).toBe('Deploy');
    expect(verbOf(plan({ action: 'UNPROVISION' }).tasks)).toBe('Undeploy');
    expect(verbOf(plan({ action: 'UPDATEACL' }).tasks)).toBe('Set access to');
    expect(verbOf(plan({ action: 'VALIDATION' }).tasks)).toBe('Validate');
  });
});

describe('the unit of a descriptor', () => {
  it('has its id, its name and its components', () => {
    const unit = readUnit(descriptors['shipment-tracking'].text);
    expect(unit).toMatchObject({ id: 'urn:dmb:dp:logistics:shipment-tracking:1', name: 'Shipment Tracking' });
    expect(unit?.components.map(({ name }) => name)).toContain('Daily load');
  });

  it('is not known when the text is no descriptor', () => {
    expect(readUnit('- a')).toBeUndefined();
    expect(readUnit(undefined)).toBeUndefined();
  });
});
