import type { Governance } from '@tessera/client/governance';
import type { EvaluationReport, PolicyCreate } from '@tessera/contracts/types/governance';
import { statusOf } from '../model/describe-problem.ts';
import { resourceIdIn, type Trial } from '../model/trial.ts';

/** The draft policy with which the console evaluates scripts: the API evaluates stored policies only. */
export interface TrialPolicy {
  /** Undefined before the first evaluation. */
  readonly id: string | undefined;
  /** Stores the script in the draft, and tests it; the signal ends the wait for the report. */
  evaluate(trial: Trial, signal: AbortSignal): Promise<EvaluationReport>;
}

/** Where the id of the draft is stored, so that each tab needs one draft only. */
const KEY = 'tessera.platform.trial-policy';

/** What a new policy has beside its script, its resources, and its name. */
export const NEW_POLICY = {
  context: 'global',
  interactionType: 'user2platform',
  trigger: 'active',
  timing: 'deployment',
  strategy: 'default',
  engine: 'cue',
  severity: 'error',
} as const satisfies Partial<PolicyCreate>;

/** Makes the evaluator of trials. Its evaluations must not overlap, because they share the draft. */
export function createTrialPolicy(governance: Governance): TrialPolicy {
  let id = readId();
  let stored = '';
  const save = async (trial: Trial): Promise<string> => {
    const { script: cueScript, environment, resourceType } = trial;
    const body = { cueScript, environment, resourceType };
    const wanted = JSON.stringify(body);
    if (id !== undefined && stored === wanted) return id;
    if (id === undefined || !(await patch(governance, id, body))) {
      const policy = await governance.createPolicy({ body: { ...DRAFT, ...body, selectors: [], tags: [] } });
      ({ id } = policy);
      keepId(id);
    }
    stored = wanted;
    return id;
  };
  return {
    get id() {
      return id;
    },
    async evaluate(trial, signal) {
      const { environment, resourceType, descriptor } = trial;
      const body = { id: resourceIdIn(descriptor), environment, resourceType, descriptor };
      // The next evaluation changes the draft, so these requests must have ended by then.
      const task = await governance.testPolicy({ path: { id: await save(trial) }, body });
      return task.wait({ signal });
    },
  };
}

const DRAFT = {
  ...NEW_POLICY,
  name: 'Draft of the console',
  description: 'The console tests scripts with this policy. As a draft it evaluates nothing else.',
  additionalMetadata: {},
};

/** Whether the draft could be changed: it may have been deleted, or belong to another platform. */
async function patch(
  governance: Governance,
  id: string,
  body: Pick<PolicyCreate, 'cueScript' | 'environment' | 'resourceType'>,
): Promise<boolean> {
  try {
    await governance.patchPolicy({ path: { id }, body });
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 422) return false;
    throw error;
  }
}

function readId(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepId(id: string): void {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // Storage is blocked: the draft serves as long as this view.
  }
}
