import { createGovernance, type Governance } from '@tessera/client/governance';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import type { PolicyCreate } from '@tessera/contracts/types/governance';
import { fastify } from 'fastify';

/** The duration of evaluations. */
export interface GovernanceNumbers {
  /** One resource against 1,000 policies whose engine answers at once, in milliseconds. */
  readonly remoteMs: number;
  /** One resource against 100 policies in CUE that were evaluated before, in milliseconds. */
  readonly cueMs: number;
  /** The first policy in CUE, which starts the thread, in milliseconds. */
  readonly firstCueMs: number;
}

const REMOTE = 1_000;
const CUE = 100;

/** A script that looks at members of several levels of the sample. */
const SCRIPT = `import "strings"

dataProductOwner: =~"^user:"
description: strings.MinRunes(5)
components: [...{id: =~"^urn:", name: string}]
`;

/** Measures evaluations end to end: from the request to the report that is no longer pending. */
export async function benchGovernance(origin: string): Promise<GovernanceNumbers> {
  const engine = fastify();
  engine.post('/v1/evaluate', async () => ({ satisfiesPolicy: true, errors: [] }));
  const externalUrl = await engine.listen({ port: 0, host: '127.0.0.1' });
  const governance = createGovernance({
    baseUrl: `${origin}/governance`,
    // Each poll reads the whole report: more polls would distort the measurement.
    poll: { initial: 100, longest: 200 },
  });
  await enable(governance, REMOTE, { resourceType: 'remote', engine: 'remote', externalUrl });
  await enable(governance, CUE, { resourceType: 'cue', engine: 'cue', cueScript: SCRIPT });
  await enable(governance, 1, { resourceType: 'first', engine: 'cue', cueScript: SCRIPT });
  const firstCueMs = await evaluate(governance, 'first', 1);
  // WebAssembly is slow until it has been compiled for the parts that are used.
  await evaluate(governance, 'cue', CUE);
  const cueMs = await evaluate(governance, 'cue', CUE);
  const remoteMs = await evaluate(governance, 'remote', REMOTE);
  await engine.close();
  return { remoteMs, cueMs, firstCueMs };
}

async function enable(governance: Governance, count: number, more: Partial<PolicyCreate>): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { id } = await governance.createPolicy({
      body: {
        name: `Policy ${index}`,
        description: 'Made for a measurement.',
        context: 'global',
        interactionType: 'user2platform',
        trigger: 'active',
        timing: 'runtime',
        strategy: 'default',
        engine: 'cue',
        resourceType: 'dataproduct',
        environment: 'development',
        selectors: [],
        tags: [],
        severity: 'error',
        additionalMetadata: {},
        ...more,
      },
    });
    await governance.updatePolicyStatus({ path: { id }, body: { status: 'enabled' } });
  }
}

async function evaluate(governance: Governance, resourceType: string, count: number): Promise<number> {
  const descriptor = descriptors['shipment-tracking'].text;
  const began = performance.now();
  const body = { id: 'urn:dmb:dp:bench:1', environment: 'development', resourceType, descriptor };
  const report = await (await governance.evaluate({ body })).wait();
  const took = Math.round(performance.now() - began);
  const { status, evaluationResults } = report;
  if (status !== 'completedWithSuccess' || evaluationResults.length !== count)
    throw new Error(
      `${evaluationResults.length} of ${count} results, ${status}: ${JSON.stringify(evaluationResults[0])}`,
    );
  return took;
}
