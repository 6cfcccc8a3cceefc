import type { ProvisioningPreview, ProvisioningRequest } from '@tessera/contracts/types/coordinator-v2';
import { Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { enrich, toYaml } from '../../descriptor/enrich.ts';
import { readUnit, toComponent, type UnitDescriptor } from '../../descriptor/read-unit.ts';
import { shapePlan } from '../../planning/plan-shape.ts';
import { type PlannedOperation, type PreviewProblem, preview } from '../../planning/preview.ts';
import type { PlanRequest } from '../../storage/tables.ts';
import { findActivePlan, insertPlan } from '../plans/plan-store.ts';
import {
  type ComponentChange,
  readUnit as readStoredUnit,
  resultsOf,
  saveComponents,
  type Unit,
} from '../units/unit-store.ts';

/** A request to change a unit in an environment. */
export interface ProvisioningDemand {
  readonly unitId: string;
  readonly environment: string;
  readonly request: ProvisioningRequest;
  /** Target states that the request leaves out are inferred. */
  readonly autofill: boolean;
  readonly traceparent?: string | undefined;
}

interface Previewed {
  readonly unit: UnitDescriptor;
  readonly stored: Unit | undefined;
  readonly outcome: ProvisioningPreview['outcome'];
  readonly operations: readonly PlannedOperation[];
  readonly conflicting: readonly PlannedOperation[];
}

/**
 * The preview of a request, as the contract shows it.
 * @throws Problem when the request or its descriptor cannot be accepted
 */
export async function previewDemand(
  context: Context,
  demand: ProvisioningDemand,
): Promise<ProvisioningPreview> {
  return viewPreview(await makePreview(context, context.db, demand));
}

/**
 * Stores a plan for a request and starts it. Returns the token of the plan.
 * @throws Problem when the request cannot be accepted, contradicts itself, or the unit is busy
 */
export async function startProvisioning(context: Context, demand: ProvisioningDemand): Promise<string> {
  const { db, clock, ids, engine, changes } = context;
  const { unitId, environment } = demand;
  const id = ids();
  try {
    await db.transaction().execute(async (tx) => {
      const active = await findActivePlan(tx, unitId, environment);
      if (active !== undefined) throw busy(demand, active.id);
      const previewed = await makePreview(context, tx, demand);
      if (previewed.outcome !== 'OK') {
        throw new Problem('ABORTED_FOR_CONFLICTS', {}, { members: viewPreview(previewed) });
      }
      const { unit, operations } = previewed;
      await insertPlan(
        tx,
        {
          id,
          kind: 'PROVISIONING',
          unitId,
          environment,
          version: unit.version,
          descriptor: demand.request.descriptor,
          request: {
            removing: removing(operations),
            deploys: operations.some(({ action }) => action === 'DEPLOY'),
            ...describeLatest(previewed.stored),
          },
          traceparent: demand.traceparent,
          tasks: tasksFor(context, previewed),
        },
        clock.now(),
      );
      await saveComponents(tx, newComponents(demand, previewed), clock.now());
    });
  } catch (cause) {
    // With two concurrent requests, the unique index of active plans accepts one of them.
    if (!isUniqueViolation(cause)) throw cause;
    const active = await findActivePlan(db, unitId, environment);
    throw busy(demand, active?.id ?? '');
  }
  await engine.start('plan', id);
  changes.publish({ kind: 'plan', id });
  changes.publish({ kind: 'unit', id: unitId });
  return id;
}

async function makePreview(
  { settings: { environments } }: Context,
  db: Context['db'],
  demand: ProvisioningDemand,
): Promise<Previewed> {
  const { unitId, environment, request, autofill } = demand;
  if (!environments.includes(environment)) {
    const problem = `must be one of ${environments.join(', ')}`;
    const field = 'environment';
    throw new Problem('COR_REQUEST_INVALID', { field, problem }, { inputErrorField: field });
  }
  const { unit, problem } = readUnit(request.descriptor);
  if (unit === undefined) {
    throw new Problem('COR_PARSE_DESCR_1', { problem }, { inputErrorField: 'descriptor' });
  }
  if (unit.id !== unitId) {
    throw new Problem(
      'COR_UNIT_MISMATCH',
      { descriptorId: unit.id, unitId },
      { inputErrorField: 'descriptor' },
    );
  }
  const stored = await readStoredUnit(db, unitId, environment);
  const known = (stored?.components ?? []).map(({ component_id, status, descriptor }) => ({
    id: component_id,
    status,
    dependsOn: toComponent(descriptor).dependsOn,
  }));
  const result = preview({ target: unit.components, known, request, autofill });
  if (result.problems !== undefined) throw problemOf(result.problems);
  return { ...result, unit, stored };
}

function viewPreview({ outcome, operations, conflicting }: Previewed): ProvisioningPreview {
  const view = (list: readonly PlannedOperation[]) =>
    list.map(({ after: _after, ...operation }) => operation);
  return { outcome, operations: view(operations), conflictingOperations: view(conflicting) };
}

function tasksFor({ settings }: Context, { unit, stored, operations }: Previewed) {
  const touched = new Map(operations.map(({ componentId, action }) => [componentId, action]));
  const untouched = (stored?.components ?? []).filter(
    ({ component_id }) => (touched.get(component_id) ?? 'NO_ACTION') === 'NO_ACTION',
  );
  return shapePlan({
    operations,
    names: new Map(
      [
        ...(stored?.components ?? []).map(({ descriptor }) => toComponent(descriptor)),
        ...unit.components,
      ].map(({ id, name }) => [id, name]),
    ),
    unitName: unit.name,
    hasTemplate: unit.infrastructureTemplateId !== undefined,
    remains:
      operations.some(({ action }) => action === 'DEPLOY') ||
      untouched.some(({ status }) => status !== 'NOT_DEPLOYED'),
    isCorrupt: stored?.state?.is_corrupt === true,
    hasCatalog: settings.dataCatalog !== undefined,
    hasMarketplace: settings.marketplace !== undefined,
  });
}

/** Components that are new in this environment; they are stored as not deployed. */
function newComponents(
  { unitId, environment }: ProvisioningDemand,
  { unit, stored, operations }: Previewed,
): ComponentChange[] {
  const known = new Set(stored?.components.map(({ component_id }) => component_id));
  const touched = new Set(operations.map(({ componentId }) => componentId));
  return unit.components
    .filter(({ id }) => touched.has(id) && !known.has(id))
    .map(({ id, fields }) => ({
      unitId,
      environment,
      componentId: id,
      status: 'NOT_DEPLOYED',
      version: unit.version,
      descriptor: fields,
      operation: 'Deploy',
      operationStatus: 'NotStarted',
    }));
}

function removing(operations: readonly PlannedOperation[]): string[] {
  return operations
    .filter(({ action }) => action === 'UNDEPLOY_AND_REMOVE_DATA')
    .map(({ componentId }) => componentId);
}

/**
 * The components deployed before a plan, shared by all requests of the plan: a copy for each would grow with the
 * square.
 */
function describeLatest(stored: Unit | undefined): PlanRequest {
  const latest = stored?.state === undefined ? undefined : readUnit(stored.state.descriptor).unit;
  if (stored === undefined || latest === undefined) return {};
  const enriched = enrich(latest.fields, resultsOf(stored.components), { withOperations: true });
  return { latestEnrichedDescriptor: toYaml(enriched) };
}

function busy({ unitId, environment }: ProvisioningDemand, token: string): Problem {
  return new Problem('COR_UNIT_BUSY', { unitId, environment, token });
}

/** One response that lists every problem of a request. */
function problemOf(problems: readonly PreviewProblem[]): Problem {
  const [first, ...also] = problems.map(toProblem);
  if (first === undefined) throw new Error('a request without problems is not refused');
  return new Problem(first.code, first.values, { ...first.details, also });
}

function toProblem(problem: PreviewProblem): Problem {
  const details = { inputErrorField: problem.field };
  const { code } = problem;
  if (code === 'COR_REQUEST_INVALID') {
    return new Problem(code, { field: problem.field, problem: problem.problem }, details);
  }
  const { componentId } = problem;
  if (code !== 'COR_ACTION_MISFIT') return new Problem(code, { componentId }, details);
  return new Problem(
    code,
    { componentId, action: problem.action, targetStatus: problem.targetStatus },
    details,
  );
}

const UNIQUE_VIOLATION = '23505';

function isUniqueViolation(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION;
}
