import { createCoordinatorV2 } from '@tessera/client';
import { createGovernance, type Governance } from '@tessera/client/governance';
import type { PolicyCreate } from '@tessera/contracts/types/governance';
import { type FastifyInstance, fastify } from 'fastify';
import type { Kysely } from 'kysely';
import { createPlatform } from '../src/create-platform.ts';
import type { DatabaseOptions } from '../src/storage/database.ts';
import type { Tables } from '../src/storage/tables.ts';
import { COMMON } from './governance.ts';
import { type KillOptions, type KillReport, killRounds } from './kill-rounds.ts';
import { HANGS_AFTER_MS } from './limits.ts';

/** The results of killing evaluations. */
export interface EvaluationKillReport extends KillReport {
  /** Reports in the database at the end; scheduled ones are among them. */
  readonly reports: number;
}

/** Policies of each resource type, and whether they look at a deployment. */
const TYPES = {
  // One request, many policies.
  single: { policies: 30, timing: 'runtime' },
  // One policy, several pages of resources.
  listed: { policies: 1, timing: 'runtime' },
  // Started by the platform, every second.
  scheduled: { policies: 1, timing: 'runtime', cronExpression: '* * * * * ?' },
  // A part of a validation.
  deployed: { policies: 10, timing: 'deployment' },
} as const;

type ResourceType = keyof typeof TYPES;

/** Number of resources that the resolver lists, by type. */
const LISTED: Readonly<Partial<Record<string, number>>> = { listed: 130, scheduled: 3 };

/** How long the engine takes for a verdict, in milliseconds. */
const VERDICT_MS = 20;

const environment = 'development';

/**
 * Kills a process of the platform while evaluations are pending, and checks that every report ends with exactly one
 * outcome for each pair of policy and resource.
 */
export async function killEvaluations(options: KillOptions): Promise<EvaluationKillReport> {
  const engine = createEngine();
  const engineUrl = await engine.listen({ port: 0, host: '127.0.0.1' });
  const policies = new Map<ResourceType, string[]>();
  const acknowledged = new Set<string>();
  let reports = 0;
  try {
    const report = await killRounds<Started>(options, {
      longestMs: 600,
      prepare: async (origin) => {
        const governance = governanceAt(origin);
        for (const name of Object.keys(LISTED))
          await governance.upsertResourceType({
            body: { name, resolverConfiguration: { url: engineUrl, path: 'find', batchSize: 50 } },
          });
        for (const type of ['single', 'listed', 'deployed', 'scheduled'] as const)
          policies.set(type, await enable(governance, type, engineUrl));
      },
      start: async (origin, round) => {
        const started = await startWork(origin, round, policies.get('listed')?.[0] ?? '');
        if ('reportId' in started) acknowledged.add(started.reportId);
        return started;
      },
      followUp: async (origin, _round, started) =>
        started === undefined || (await hasEnded(origin, started)) ? [] : ['what was acknowledged hangs'],
      inspect: (database) =>
        inspect(database, async (db) => {
          const found = await findProblems(db, policies, acknowledged);
          reports = found.reports;
          return found.problems;
        }),
    });
    return { ...report, reports };
  } finally {
    await engine.close();
  }
}

/** What was acknowledged. */
type Started = { readonly reportId: string } | { readonly validation: string };

/** A remote engine and a resolver. A resource complies unless its number ends with 7. */
function createEngine(): FastifyInstance {
  const app = fastify();
  app.post<{ Body: { resourceId: string } }>('/v1/evaluate', async ({ body }) => {
    await pause(VERDICT_MS);
    return { satisfiesPolicy: complies(body.resourceId), errors: [] };
  });
  app.get<{ Querystring: Record<string, string> }>('/find', ({ query }) => {
    const [type = '', offset, limit] = [
      query['resource-types'],
      Number(query['offset']),
      Number(query['limit']),
    ];
    const content = resourcesOf(type)
      .slice(offset, offset + limit)
      .map((id) => `id: ${id}\n`);
    return { content, page: { offset, limit, count: content.length } };
  });
  return app;
}

function complies(resourceId: string): boolean {
  return !resourceId.endsWith('7');
}

function resourcesOf(type: string): string[] {
  return Array.from({ length: LISTED[type] ?? 0 }, (_, index) => `${type}-${index}`);
}

function governanceAt(origin: string): Governance {
  return createGovernance({ baseUrl: `${origin}/governance`, retries: 0 });
}

async function enable(governance: Governance, type: ResourceType, externalUrl: string): Promise<string[]> {
  const { policies, ...more } = TYPES[type];
  const resourceType = type === 'deployed' ? 'dataproduct' : type;
  const ids: string[] = [];
  for (let index = 0; index < policies; index += 1) {
    const body: PolicyCreate = {
      ...COMMON,
      ...more,
      selectors: [],
      tags: [],
      engine: 'remote',
      externalUrl,
      resourceType,
      severity: 'error',
    };
    const { id } = await governance.createPolicy({ body });
    await governance.updatePolicyStatus({ path: { id }, body: { status: 'enabled' } });
    ids.push(id);
  }
  return ids;
}

/** Rounds take turns: an evaluation of one resource, of a whole perimeter, and at a deployment. */
async function startWork(origin: string, round: number, listed: string): Promise<Started> {
  if (round % 3 === 0) {
    const body = { id: `single-${round}`, environment, resourceType: 'single', descriptor: 'name: x' };
    const { token = '' } = await governanceAt(origin).evaluate({ body });
    return { reportId: token };
  }
  if (round % 3 === 1) {
    const answer = await fetch(`${origin}/platform/entities/${listed}/perimeter-tests`, { method: 'POST' });
    const { reportId }: { reportId?: unknown } = Object(await answer.json());
    return { reportId: String(reportId) };
  }
  const descriptor = JSON.stringify({
    id: `urn:dmb:dp:logistics:round-${round}:1`,
    kind: 'dataproduct',
    name: 'Round',
    version: '1.0.0',
    environment,
    components: [],
  });
  const validation = await createCoordinatorV2({
    baseUrl: `${origin}/coordinator`,
    retries: 0,
  }).startValidation({ body: { descriptor } });
  return { validation: validation.token ?? '' };
}

/** True when what was acknowledged ends in time. */
async function hasEnded(origin: string, started: Started): Promise<boolean> {
  const options = { timeout: HANGS_AFTER_MS };
  try {
    if ('reportId' in started) await governanceAt(origin).evaluate.resume(started.reportId).wait(options);
    else {
      const coordinator = createCoordinatorV2({ baseUrl: `${origin}/coordinator` });
      await coordinator.startValidation.resume(started.validation).wait(options);
    }
    return true;
  } catch {
    return false;
  }
}

/** Reads the database with a platform that finishes what every other process has left. */
async function inspect(
  database: DatabaseOptions,
  read: (db: Kysely<Tables>) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const platform = await createPlatform({ database, silentMs: 1_500 });
  const { db } = platform.context;
  try {
    // No further scheduled reports while this one waits for the pending ones.
    await db.deleteFrom('entity_schedule').execute();
    for (const end = Date.now() + HANGS_AFTER_MS; Date.now() < end && (await isBusy(db)); ) await pause(50);
    return await read(db);
  } finally {
    await platform.close();
  }
}

/** Whether a report is pending, or a plan runs that may still store one. */
async function isBusy(db: Kysely<Tables>): Promise<boolean> {
  const plans = await db.selectFrom('plan').select('id').where('stopped_at', 'is', null).execute();
  const pending = await db
    .selectFrom('evaluation_report')
    .select('id')
    .where('status', '=', 'pending')
    .execute();
  return plans.length + pending.length > 0;
}

/** Compares every report with the outcomes that it must have. */
async function findProblems(
  db: Kysely<Tables>,
  policies: ReadonlyMap<string, readonly string[]>,
  acknowledged: ReadonlySet<string>,
): Promise<{ readonly reports: number; readonly problems: readonly string[] }> {
  const reports = await db.selectFrom('evaluation_report').selectAll().execute();
  const results = await db
    .selectFrom('evaluation_result as result')
    .innerJoin('evaluated_resource as resource', 'resource.id', 'result.resource_key')
    .select(['result.report_id', 'result.entity_id', 'resource.external_id', 'result.outcome'])
    .execute();
  const known = new Set(reports.map(({ id }) => id));
  const problems = [...acknowledged].filter((id) => !known.has(id)).map((id) => `the report ${id} is lost`);
  for (const { id, status, resource_type, demand } of reports) {
    const found = results.filter(({ report_id }) => report_id === id);
    const resources =
      demand.wholePerimeter === true ? resourcesOf(resource_type) : [found[0]?.external_id ?? ''];
    const entities = policies.get(resource_type === 'dataproduct' ? 'deployed' : resource_type) ?? [];
    const wanted = resources.flatMap((resource) =>
      entities.map((entity) => `${entity} ${resource} ${complies(resource) ? 'ok' : 'error'}`),
    );
    const outcomes = found.map((one) => `${one.entity_id} ${one.external_id} ${one.outcome}`);
    const worst = resources.every(complies) ? 'completedWithSuccess' : 'completedWithError';
    if (status !== worst) problems.push(`the report ${id} of ${resource_type} is ${status}`);
    if (JSON.stringify(outcomes.toSorted()) !== JSON.stringify(wanted.toSorted()))
      problems.push(
        `the report ${id} has ${outcomes.length} outcomes instead of ${wanted.length}, or wrong ones`,
      );
  }
  return { reports: reports.length, problems: [...problems, ...findDoubled(reports)] };
}

/** Reports of the schedule that were made for the same second. */
function findDoubled(
  reports: readonly { readonly resource_type: string; readonly created_at: Date }[],
): string[] {
  const seconds = reports
    .filter(({ resource_type }) => resource_type === 'scheduled')
    .map(({ created_at }) => created_at.toISOString().slice(0, 19));
  const doubled = seconds.filter((second, index) => seconds.indexOf(second) !== index);
  return doubled.map((second) => `two runs were started at ${second}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
