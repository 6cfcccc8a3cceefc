import type { CoordinatorV1Handlers } from '@tessera/contracts/handlers/coordinator-v1';
import type { AclRequest } from '@tessera/contracts/types/coordinator-v1';
import type { HandlerContext } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import type { PlannedTask } from '../../planning/plan-shape.ts';
import { insertPlan } from '../plans/plan-store.ts';

/** The operation that sets who has access. */
export function createAccess(context: Context): Pick<CoordinatorV1Handlers<HandlerContext>, 'updateAcl'> {
  return {
    async updateAcl({ body }, { headers }) {
      const { db, clock, ids, engine } = context;
      const id = ids();
      const port = await findOutputPort(db, body);
      const { traceparent } = headers;
      await db.transaction().execute((tx) =>
        insertPlan(
          tx,
          {
            id,
            kind: 'ACCESS',
            unitId: port.unitId,
            environment: body.environment,
            version: port.version,
            descriptor: port.descriptor,
            request: { access: body },
            traceparent: typeof traceparent === 'string' ? traceparent : undefined,
            tasks: tasksFor(port.componentId),
          },
          clock.now(),
        ),
      );
      await engine.start('plan', id);
      return { status: 202, body: id };
    },
  };
}

/** First the adapter, then the marketplace: it shows access that has been granted. */
function tasksFor(componentId: string): PlannedTask[] {
  return [
    { key: 'access', name: `Set access to ${componentId}`, action: 'UPDATEACL', componentId, dependsOn: [] },
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

/** The output port that a request names; a data product with a single one needs no further name. */
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
