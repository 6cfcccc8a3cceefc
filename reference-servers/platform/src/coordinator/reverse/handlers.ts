import type { CoordinatorV1Handlers } from '@tessera/contracts/handlers/coordinator-v1';
import type { ReverseProvisioningPlan } from '@tessera/contracts/types/coordinator-v1';
import { type HandlerContext, Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { withOneEnd } from '../../planning/plan-shape.ts';
import { findPlan, hasEnded, insertPlan, readTasks } from '../plans/plan-store.ts';

type Reverse = Pick<
  CoordinatorV1Handlers<HandlerContext>,
  'startReverseProvisioning' | 'getReverseProvisioningPlan'
>;

/** The operations that read technologies back into the catalog. */
export function createReverse(context: Context): Reverse {
  const { db, clock, ids, engine } = context;
  return {
    async startReverseProvisioning({ body }, { headers }) {
      const id = ids();
      const templates = [...new Set(body.infrastructureTemplateIds)];
      const { traceparent } = headers;
      await db.transaction().execute((tx) =>
        insertPlan(
          tx,
          {
            id,
            kind: 'REVERSE_PROVISIONING',
            unitId: body.useCaseTemplateId,
            environment: body.environment,
            version: '',
            descriptor: '',
            request: { reverse: body },
            traceparent: typeof traceparent === 'string' ? traceparent : undefined,
            tasks: withOneEnd(
              templates.map((template) => ({
                key: `template:${template}`,
                name: `Read back with ${template}`,
                action: 'REVERSE_PROVISIONING' as const,
                componentId: template,
                dependsOn: [],
              })),
            ),
          },
          clock.now(),
        ),
      );
      await engine.start('plan', id);
      return { status: 202, body: id };
    },
    async getReverseProvisioningPlan({ path: { token } }) {
      const plan = await findPlan(db, token);
      if (plan?.kind !== 'REVERSE_PROVISIONING')
        throw new Problem('COR_REVERSE_PROVISIONING_NOT_FOUND', { token });
      const tasks = await readTasks(db, token);
      const status = plan.status === 'COMPLETED' ? 'COMPLETED' : hasEnded(plan) ? 'FAILED' : 'RUNNING';
      // If two adapters change one field, the one that was named later wins.
      const updates =
        status === 'COMPLETED'
          ? Object.assign({}, ...tasks.map(({ result }) => (result === null ? {} : JSON.parse(result))))
          : {};
      return { status: 200, body: { status, updates, logs: await readLogs(context, token) } };
    },
  };
}

type Logs = NonNullable<ReverseProvisioningPlan['logs']>;

async function readLogs({ db }: Context, planId: string): Promise<Logs> {
  const rows = await db
    .selectFrom('log_entry')
    .select(['at', 'severity', 'message', 'phase'])
    .where('plan_id', '=', planId)
    .orderBy('id')
    .execute();
  return rows.map(({ at, severity, message, phase }) => ({
    timestamp: at.toISOString(),
    level: severity,
    message,
    ...(phase === null ? {} : { phase }),
  }));
}
