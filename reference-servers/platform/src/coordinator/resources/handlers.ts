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

/** A finished plan, with its time as the position in the list. */
interface Deployment {
  readonly descriptor: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly position: string;
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
      const from = lastDeploymentTime === undefined ? null : new Date(lastDeploymentTime);
      // Plans that ended at the same time are a microsecond apart, so that a page may end between them.
      const { rows } = await sql<Deployment>`
        select descriptor, request, status,
          to_char(position at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
        from (
          select descriptor, request, status, stopped_at + interval '1 microsecond'
            * (row_number() over (partition by stopped_at order by id) - 1) as position
          from plan
          where kind = 'PROVISIONING' and stopped_at is not null
            and (${from}::timestamptz is null or stopped_at >= ${from})
        ) as deployment
        where ${lastDeploymentTime ?? null}::timestamptz is null or position > ${lastDeploymentTime ?? null}
        order by position limit ${limit}`.execute(db);
      const last = rows.at(-1)?.position ?? lastDeploymentTime;
      return {
        status: 200,
        body: {
          descriptors: rows.map(({ descriptor, request, status }) => ({
            descriptor,
            operation: operationOf(request['deploys'], status),
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
