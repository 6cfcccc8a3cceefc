import type {
  EvaluationOutcome,
  EvaluationReport,
  EvaluationResult,
} from '@tessera/contracts/types/governance';
import type { Log } from '@tessera/contracts/types/tech-adapter';
import type { Context } from '../../context.ts';
import { toYaml } from '../../descriptor/enrich.ts';
import { readUnit } from '../../descriptor/read-unit.ts';
import type { Engines } from '../../governance/engines/engine.ts';
import { readNames } from '../../governance/entities/entity-store.ts';
import { findReport, viewReport } from '../../governance/evaluation/report-store.ts';
import { evaluateNow } from '../../governance/evaluation/run-evaluation.ts';
import { storeEvaluation } from '../../governance/evaluation/start-evaluation.ts';
import type { PolicyReference } from '../../routes/types.ts';
import { readTasks } from '../plans/plan-store.ts';
import type { Outcome, TaskInPlan, TaskWork } from '../tasks/task-work.ts';
import { readFindings, writeFindings } from './findings.ts';

/**
 * Evaluates a unit, or one of its components, against the policies that run at deployment. The result is the report, as
 * JSON, with the findings that block in `errors`.
 */
export function policyWork(context: Context, engines: Engines): TaskWork {
  return {
    async start(about) {
      const { plan, task } = about;
      const tasks = await readTasks(context.db, plan.id);
      const internal = tasks.find(({ action }) => action === 'VALIDATION');
      if (internal !== undefined && readFindings(internal.result).errors.length > 0)
        return { state: 'COMPLETED', result: writeFindings({ errors: [], isSkipped: true }) };
      const resource = describeResource(about);
      if (resource === undefined) return { state: 'FAILED', problem: 'the descriptor is not readable' };
      const id = task.id.replaceAll('/', '-');
      const demand = { timing: 'deployment', taskId: task.id } as const;
      await context.db
        .transaction()
        .execute((tx) =>
          storeEvaluation(tx, { id, resource, scope: 'evaluation', demand }, context.clock.now()),
        );
      await evaluateNow(context, engines, id, { planId: plan.id, taskId: task.id, reportId: id });
      const report = await findReport(context.db, id);
      if (report === undefined) throw new Error(`the report ${id} is gone`);
      // The plan holds the descriptor; a copy for each policy would multiply the size of the result.
      const view = await viewReport(context.db, report, { withDescriptors: false });
      const names = await readNames(
        context.db,
        view.evaluationResults.map(({ governanceEntityId }) => governanceEntityId),
      );
      return outcomeOf(view, names, context.clock.now());
    },
  };
}

function describeResource({ plan, task }: TaskInPlan) {
  const { unit } = readUnit(plan.descriptor);
  const component = unit?.components.find(({ id }) => id === task.component_id);
  const subject = task.component_id === null ? unit : component;
  if (subject === undefined) return undefined;
  return {
    id: subject.id,
    displayName: subject.name,
    environment: plan.environment,
    resourceType: kindOf(subject.fields, component === undefined ? 'dataproduct' : 'component'),
    // The text as sent, so that places in findings are those of the sender.
    descriptor: component === undefined ? plan.descriptor : toYaml(component.fields),
  };
}

/** The resource type of a unit or a component is its kind; a component without a kind is no data product. */
export function kindOf(
  { kind }: Readonly<Record<string, unknown>>,
  otherwise: 'dataproduct' | 'component',
): string {
  return typeof kind === 'string' && kind !== '' ? kind : otherwise;
}

/** The report, with the findings that block; the others are in the log of the plan. */
function outcomeOf(report: EvaluationReport, names: ReadonlyMap<string, string>, now: Date): Outcome {
  const failures = report.evaluationResults
    .filter(({ outcome }) => outcome !== 'ok')
    .map((result) => describeFailure(result, names.get(result.governanceEntityId) ?? '', report.id));
  const errors = failures.filter(({ outcome }) => outcome === 'error').flatMap(({ messages }) => messages);
  const logs = failures.flatMap(({ outcome, messages }): Log[] => {
    const level = LEVELS[outcome];
    return level === undefined
      ? []
      : messages.map((message) => ({ timestamp: now.toISOString(), level, message }));
  });
  const references = failures.map(({ outcome: _, ...reference }): PolicyReference => reference);
  return { state: 'COMPLETED', result: JSON.stringify({ ...report, errors, references }), logs };
}

/** The level in the log of each outcome that does not block. */
const LEVELS: Partial<Record<EvaluationOutcome, Log['level']>> = {
  warning: 'WARNING',
  not_blocking_error: 'WARNING',
  info: 'INFO',
};

interface Failure extends PolicyReference {
  readonly outcome: EvaluationOutcome;
}

/** A policy that is not satisfied: a sentence for each finding that blocks, one sentence for the others together. */
function describeFailure(
  { governanceEntityId: policyId, outcome, result }: EvaluationResult,
  policyName: string,
  reportId: string,
): Failure {
  const isError = result?.isError === true;
  const verdict = isError ? 'could not be evaluated' : 'is not satisfied';
  const effect = outcome === 'error' ? '' : ` (${outcome})`;
  const policy = `policy ${JSON.stringify(policyName)} (${policyId}) in report ${reportId} ${verdict}${effect}`;
  const errors = result?.errors ?? [];
  const sentences = errors.length === 0 ? [policy] : errors.map((error) => `${policy}: ${error}`);
  const messages = outcome === 'error' ? sentences : [sentences.join('; ')];
  return { policyId, policyName, reportId, isError, outcome, messages };
}
