import { errorFieldChecks } from '../checks/error-fields.ts';
import { taskAnswerChecks } from '../checks/task-answers.ts';
import { secretsCheck } from '../laws/secrets.ts';
import type { Check } from '../suite/check.ts';
import type { Run, Suite } from '../suite/run.ts';
import { agentChecks } from './platform/agents.ts';
import { answerChecks } from './platform/answers.ts';
import { apartChecks } from './platform/apart.ts';
import { conflictChecks } from './platform/conflicts.ts';
import { deployingChecks } from './platform/deploying.ts';
import { endingChecks } from './platform/endings.ts';
import { createFacts, type Facts } from './platform/facts.ts';
import { filterChecks } from './platform/filters.ts';
import { governingChecks } from './platform/governing.ts';
import { haltingChecks } from './platform/halting.ts';
import { keepingChecks } from './platform/keeping.ts';
import { kindsOf } from './platform/knowledge.ts';
import { limitChecks } from './platform/limits.ts';
import { linkageChecks } from './platform/linkage.ts';
import { mergePlatform } from './platform/merged-contract.ts';
import { outcomeChecks } from './platform/outcomes.ts';
import { pagingChecks } from './platform/paging.ts';
import { planTaskCheck } from './platform/plan-tasks.ts';
import { presenceChecks } from './platform/presence.ts';
import { previewChecks } from './platform/previewing.ts';
import { provisioningChecks } from './platform/provisioning.ts';
import { pushingChecks } from './platform/pushing.ts';
import { readBackChecks } from './platform/read-back.ts';
import { refusalChecks } from './platform/refusals.ts';
import { replacingChecks } from './platform/replacing.ts';
import { reportChecks } from './platform/reporting.ts';
import { resourceChecks } from './platform/resources.ts';
import { ruleChecks } from './platform/rules.ts';
import { ENVIRONMENT } from './platform/samples.ts';
import { senseChecks } from './platform/sense.ts';
import { takingChecks } from './platform/taking.ts';
import { undoRun } from './platform/undo.ts';

const CONTRACT = mergePlatform();
const SECRETS = { of: 'secrets', title: 'A key that was sent is in no answer' };

/** The checks of a platform: computed over the operations of all its APIs, read-only unless the run may write. */
export const platformSuite: Suite = {
  contract: CONTRACT,
  requirements: ['platform.json'],
  frozen: 'platform.frozen.json',
  claims: [],
  findingsMayAnswer: [],
  idKinds: [...new Set([ENVIRONMENT, ...kindsOf(Object.values(CONTRACT.table.operations))])],
  readsOnly: true,
  computesItsChecks: true,
  open(run) {
    const facts = createFacts(run);
    return {
      primary: Object.fromEntries(facts.operations.map(({ id }) => [id, 'P-01'])),
      gate: facts.gate,
      goodBody: facts.goodBody,
      cleanUp: () => undoRun(facts),
      checks: [
        ...presenceChecks(facts),
        followCheck(facts),
        ...refusalChecks(facts),
        ...pagingChecks(facts),
        ...limitChecks(facts),
        ...filterChecks(facts),
        ...readBackChecks(facts),
        ...linkageChecks(facts),
        secretsCheck(run, 'P-58', SECRETS),
        ...deployingChecks(facts),
        ...replacingChecks(facts),
        ...agentChecks(facts),
        ...apartChecks(facts),
        ...ruleChecks(facts),
        ...resourceChecks(facts),
        ...reportChecks(facts),
        ...outcomeChecks(facts),
        ...governingChecks(facts),
        ...pushingChecks(facts),
        ...previewChecks(facts),
        ...provisioningChecks(facts),
        ...conflictChecks(facts),
        ...haltingChecks(facts),
        ...takingChecks(facts),
        ...keepingChecks(facts),
        ...taskChecks(run),
        ...fieldChecks(run),
        ...answerChecks(run),
        ...senseChecks(facts),
        ...endingChecks(facts),
        planTaskCheck(facts),
      ],
    };
  },
};

/** A requirement of the platform, and the title of a check if the requirement has several. */
type Part = readonly [requirement: string, title?: string];

/** Requirements on tasks, each with the requirement of the platform that contains it. */
const TASKS: Readonly<Record<string, Part>> = {
  'A-01': ['P-31'],
  'A-02': ['P-32'],
  'A-04': ['P-33'],
  'A-05': ['P-34', 'The first state of a task is the initial state or a terminal one'],
  'A-06': ['P-34', 'A task changes its state only by transitions of its lifecycle'],
  'A-07': ['P-35', 'No task is unfinished when its time is over'],
  'A-08': ['P-36', 'The state and the outcome of a finished task never change'],
  'A-09': ['P-36', 'The token of a finished task still works'],
  'CO-04': ['P-36', 'A finished task keeps its information and its log entries'],
  'A-15': ['P-08', 'The token of a task is returned within the limit'],
  'CO-07': ['P-08', 'Polls and requests to stop a task respond within the limit'],
};

/** The monitors of adapter tasks also check the tasks of a platform. */
function taskChecks(run: Run): Check[] {
  return taskAnswerChecks({
    ...run,
    check: (asked, scope, judge) => {
      const [requirement, title]: Part = TASKS[asked] ?? ['P-34'];
      const named = title === undefined ? {} : { title };
      return run.check(requirement, { ...scope, ...named, of: asked }, judge);
    },
  });
}

/** The monitor of adapter errors also checks the field in an error. */
function fieldChecks(run: Run): Check[] {
  const title = 'The field that an error names is the one that is wrong';
  return errorFieldChecks({
    ...run,
    check: (_requirement, scope, judge) => run.check('P-61', { ...scope, of: 'field', title }, judge),
  });
}

/** Polls started tasks to their end, so that the monitors have answers to check. */
function followCheck(facts: Facts): Check {
  const { run } = facts;
  return run.check('P-35', { of: 'tasks' }, async (trial) => {
    const starters = facts.operations.filter((one) => one.longRunning !== undefined && facts.mayCall(one));
    await Promise.all(starters.map(({ id }) => facts.good(id).catch(() => undefined)));
    for (const { begun, ended } of facts.followed) {
      trial.saw(begun.exchange);
      await ended;
    }
  });
}
