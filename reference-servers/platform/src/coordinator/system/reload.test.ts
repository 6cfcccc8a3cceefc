import { createCoordinatorV1 } from '@tessera/client';
import { UsageError } from '@tessera/reference-servers/harness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenPlatform, openPlatform } from '../../../testing/open-platform.ts';

let open: OpenPlatform;
let isValid = true;

beforeAll(async () => {
  open = await openPlatform({
    loadSettings: async () => {
      if (isValid) return { environments: ['test'] };
      throw new UsageError('settings.yaml: pollMs: must be integer');
    },
  });
});
afterAll(() => open?.close());

it('a reload states which setting is invalid, and the previous configuration stays active', async () => {
  const coordinator = createCoordinatorV1({ baseUrl: `${open.origin}/coordinator`, retries: 0 });
  await coordinator.reloadConfiguration();
  isValid = false;
  await expect(coordinator.reloadConfiguration()).rejects.toMatchObject({
    status: 500,
    body: { moreInfo: { problems: ['settings.yaml: pollMs: must be integer'] } },
  });
  expect(open.platform.context.settings.environments).toEqual(['test']);
});
