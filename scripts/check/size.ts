import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleSize } from '../bundle-size.ts';
import { type Gate, judge, skip } from './gate.ts';
import { readText } from './source-tree.ts';

const BUDGETS = 'scripts/budgets.json';

/** Ten operations with pollers and a pager: what an application takes from the client, and nothing else. */
const APPLICATION = `
import { createCustomUrlPicker } from '@tessera/client/custom-url-picker';
import { createTechAdapter } from '@tessera/client/tech-adapter';
const baseUrl = location.origin;
const adapter = createTechAdapter({ baseUrl });
const picker = createCustomUrlPicker({ baseUrl });
export const application = {
  check: (args) => adapter.validate(args),
  startCheck: (args) => adapter.asyncValidate(args),
  readCheck: (args) => adapter.getValidationStatus(args),
  provision: (args) => adapter.provision(args),
  read: (args) => adapter.getStatus(args),
  stop: (args) => adapter.terminateProvisioning(args),
  unprovision: (args) => adapter.unprovision(args),
  grant: (args) => adapter.updateacl(args),
  reverse: (args) => adapter.runReverseProvisioning(args),
  pick: (args) => picker.retrieveValues(args),
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
    const { gzip: bytes } = await bundleSize(APPLICATION, root);
    const message = `an application that uses ten operations is ${bytes} bytes, at most ${clientGzipBytes} (minified, gzip)`;
    return judge(bytes > clientGzipBytes ? [{ where: BUDGETS, message }] : [], [message]);
  },
};
