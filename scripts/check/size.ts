import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Gate, judge, skip } from './gate.ts';
import { readText } from './source-tree.ts';

const BUDGETS = 'scripts/budgets.json';

/** Ten operations of an API with a poller and a pager: what an application takes from the client, and nothing else. */
const APPLICATION = `
import { createCoordinatorV2 } from '@tessera/client/coordinator-v2';
const client = createCoordinatorV2({ baseUrl: location.origin });
export const application = {
  validate: (args) => client.startValidation(args),
  validation: (args) => client.getValidationStatus(args),
  unit: (args) => client.getDeploymentUnitStatus(args),
  component: (args) => client.getComponentStatus(args),
  preview: (args) => client.previewProvisioning(args),
  start: (args) => client.startProvisioning(args),
  abort: (args) => client.abortProvisioning(args),
  adapters: (args) => client.listTechAdapters(args),
  save: (args) => client.upsertTechAdapter(args),
  adapter: (args) => client.getTechAdapter(args),
};
`;

/** What users download does not grow by accident. */
export const size: Gate = {
  name: 'size',
  asserts: `an application that uses ten operations stays within ${BUDGETS}`,
  fix: `take the weight off client-sdk/src, or raise the number in ${BUDGETS} in a commit that says why`,
  async run(root) {
    if (!existsSync(join(root, BUDGETS))) return skip(`${BUDGETS} does not exist yet`);
    const { clientGzipBytes }: { clientGzipBytes: number } = JSON.parse(readText(root, BUDGETS));
    const bytes = await measureClient(root);
    const message = `an application that uses ten operations is ${bytes} bytes, at most ${clientGzipBytes} (minified, gzip)`;
    return judge(bytes > clientGzipBytes ? [{ where: BUDGETS, message }] : [], [message]);
  },
};

async function measureClient(root: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: APPLICATION, resolveDir: root, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['tessera-source'],
    logLevel: 'silent',
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}
