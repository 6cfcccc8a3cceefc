import type { EvaluationReport, EvaluationResult } from '@tessera/contracts/types/governance';
import type { Log } from '@tessera/contracts/types/tech-adapter';
import type { Context } from '../../context.ts';
import { toYaml } from '../../descriptor/enrich.ts';
import { readUnit } from '../../descriptor/read-unit.ts';
import type { Engines } from '../../governance/engines/engine.ts';
import { findReport, viewReport } from '../../governance/evaluation/report-store.ts';
import { evaluateNow } from '../../governance/evaluation/run-evaluation.ts';
import { storeEvaluation } from '../../governance/evaluation/start-evaluation.ts';
import { readTasks } from '../plans/plan-store.ts';
import type { Outcome, TaskInPlan, TaskWork } from '../tasks/task-work.ts';
import { readFindings, writeFindings } from './findings.ts';

/**
 * Evaluates a unit, or one of its components, against the policies that run at deployment. The result is the report, as
 * JSON.
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
      return outcomeOf(await viewReport(context.db, report, { withDescriptors: false }), context.clock.now());
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
    resourceType: kindOf(subject.fields),
    // The text as sent, so that places in findings are those of the sender.
    descriptor: component === undefined ? plan.descriptor : toYaml(component.fields),
  };
}

/** The resource type of a unit or a component is its kind. */
export function kindOf(fields: Readonly<Record<string, unknown>>): string {
  const { kind } = fields;
  return typeof kind === 'string' && kind !== '' ? kind : 'dataproduct';
}

/** Findings that do not block are in the log of the plan. */
function outcomeOf(report: EvaluationReport, now: Date): Outcome {
  const logs = report.evaluationResults.flatMap((result) => toLog(result, now) ?? []);
  return { state: 'COMPLETED', result: JSON.stringify(report), logs };
}

function toLog({ outcome, governanceEntityId, result }: EvaluationResult, now: Date): Log | undefined {
  const level = { warning: 'WARNING', not_blocking_error: 'WARNING', info: 'INFO' } as const;
  if (!(outcome === 'warning' || outcome === 'not_blocking_error' || outcome === 'info')) return undefined;
  const problem = result?.errors?.join('; ') || 'not satisfied';
  return {
    timestamp: now.toISOString(),
    level: level[outcome],
    message: `policy ${governanceEntityId} (${outcome}): ${problem}`,
  };
}
