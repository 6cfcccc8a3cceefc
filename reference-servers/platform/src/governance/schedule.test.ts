import { createManualClock } from '@tessera/reference-servers';
import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fillSchedule } from '../../testing/fill-schedule.ts';
import { type OpenGovernance, openGovernance } from '../../testing/governance.ts';
import { findPostgres, startPostgres } from '../../testing/postgres.ts';
import { openDatabase } from '../storage/database.ts';
import { runDue } from './schedule/run-due.ts';

/** A Monday. */
const MONDAY = '2025-06-02T08:59:58.000Z';
const DAY_MS = 86_400_000;

const clock = createManualClock(MONDAY);
let open: OpenGovernance;
beforeAll(async () => {
  open = await openGovernance({ clock });
});
afterAll(() => open.close());

/** Reports about an entity, as far as they have ended. */
async function endedReports(entityId: string) {
  const rows = await open.platform.context.db
    .selectFrom('evaluation_report')
    .select(['id', 'demand', 'created_at'])
    .where('status', '!=', 'pending')
    .orderBy('created_at')
    .execute();
  return rows.filter(({ demand }) => demand.entityId === entityId);
}

/** The same a moment later: the platform looks at its schedule when time goes on. */
async function laterReports(entityId: string) {
  await clock.advance(500);
  return endedReports(entityId);
}

/** A resolver with some resources, and the pages that it is asked for. */
async function serveResolver(count: number) {
  const asked: string[] = [];
  const app = fastify();
  app.get<{ Querystring: { offset: string; limit: string } }>('/find', ({ query }) => {
    asked.push(query.offset);
    const [offset, limit] = [Number(query.offset), Number(query.limit)];
    const all = Array.from({ length: count }, (_, index) => `id: bucket-${index}\nname: b${index}\n`);
    const content = all.slice(offset, offset + limit);
    return { content, page: { offset, limit, count: content.length } };
  });
  return { url: await open.listen(app), asked };
}

it('an idle platform begins no transaction for its schedule', async () => {
  const { context } = open.platform;
  const begun = vi.spyOn(context.db, 'transaction');
  onTestFinished(() => begun.mockRestore());
  await runDue({ ...context, clock: { ...clock, now: () => new Date(0) } });
  expect(begun).not.toHaveBeenCalled();
});

describe('a scheduled policy', () => {
  it('judges all resources of its type when it is due, page by page', async () => {
    const { url, asked } = await serveResolver(5);
    await open.governance.upsertResourceType({
      body: { name: 'bucket', resolverConfiguration: { url, path: 'find', batchSize: 2 } },
    });
    const { id } = await open.createPolicy(
      {
        resourceType: 'bucket',
        cronExpression: '0 0 9 ? * 0',
        cueScript: 'name: !="b3"',
        severity: 'warning',
      },
      'enabled',
    );
    await clock.advance(1_000);
    expect(await endedReports(id)).toEqual([]);
    await expect.poll(() => laterReports(id)).toHaveLength(1);
    const [ended] = await endedReports(id);
    const report = await open.governance.getEvaluationReport({ path: { id: ended?.id ?? '' } });
    expect(report).toMatchObject({ evaluationScope: 'evaluation', status: 'completedWithWarning' });
    expect(report.evaluationResults.map(({ resource, outcome }) => [resource?.id, outcome])).toEqual([
      ['bucket-0', 'ok'],
      ['bucket-1', 'ok'],
      ['bucket-2', 'ok'],
      ['bucket-3', 'warning'],
      ['bucket-4', 'ok'],
    ]);
    expect(asked).toEqual(['0', '2', '4']);
  });

  it('can be tested on all its resources before it counts', async () => {
    const { id } = await open.createPolicy({ resourceType: 'bucket', cueScript: 'name: !="b3"' });
    const answer = await fetch(`${open.origin}/platform/entities/${id}/perimeter-tests`, { method: 'POST' });
    expect(answer.status).toBe(202);
    const { reportId } = Object(await answer.json());
    await expect.poll(() => endedReports(id)).toHaveLength(1);
    const report = await open.governance.getEvaluationReport({ path: { id: reportId } });
    expect(report.evaluationScope).toBe('test');
    expect(report.evaluationResults).toHaveLength(5);
    const har = await fetch(`${open.origin}/platform/evaluation-reports/${reportId}/exchanges.har`);
    expect(Object(await har.json()).log.entries).toHaveLength(3);
  });

  it('ends although its resolver lists texts that cannot be stored', async () => {
    const app = fastify();
    const content = ['id: "a\\0"\nname: x\n', 'id: b\nname: "\0"\n'];
    app.get('/find', () => ({ content, page: { offset: 0, limit: 20, count: 2 } }));
    const url = await open.listen(app);
    await open.governance.upsertResourceType({
      body: { name: 'odd', resolverConfiguration: { url, path: 'find' } },
    });
    const { id } = await open.createPolicy({ resourceType: 'odd', cueScript: 'name: string' });
    await fetch(`${open.origin}/platform/entities/${id}/perimeter-tests`, { method: 'POST' });
    await expect.poll(() => endedReports(id)).toHaveLength(1);
    const [ended] = await endedReports(id);
    const report = await open.governance.getEvaluationReport({ path: { id: ended?.id ?? '' } });
    expect(report.evaluationResults.map(({ resource }) => resource?.id)).toEqual(['a\ufffd', 'b']);
  });

  it('keeps the newest 50 exchanges of its report', async () => {
    const { url } = await serveResolver(60);
    const engine = fastify();
    engine.post('/v1/evaluate', () => ({ satisfiesPolicy: true, errors: [] }));
    await open.governance.upsertResourceType({
      body: { name: 'many', resolverConfiguration: { url, path: 'find', batchSize: 50 } },
    });
    const { id } = await open.createPolicy({
      resourceType: 'many',
      engine: 'remote',
      externalUrl: await open.listen(engine),
    });
    await fetch(`${open.origin}/platform/entities/${id}/perimeter-tests`, { method: 'POST' });
    await expect.poll(() => endedReports(id)).toHaveLength(1);
    const [ended] = await endedReports(id);
    const har = await fetch(`${open.origin}/platform/evaluation-reports/${ended?.id}/exchanges.har`);
    const urls = Object(await har.json()).log.entries.map((entry: unknown) => Object(entry).request.url);
    expect(urls).toHaveLength(50);
    expect(urls).not.toContainEqual(expect.stringContaining('/find'));
  });

  it('says so when its resources cannot be found', async () => {
    await open.governance.upsertResourceType({
      body: { name: 'lost', resolverConfiguration: { url: 'http://127.0.0.1:1' } },
    });
    const { id } = await open.createPolicy(
      { resourceType: 'lost', cronExpression: '0 * * * * ?' },
      'enabled',
    );
    await clock.advance(60_000);
    await expect.poll(() => laterReports(id)).not.toHaveLength(0);
    const [ended] = await endedReports(id);
    const { evaluationResults } = await open.governance.getEvaluationReport({
      path: { id: ended?.id ?? '' },
    });
    expect(evaluationResults).toMatchObject([
      {
        outcome: 'not_executed',
        result: { isError: true, errors: [expect.stringContaining('the resources could not be found')] },
      },
    ]);
    await open.governance.updatePolicyStatus({ path: { id }, body: { status: 'disabled' } });
  });

  it('runs once for all the times that it missed, and not while it is paused', async () => {
    const { context } = open.platform;
    const { id } = await open.createPolicy(
      { resourceType: 'nothing', cronExpression: '0 0 * * * ?' },
      'enabled',
    );
    const started: string[] = [];
    const late = {
      ...context,
      clock: { ...clock, now: () => new Date(clock.now().getTime() + 3 * DAY_MS) },
      engine: {
        ...context.engine,
        start: async (_workflow: string, report: string) => void started.push(report),
      },
    };
    await runDue(late);
    const reports = await context.db
      .selectFrom('evaluation_report')
      .select('demand')
      .where('id', 'in', started)
      .execute();
    expect(reports.filter(({ demand }) => demand.entityId === id)).toHaveLength(1);
    await open.governance.updatePolicyStatus({ path: { id }, body: { status: 'disabled' } });
    const schedule = await context.db
      .selectFrom('entity_schedule')
      .selectAll()
      .where('entity_id', '=', id)
      .execute();
    expect(schedule).toEqual([]);
  });

  it('follows a change that was made behind the API after a reload', async () => {
    const { db } = open.platform.context;
    const { id } = await open.createPolicy({ resourceType: 'x', cronExpression: '0 0 0 1 1 ?' }, 'enabled');
    const definition = JSON.stringify({ cronExpression: '0 0 0 1 2 ?' });
    await sql`update governance_entity set definition = definition || ${definition}::jsonb where id = ${id}`.execute(
      db,
    );
    await open.governance.reloadCronPolicies({});
    const { next_at } = await db
      .selectFrom('entity_schedule')
      .select('next_at')
      .where('entity_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(next_at.toISOString()).toBe('2026-02-01T00:00:00.000Z');
  });
});

describe.skipIf(findPostgres() === undefined)('processes that share a database', () => {
  it('start each due run once at its second, and once for all the times that were missed', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const { context } = open.platform;
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url: server.url })));
    const [first] = databases;
    if (first === undefined) throw new Error('three databases were opened');
    const seconds = Array.from({ length: 900 }, (_, index) => index % 60);
    const begin = Date.parse(MONDAY);
    await fillSchedule(
      first.db,
      seconds.map((second) => `${second} * * * * ?`),
      new Date(begin - 1),
    );
    /** The policies that any of the processes starts when all look at the schedule at a moment. */
    const look = async (now: Date): Promise<unknown[]> => {
      const started: string[] = [];
      const start = async (_workflow: string, id: string) => void started.push(id);
      const at = { clock: { ...clock, now: () => now }, engine: { ...context.engine, start } };
      await Promise.all(databases.map(({ db }) => runDue({ ...context, ...at, db })));
      const reports = await first.db.selectFrom('evaluation_report').select(['id', 'demand']).execute();
      const byId = new Map(reports.map(({ id, demand }) => [id, demand.entityId]));
      return started.map((id) => byId.get(id)).toSorted();
    };
    const dueAt = (second?: number) =>
      seconds
        .flatMap((one, index) => (second === undefined || one === second ? [`scheduled-${index}`] : []))
        .toSorted();
    for (const [passed, second] of [58, 59, 0, 1].entries())
      expect(await look(new Date(begin + passed * 1000))).toEqual(dueAt(second));
    const later = new Date(begin + DAY_MS);
    expect(await look(later)).toEqual(dueAt());
    expect(await look(later)).toEqual([]);
    for (const { close } of databases) await close();
  });
});
