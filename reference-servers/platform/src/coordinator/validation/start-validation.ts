import type { ValidationPhaseResult } from '@tessera/contracts/types/coordinator-v2';
import type { Context } from '../../context.ts';
import { toYaml } from '../../descriptor/enrich.ts';
import { readUnit, type UnitDescriptor } from '../../descriptor/read-unit.ts';
import { listJudgedTypes } from '../../governance/entities/entity-store.ts';
import { type PlannedTask, withOneEnd } from '../../planning/plan-shape.ts';
import type { WithReferences } from '../../routes/types.ts';
import { insertPlan, type Plan, readTasks, type Task } from '../plans/plan-store.ts';
import { readFindings, toErrorBody, viewReferences } from './findings.ts';
import { kindOf } from './policy-work.ts';

/** What to validate. */
export interface ValidationDemand {
  readonly unit: UnitDescriptor;
  /** YAML text. */
  readonly descriptor: string;
  readonly environment: string;
  /** Components that the adapters validate; all when absent. */
  readonly componentIds?: ReadonlySet<string> | undefined;
  readonly traceparent?: string | undefined;
}

/** The kind of phase of each action of a validation. */
const KINDS: Readonly<Record<string, string>> = {
  VALIDATION: 'INTERNAL_VALIDATION_PHASE',
  POLICY_VALIDATE_DATAPRODUCT: 'POLICY_DATA_PRODUCT_VALIDATION_PHASE',
  POLICY_VALIDATE_COMPONENT: 'POLICY_COMPONENT_VALIDATION_PHASE',
  VALIDATE_COMPONENT: 'COMPONENT_VALIDATION_PHASE',
  VALIDATE_DATAPRODUCT: 'DATA_PRODUCT_VALIDATION_PHASE',
  VALIDATE_DATAPRODUCT_CATALOG: 'DATA_PRODUCT_CATALOG_VALIDATION_PHASE',
};

/** Stores the plan of a validation; the caller starts it. */
export async function storeValidation(
  context: Context,
  id: string,
  { unit, descriptor, environment, componentIds, traceparent }: ValidationDemand,
): Promise<void> {
  const judged = await listJudgedTypes(context.db, environment, 'deployment');
  const plan = {
    id,
    kind: 'VALIDATION' as const,
    unitId: unit.id,
    environment,
    version: unit.version,
    descriptor,
    request: {},
    traceparent,
    tasks: shapeValidation({
      unit,
      hasCatalog: context.settings.dataCatalog !== undefined,
      judged,
      componentIds,
    }),
  };
  await context.db.transaction().execute((tx) => insertPlan(tx, plan, context.clock.now()));
}

interface ValidationShape {
  readonly unit: UnitDescriptor;
  readonly hasCatalog: boolean;
  /** Resource types with policies or metrics at a deployment in the environment. */
  readonly judged: ReadonlySet<string>;
  readonly componentIds: ReadonlySet<string> | undefined;
}

function shapeValidation({ unit, hasCatalog, judged, componentIds }: ValidationShape): PlannedTask[] {
  const dependsOn = ['internal'];
  const components = unit.components
    .filter(({ id }) => componentIds?.has(id) !== false)
    .flatMap(({ id, name, fields }): PlannedTask[] => {
      const about = { componentId: id, dependsOn };
      const policies = {
        key: `policies:${id}`,
        name: `Check ${name} against policies`,
        action: 'POLICY_VALIDATE_COMPONENT' as const,
        ...about,
      };
      const adapter = {
        key: `component:${id}`,
        name: `Ask the tech adapter about ${name}`,
        action: 'VALIDATE_COMPONENT' as const,
        ...about,
      };
      return judged.has(kindOf(fields, 'component')) ? [policies, adapter] : [adapter];
    });
  // Two components with one id are one task; the coordinator itself reports the duplicate.
  const unique = [...new Map(components.map((task) => [task.key, task])).values()];
  return withOneEnd([
    { key: 'internal', name: 'Check the descriptor', action: 'VALIDATION', dependsOn: [] },
    ...(judged.has(kindOf(unit.fields, 'dataproduct'))
      ? [
          {
            key: 'policies',
            name: `Check ${unit.name} against policies`,
            action: 'POLICY_VALIDATE_DATAPRODUCT' as const,
            dependsOn,
          },
        ]
      : []),
    ...unique,
    ...(unit.infrastructureTemplateId === undefined
      ? []
      : [
          {
            key: 'unit',
            name: `Ask the tech adapter of ${unit.name}`,
            action: 'VALIDATE_DATAPRODUCT' as const,
            dependsOn,
          },
        ]),
    ...(hasCatalog
      ? [
          {
            key: 'data-catalog',
            name: 'Ask the data catalog',
            action: 'VALIDATE_DATAPRODUCT_CATALOG' as const,
            dependsOn,
          },
        ]
      : []),
  ]);
}

/** The findings of each phase that has begun, and the policies that they name. */
export async function readPhases(
  context: Context,
  plan: Plan,
): Promise<{ readonly results: ValidationPhaseResult[] } & WithReferences> {
  const { unit } = readUnit(plan.descriptor);
  const tasks = await readTasks(context.db, plan.id);
  return { results: tasks.flatMap((task) => viewPhase(task, plan, unit) ?? []), ...viewReferences(tasks) };
}

function viewPhase(
  task: Task,
  plan: Plan,
  unit: UnitDescriptor | undefined,
): ValidationPhaseResult | undefined {
  const kind = KINDS[task.action];
  const findings = readFindings(task.result);
  if (kind === undefined || task.started_at === null || findings.isSkipped === true) return undefined;
  const component = unit?.components.find(({ id }) => id === task.component_id);
  const errors = toErrorBody(findings);
  return {
    validationPhaseKind: kind,
    validatedDescriptor: component === undefined ? plan.descriptor : toYaml(component.fields),
    status: task.status === 'COMPLETED' ? 'COMPLETED' : task.status === 'RUNNING' ? 'RUNNING' : 'FAILED',
    ...(errors === undefined ? {} : { errors }),
  };
}

/** The findings about the descriptor, over all phases; and why phases could not run. */
export async function readProblems(
  context: Context,
  planId: string,
): Promise<{ readonly findings: readonly string[]; readonly failures: readonly string[] }> {
  const tasks = await readTasks(context.db, planId);
  const sentences = (of: readonly Task[]): string[] =>
    of.flatMap(({ result, name, component_id }) =>
      readFindings(result).errors.map((error) => `${component_id ?? name}: ${error}`),
    );
  return {
    findings: sentences(tasks.filter(({ status }) => status !== 'FAILED')),
    failures: sentences(tasks.filter(({ status }) => status === 'FAILED')),
  };
}
