import { createCoordinatorV1 } from '@tessera/client';
import { coordinatorV1 } from '@tessera/contracts/operations/coordinator-v1';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { UsageError } from '@tessera/reference-servers/harness';
import { explain, unreachable } from './explain-failure.ts';
import { flatten } from './follow-plan.ts';
import { JourneyFailed } from './journey-failed.ts';
import { describeJudgment, judgeTraffic } from './judge-traffic.ts';

/** Flags of the command `check`, as the argument parser names them. */
export interface CheckFlags {
  readonly platform: string;
  readonly contract?: string;
  readonly token?: string;
  readonly recording?: string;
  readonly json?: boolean;
}

/**
 * Fetches the requests and responses of a plan from a running platform, and lists the violated clauses; with `json`, as data.
 * @param plan token of the plan; the latest plan without it
 * @throws UsageError when the platform cannot be reached, does not know the plan or has none
 * @throws JourneyFailed when a clause was violated
 */
export async function checkPlan(plan: string | undefined, flags: CheckFlags): Promise<void> {
  const { platform, contract = techAdapter.id, token, recording, json } = flags;
  const planId = plan ?? (await latestPlan(flags));
  const har = await fetchHar(
    `${platform}/platform/plans/${encodeURIComponent(planId)}/exchanges.har`,
    contract,
    token,
  );
  if (har.log.entries.length === 0)
    throw new UsageError(`plan ${planId} has sent no requests of the contract ${contract}`);
  const judgment = await judgeTraffic({ contract, har, recording });
  console.log(json === true ? JSON.stringify(judgment, undefined, 2) : describeJudgment(judgment));
  if (!judgment.isConformant) throw new JourneyFailed('a clause was broken');
}

/** The validation of a plan is listed as a plan, too: it is not the one that the user started. */
async function latestPlan({ platform, token }: CheckFlags): Promise<string> {
  const coordinator = createCoordinatorV1({ baseUrl: platform + coordinatorV1.prefix, token });
  const query = { limit: 2, 'include-descriptors': false };
  const { items } = await coordinator
    .listProvisioningPlans({ query })
    .catch((cause: unknown) => explain(cause, platform));
  const parts = new Set(items.flatMap(({ dag }) => flatten(dag).map(({ subPlanId }) => subPlanId)));
  // The id of a task begins with that of its plan.
  const ids = items.map(({ dag }) => dag.id.split('/', 1).join(''));
  const latest = ids.find((id) => !parts.has(id));
  if (latest === undefined) throw new UsageError(`the platform at ${platform} has no plan: deploy something`);
  return latest;
}

interface Archive {
  readonly log: { readonly entries: readonly object[] };
}

async function fetchHar(url: string, contract: string, token: string | undefined): Promise<Archive> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}?api=${encodeURIComponent(contract)}`, { headers }).catch(
    (cause: unknown) => {
      throw unreachable(new URL(url).origin, cause);
    },
  );
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new UsageError(`the platform returned ${response.status}: ${text}`);
}
