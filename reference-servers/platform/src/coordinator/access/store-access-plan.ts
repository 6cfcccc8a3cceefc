import type { AclRequest } from '@tessera/contracts/types/coordinator-v1';
import type { Context } from '../../context.ts';
import { notifyOfPlan, waitingOf } from '../../notifications/notification-store.ts';
import type { PlanRequest } from '../../storage/tables.ts';
import { findPlan, insertPlan, type NewTask } from '../plans/plan-store.ts';

/** A change of access, with its approval, if any. */
export interface AccessDemand {
  readonly access: AclRequest;
  readonly approval?: PlanRequest['approval'];
  readonly traceparent?: string | undefined;
}

/** Stores the plan of a change of access and starts it. Returns its token. */
export async function storeAccessPlan(
  context: Context,
  { access, approval, traceparent }: AccessDemand,
): Promise<string> {
  const { db, clock, ids, engine, changes, settings } = context;
  const id = ids();
  const port = await findOutputPort(db, access);
  await db.transaction().execute(async (tx) => {
    await insertPlan(
      tx,
      {
        id,
        kind: 'ACCESS',
        unitId: port.unitId,
        environment: access.environment,
        version: port.version,
        descriptor: port.descriptor,
        request: { access, ...(approval === undefined ? {} : { approval }) },
        traceparent,
        tasks: tasksFor(port.componentId, approval !== undefined),
      },
      clock.now(),
    );
    const plan = await findPlan(tx, id);
    if (plan !== undefined) await notifyOfPlan(tx, settings.webhooks, plan, 'asked', clock.now());
  });
  await engine.start('plan', id);
  for (const notification of await waitingOf(db, id)) await engine.start('notification', notification);
  changes.publish({ kind: 'plan', id });
  // Readers of the unit do not know the plan yet.
  changes.publish({ kind: 'unit', id: port.unitId });
  return id;
}

/** First the approval, then the adapter, then the marketplace: it shows access that has been granted. */
function tasksFor(componentId: string, needsApproval: boolean): NewTask[] {
  const name = componentId === '' ? 'Set access' : `Set access to ${componentId}`;
  const before = needsApproval ? ['approval'] : [];
  return [
    ...(needsApproval
      ? [{ key: 'approval', name: 'Ask for consent', action: 'APPROVAL' as const, dependsOn: [] }]
      : []),
    { key: 'access', name, action: 'UPDATEACL', componentId, dependsOn: before },
    {
      key: 'marketplace',
      name: 'Set access in the marketplace',
      action: 'MARKETPLACE_UPDATE',
      dependsOn: ['access'],
    },
  ];
}

interface OutputPort {
  readonly unitId: string;
  readonly componentId: string;
  readonly version: string;
  /** YAML text of the unit; empty when it was never provisioned. */
  readonly descriptor: string;
}

/** The output port that a request names; a data product with a single one needs no name. */
async function findOutputPort(db: Context['db'], request: AclRequest): Promise<OutputPort> {
  const { dataProductUrn, outputPortUrn, environment } = request;
  let found = db
    .selectFrom('component_state as component')
    .leftJoin('unit_state as unit', (join) =>
      join
        .onRef('unit.unit_id', '=', 'component.unit_id')
        .onRef('unit.environment', '=', 'component.environment'),
    )
    .select([
      'component.unit_id',
      'component.component_id',
      'component.descriptor as entry',
      'unit.version',
      'unit.descriptor',
    ])
    .where('component.environment', '=', environment);
  if (outputPortUrn !== undefined) found = found.where('component.component_id', '=', outputPortUrn);
  if (dataProductUrn !== undefined) found = found.where('component.unit_id', '=', dataProductUrn);
  const rows = await found.execute();
  const ports = rows.filter(({ entry }) => outputPortUrn !== undefined || isOutputPort(entry));
  const [port] = ports;
  return {
    unitId: port?.unit_id ?? dataProductUrn ?? outputPortUrn ?? '',
    componentId: outputPortUrn ?? (ports.length === 1 ? (port?.component_id ?? '') : ''),
    version: port?.version ?? '',
    descriptor: port?.descriptor ?? '',
  };
}

function isOutputPort({ kind }: Readonly<Record<string, unknown>>): boolean {
  return typeof kind === 'string' && kind.toLowerCase() === 'outputport';
}
