import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { UsageError } from '@tessera/reference-servers/harness';
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
 * @throws UsageError when the platform cannot be reached or does not know the plan
 * @throws JourneyFailed when a clause was violated
 */
export async function checkPlan(planId: string, flags: CheckFlags): Promise<void> {
  const { platform, contract = techAdapter.id, token, recording, json } = flags;
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

interface Archive {
  readonly log: { readonly entries: readonly object[] };
}

async function fetchHar(url: string, contract: string, token: string | undefined): Promise<Archive> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}?api=${encodeURIComponent(contract)}`, { headers }).catch(
    (cause: unknown) => {
      throw new UsageError(
        `no platform answers at ${new URL(url).origin}: name its address with --platform`,
        { cause },
      );
    },
  );
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new UsageError(`the platform returned ${response.status}: ${text}`);
}
