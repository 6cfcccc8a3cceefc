import type { CoordinatorV1Handlers } from '@tessera/contracts/handlers/coordinator-v1';
import { type HandlerContext, Problem } from '@tessera/reference-servers/harness';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { toYaml } from '../../descriptor/enrich.ts';

type Resources = Pick<CoordinatorV1Handlers<HandlerContext>, 'resolve' | 'listDeployedDataProducts'>;

/** A deployed unit or component. */
interface Resource {
  readonly id: string;
  readonly type: string;
  /** YAML text of a unit, or the entry of a component. */
  readonly descriptor: string | Readonly<Record<string, unknown>>;
}

/** The operations that list deployed units and components. */
export function createResources({ db }: Context): Resources {
  return {
    async resolve({ query }) {
      const { environment, id, offset, limit } = query;
      const types = query['resource-types'];
      const fitting = sql`
        select unit_id as id, kind as type, to_jsonb(descriptor) as descriptor
        from unit_state
        where environment = ${environment} and exists (
          select 1 from component_state as part
          where part.unit_id = unit_state.unit_id and part.environment = unit_state.environment
            and part.status <> 'NOT_DEPLOYED')
        union all
        select component_id, coalesce(lower(descriptor ->> 'kind'), 'component'), descriptor
        from component_state
        where environment = ${environment} and status <> 'NOT_DEPLOYED'`;
      const filters = sql`
        (${id ?? null}::text is null or id = ${id ?? null})
        and (${types === undefined ? null : [...types]}::text[] is null or type = any(${types === undefined ? null : [...types]}::text[]))`;
      const counted = await sql<{ total: string }>`
        select count(*) as total from (${fitting}) as resource where ${filters}`.execute(db);
      if (Number(counted.rows[0]?.total ?? 0) === 0) throw new Problem('RESOURCES_NOT_FOUND');
      const { rows } = await sql<Resource>`
        select id, type, descriptor from (${fitting}) as resource where ${filters}
        order by id limit ${limit} offset ${offset}`.execute(db);
      const content = rows.map(({ descriptor }) =>
        typeof descriptor === 'string' ? descriptor : toYaml(descriptor),
      );
      return { status: 200, body: { content, page: { offset, limit, count: content.length } } };
    },
    async listDeployedDataProducts({ query: { lastDeploymentTime, limit } }) {
      let found = db
        .selectFrom('plan')
        .select(['descriptor', 'request', 'status', 'stopped_at'])
        .where('kind', '=', 'PROVISIONING')
        .where('stopped_at', 'is not', null)
        .orderBy('stopped_at')
        .orderBy('id');
      if (lastDeploymentTime !== undefined)
        found = found.where('stopped_at', '>', new Date(lastDeploymentTime));
      if (limit !== undefined) found = found.limit(limit);
      const rows = await found.execute();
      const last = rows.at(-1)?.stopped_at?.toISOString() ?? lastDeploymentTime;
      return {
        status: 200,
        body: {
          descriptors: rows.map(({ descriptor, request, status }) => ({
            descriptor,
            operation: operationOf(request.deploys, status),
          })),
          ...(last === undefined ? {} : { lastDeploymentTime: last }),
        },
      };
    },
  };
}

/** The effect of a plan; a failed one has neither deployed nor undeployed its unit. */
function operationOf(deploys: unknown, status: string) {
  if (status !== 'COMPLETED') return 'InvalidOperation' as const;
  return deploys === true ? ('Provision' as const) : ('Unprovision' as const);
}
