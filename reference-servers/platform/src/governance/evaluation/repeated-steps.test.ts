import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance } from '../../../testing/governance.ts';
import { describeUnit } from '../../../testing/open-platform.ts';
import type { Engine, Engines } from '../engines/engine.ts';
import { startForgotten } from '../schedule/run-due.ts';
import { findWork } from './find-work.ts';
import { judgeWork } from './judge-work.ts';
import { findReport, viewReport } from './report-store.ts';
import { storeEvaluation } from './start-evaluation.ts';

let open: OpenGovernance;
beforeAll(async () => {
  open = await openGovernance();
});
afterAll(() => open.close());

/** Stores a report that the platform itself does not start. */
async function store(id: string, taskId = 'of a plan'): Promise<void> {
  const { db } = open.platform.context;
  const resource = { id: 'r', environment: 'development', resourceType: id, descriptor: 'name: x' };
  await storeEvaluation(db, { id, resource, scope: 'evaluation', demand: { taskId } }, new Date(0));
}

async function resultsOf(id: string) {
  const { db } = open.platform.context;
  const report = await findReport(db, id);
  if (report === undefined) throw new Error(`there is no report ${id}`);
  return (await viewReport(db, report)).evaluationResults;
}

/** Engines of which each gives the same verdict. */
function allBy(engine: Engine): Engines {
  return { cue: engine, remote: engine, governanceAgent: engine, none: engine };
}

function verdict(satisfiesPolicy: boolean) {
  return { isError: false, satisfiesPolicy, errors: [] };
}

describe('a step of an evaluation that is repeated after a crash', () => {
  it('keeps the policies that it found first, although others are enabled by then', async () => {
    const resourceType = 'found-twice';
    const first = await open.createPolicy({ resourceType }, 'enabled');
    await store(resourceType);
    await findWork(open.platform.context, resourceType, 0);
    await open.governance.updatePolicyStatus({ path: { id: first.id }, body: { status: 'disabled' } });
    await open.createPolicy({ resourceType }, 'enabled');
    await open.createPolicy({ resourceType }, 'enabled');
    await findWork(open.platform.context, resourceType, 0);
    const found = await resultsOf(resourceType);
    expect(found.map(({ governanceEntityId }) => governanceEntityId)).toEqual([first.id]);
  });

  it('leaves outcomes alone that another process has stored in the meantime', async () => {
    const resourceType = 'judged-twice';
    const { context } = open.platform;
    await open.createPolicy({ resourceType }, 'enabled');
    await store(resourceType);
    await findWork(context, resourceType, 0);
    const late: Engine = async () => {
      await judgeWork(
        context,
        allBy(async () => verdict(true)),
        resourceType,
      );
      return verdict(false);
    };
    await judgeWork(context, allBy(late), resourceType);
    expect(await resultsOf(resourceType)).toMatchObject([{ outcome: 'ok' }]);
  });
});

describe('the report of a task whose plan was stopped', () => {
  it('ends nevertheless', async () => {
    const { context } = open.platform;
    const resourceType = 'left-behind';
    await open.createPolicy({ resourceType }, 'enabled');
    await (await open.v2.startValidation({ body: { descriptor: describeUnit() } })).wait();
    const { id } = await context.db.selectFrom('task').select('id').executeTakeFirstOrThrow();
    await store(resourceType, id);
    await startForgotten(context);
    await expect
      .poll(() => findReport(context.db, resourceType))
      .toMatchObject({ status: 'completedWithSuccess' });
  });
});
