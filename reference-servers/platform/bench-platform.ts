import { parseArgs } from 'node:util';
import { createCoordinatorV1, createCoordinatorV2 } from '@tessera/client';
import { createServer } from '@tessera/reference-servers/harness';
import { registerTemplate } from './src/coordinator/registry/register-template.ts';
import { createPlatform } from './src/create-platform.ts';
import { preview } from './src/planning/preview.ts';
import { benchGovernance, type GovernanceNumbers } from './testing/bench-governance.ts';
import { createInstantAdapter } from './testing/instant-adapter.ts';

const HELP = `Measures the platform, embedded: its start, plans of growing size against an adapter that answers at once, the
preview of a large unit, and evaluations by many policies.

Usage: npm run bench:platform -- [flags]
  --components LIST  sizes of plans (default 100,1000); an empty list for none
  --json             print the numbers as JSON
  --help             print this

Examples
  npm run bench:platform
  npm run bench:platform -- --components 100,1000,5000`;

const TEMPLATE = 'urn:dmb:itm:instant:0';

const { values } = parseArgs({
  options: {
    components: { type: 'string', default: '100,1000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(HELP);
else await measure(values.components.split(',').filter(Boolean).map(Number), values.json);

async function measure(sizes: readonly number[], asJson: boolean): Promise<void> {
  const adapter = createInstantAdapter();
  const url = await adapter.listen({ port: 0, host: '127.0.0.1' });
  const began = performance.now();
  const platform = await createPlatform({ settings: { pollMs: 5 } });
  const startMs = Math.round(performance.now() - began);
  await registerTemplate(platform.context, {
    id: TEMPLATE,
    name: 'Instant',
    version: '0',
    url,
    environment: 'development',
  });
  const app = createServer({ mounts: platform.mounts });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `${origin}/coordinator`;
  const plans = [];
  for (const size of sizes) plans.push({ components: size, msPerComponent: await runPlan(baseUrl, size) });
  const governance = await benchGovernance(origin);
  const numbers = {
    startMs,
    residentMB: Math.round(process.memoryUsage().rss / 1e6),
    plans,
    previewMs: measurePreview(),
    governance,
  };
  await app.close();
  await platform.close();
  await adapter.close();
  if (asJson) console.log(JSON.stringify(numbers, undefined, 2));
  else print(numbers);
}

async function runPlan(baseUrl: string, size: number): Promise<number> {
  const unitId = `urn:dmb:dp:bench:size-${size}:1`;
  const components = Array.from({ length: size }, (_, index) => ({
    id: `${unitId.replace(':dp:', ':cmp:')}:c${index}`,
    kind: 'storage',
    name: `c${index}`,
    infrastructureTemplateId: TEMPLATE,
    dependsOn: [],
  }));
  const unit = {
    id: unitId,
    kind: 'dataproduct',
    name: 'Bench',
    version: '1.0.0',
    environment: 'development',
  };
  const began = performance.now();
  const plan = await createCoordinatorV2({ baseUrl }).startProvisioning({
    path: { 'deployment-unit-id': unitId },
    query: { environment: 'development' },
    body: {
      descriptor: JSON.stringify({ ...unit, components }),
      targetStatus: components.map(({ id }) => ({ componentId: id, targetStatus: 'DEPLOYED' as const })),
    },
  });
  const v1 = createCoordinatorV1({ baseUrl });
  for (let status = 'RUNNING'; status === 'RUNNING'; ) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    ({ status } = await v1.getProvisioningPlanStatus({ path: { token: plan.token ?? '' } }));
    if (status !== 'RUNNING' && status !== 'COMPLETED')
      throw new Error(`the plan of ${size} components ended ${status}`);
  }
  return Math.round(((performance.now() - began) / size) * 10) / 10;
}

/** 5,000 components with 20,000 dependencies, in milliseconds. */
function measurePreview(): number {
  const target = Array.from({ length: 5_000 }, (_, index) => ({
    id: `c${index}`,
    dependsOn: [1, 2, 3, 4]
      .map((step) => `c${Math.max(0, index - step * 7)}`)
      .filter((id) => id !== `c${index}`),
  }));
  const targetStatus = target.map(({ id }) => ({ componentId: id, targetStatus: 'DEPLOYED' as const }));
  const request = { targetStatus, removeData: false, preventRedeploy: false };
  const began = performance.now();
  preview({ target, known: [], request, autofill: false });
  return Math.round(performance.now() - began);
}

function print({
  startMs,
  residentMB,
  plans,
  previewMs,
  governance: { remoteMs, firstCueMs, cueMs },
}: {
  startMs: number;
  residentMB: number;
  plans: readonly { components: number; msPerComponent: number }[];
  previewMs: number;
  governance: GovernanceNumbers;
}): void {
  console.log(`start to ready, embedded           ${startMs} ms, then ${residentMB} MB at the end`);
  for (const { components, msPerComponent } of plans) {
    console.log(
      `plan of ${String(components).padStart(5)} components           ${msPerComponent} ms a component, validation included`,
    );
  }
  console.log(`preview of 5,000 with 20,000 edges ${previewMs} ms`);
  console.log(`1,000 policies of a remote engine   ${remoteMs} ms, from the request to the report`);
  console.log(`100 policies in CUE                ${cueMs} ms; the first one of all took ${firstCueMs} ms`);
}
