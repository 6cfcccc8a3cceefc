import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LifecycleName, lifecycles } from '@tessera/contracts/lifecycles';
import { type RuleId, rules } from '@tessera/contracts/rules';
import type { LifecycleEntry, RuleEntry } from '@tessera/contracts/vocabulary';
import { describe, expect, it } from 'vitest';

/** The APIs of the platform. */
const APIS = ['coordinator-v1', 'coordinator-v2', 'builder', 'governance', 'assistant', 'docs-agent'];

const ROOT = join(import.meta.dirname, '../../..');
const PLATFORM = 'reference-servers/platform/src';
const SUITE = 'conformance/src/cases/platform/rules.ts';

/** The test that goes through the cases of each rule. Those of the suite run against the platform in `conformance.test.ts`. */
const RULE_TESTS: Readonly<Partial<Record<RuleId, string>>> = {
  'registration-version-in-urn': SUITE,
  'registration-one-policy-per-resource-type': SUITE,
  'template-one-policy-per-resource-type': SUITE,
  'results-need-a-state-in-force': `${PLATFORM}/governance/rules.test.ts`,
  'next-version-is-a-clone': `${PLATFORM}/governance/rules.test.ts`,
  'strategy-shapes-the-document': `${PLATFORM}/governance/rules.test.ts`,
  'report-status-from-outcomes': `${PLATFORM}/governance/evaluation/outcomes.test.ts`,
  'outcome-of-a-policy': `${PLATFORM}/governance/evaluation/outcomes.test.ts`,
  'first-fitting-range': `${PLATFORM}/governance/evaluation/outcomes.test.ts`,
  'cron-next-time': 'client-sdk/src/cron.test.ts',
  'frequency-is-cron': `${PLATFORM}/governance/resources.test.ts`,
  'tolerance-is-a-duration': `${PLATFORM}/governance/resources.test.ts`,
  'tolerance-has-bounds': `${PLATFORM}/governance/resources.test.ts`,
  'deadline-may-extend': `${PLATFORM}/governance/resources/deadline.test.ts`,
  'every-component-needs-a-target-status': `${PLATFORM}/planning/preview.test.ts`,
  'removed-components-need-a-target-status': `${PLATFORM}/planning/preview.test.ts`,
  'dependencies-are-drawn-in': `${PLATFORM}/planning/preview.test.ts`,
  'action-fits-target-status': `${PLATFORM}/planning/preview.test.ts`,
  'undeploy-of-undeployed-is-no-action': `${PLATFORM}/planning/preview.test.ts`,
  'unit-status-from-components': `${PLATFORM}/planning/unit-status.test.ts`,
};

describe('the rules of the platform', () => {
  const listed = Object.values<RuleEntry>(rules).filter(({ api }) => APIS.includes(api));

  it('each have a test that reads its cases', () => {
    const tested = listed.filter(({ id }) => {
      const file = Object.entries(RULE_TESTS).find(([rule]) => rule === id)?.[1];
      return file !== undefined && readText(file).includes(`'${id}'`);
    });
    const rest = listed.filter((rule) => !tested.includes(rule)).map(({ id }) => id);
    console.log(`rules: ${tested.length} of ${listed.length}`, rest);
    expect(rest).toEqual([]);
  });
});

/** A test of a move, by its file and its title. */
type Evidence = readonly [file: string, title: string];

const EVALUATION: Evidence = [
  `${PLATFORM}/governance/evaluation.test.ts`,
  'is as bad as its worst outcome; a failure on trial does not block',
];
const RESOURCES = `${PLATFORM}/governance/resources.test.ts`;
const ON_RESULT: Evidence = [
  RESOURCES,
  'when the id of a result is sent, and not when the same is sent again',
];
const ON_PUSH: Evidence = [RESOURCES, 'when a result of a policy is pushed'];
const ON_MEASURE: Evidence = [RESOURCES, 'when a result of a metric is pushed'];
const ON_REPORT: Evidence = [RESOURCES, 'when a report is taken over'];
const PASSING: Evidence = [RESOURCES, 'is overdue, then late, until it is ended'];
const JOURNEY = `${PLATFORM}/journey.test.ts`;
const TERMINATE = `${PLATFORM}/coordinator/plans/terminate.test.ts`;
const BUSY: Evidence = [
  `${PLATFORM}/coordinator/plans/busy-unit.test.ts`,
  'refuses version 1 too, and is free when the plan is stopped safely, and then by force',
];

/** The tests that cause the moves of each lifecycle, by `from to operation`. One test goes through all moves of the first. */
const MOVE_TESTS: Readonly<Partial<Record<LifecycleName, Evidence | Readonly<Record<string, Evidence>>>>> = {
  GovernanceEntityStatus: [
    `${PLATFORM}/governance/entities.test.ts`,
    'of the kind %s take every move of the lifecycle, and no other',
  ],
  EvaluationReportStatus: {
    'pending completedWithSuccess server': [EVALUATION[0], 'of nothing that applies succeeds'],
    'pending completedWithWarning server': EVALUATION,
    'pending completedWithError server': EVALUATION,
  },
  ResultSchedulingStatus: {
    'ON_TIME IN_TOLERANCE_WINDOW server': PASSING,
    'IN_TOLERANCE_WINDOW LATE server': PASSING,
    'IN_TOLERANCE_WINDOW ON_TIME updateEvaluationStatus': ON_RESULT,
    'LATE ON_TIME updateEvaluationStatus': ON_RESULT,
    'LATE IN_TOLERANCE_WINDOW updateEvaluationStatus': [
      RESOURCES,
      'brings what is late back into a longer tolerance window, and not out of it',
    ],
    'IN_TOLERANCE_WINDOW ON_TIME scheduleFromReport': ON_REPORT,
    'LATE ON_TIME scheduleFromReport': ON_REPORT,
    'IN_TOLERANCE_WINDOW ON_TIME pushPolicyEvaluationResults': ON_PUSH,
    'LATE ON_TIME pushPolicyEvaluationResults': ON_PUSH,
    'IN_TOLERANCE_WINDOW ON_TIME pushMetricEvaluationResults': ON_MEASURE,
    'LATE ON_TIME pushMetricEvaluationResults': ON_MEASURE,
  },
  ExecutionPlanStatus: {
    'RUNNING COMPLETED server': [
      JOURNEY,
      'deploys a unit, keeps its results, and undeploys it with its data',
    ],
    'RUNNING FAILED server': [
      `${PLATFORM}/governance/deployment.test.ts`,
      'block with the severity error when they are enabled',
    ],
    'RUNNING TERMINATING terminateProvisioningPlan': BUSY,
    'TERMINATING TERMINATED terminateExecutionPlan': BUSY,
    'TERMINATING TERMINATED server': [TERMINATE, 'safely lets a task finish whose adapter cannot stop it'],
    'RUNNING TERMINATING terminateExecutionPlan': [
      TERMINATE,
      'safely asks the adapter to stop, waits for it, and starts nothing else',
    ],
    'RUNNING TERMINATED terminateExecutionPlan': [
      TERMINATE,
      'by force while a component is deployed marks it as corrupt at once',
    ],
  },
  ValidationTaskStatus: {
    'RUNNING COMPLETED server': [JOURNEY, 'validates without deploying, and lists what each phase found'],
  },
  HookStatus: {
    'WAITING KO server': [
      `${PLATFORM}/builder/hook.test.ts`,
      'a request for access that a hook rejects fails, and no later decision changes that',
    ],
    'WAITING OK server': [JOURNEY, 'asks a remote request hook before it sets access that was requested'],
  },
};

/** Moves without a test in this package, and why. */
const UNTESTED_MOVES: Readonly<Record<string, string>> = {
  'ValidationTaskStatus RUNNING FAILED server':
    'the checks of the platform end with findings, or with a failed phase',
  'ReverseProvisioningTaskStatus RUNNING COMPLETED server': 'the suite starts the task and waits for it',
  'ReverseProvisioningTaskStatus RUNNING FAILED server': 'no adapter of a test fails at this',
};

describe('the lifecycles of the platform', () => {
  const moves = Object.entries<LifecycleEntry>(lifecycles).flatMap(([name, { transitions, apis }]) =>
    transitions === 'unspecified' || !apis.some((api) => APIS.includes(api))
      ? []
      : transitions.map(({ from, to, by }) => ({ name, move: `${from} ${to} ${by}` })),
  );

  it('each have a test for every move, or a reason for its absence', () => {
    const rest = moves.flatMap(({ name, move }) => (hasTest(name, move) ? [] : [`${name} ${move}`]));
    const reasons = rest.map((move) => `${move}: ${UNTESTED_MOVES[move] ?? 'no reason is given'}`);
    console.log(`moves of lifecycles: ${moves.length - rest.length} of ${moves.length}`, reasons);
    expect(rest.toSorted()).toEqual(Object.keys(UNTESTED_MOVES).toSorted());
  });
});

function hasTest(lifecycle: string, move: string): boolean {
  const tests = Object.entries(MOVE_TESTS).find(([name]) => name === lifecycle)?.[1] ?? {};
  const evidence = isEvidence(tests) ? tests : tests[move];
  return evidence !== undefined && readText(evidence[0]).includes(evidence[1]);
}

function isEvidence(tests: Evidence | Readonly<Record<string, Evidence>>): tests is Evidence {
  return Array.isArray(tests);
}

function readText(file: string): string {
  const path = join(ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
