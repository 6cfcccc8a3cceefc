import { createBuilder } from '@tessera/client';
import { createRemoteRequestHook } from '@tessera/reference-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  AT,
  component,
  describeUnit,
  idOf,
  type OpenPlatform,
  openPlatform,
  targets,
} from '../../testing/open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

it('a request for access that a hook rejects fails, and no later decision changes that', async () => {
  const body = { descriptor: describeUnit(component('port')), targetStatus: targets('DEPLOYED', 'port') };
  await (await open.v2.startProvisioning({ ...AT, body })).wait();
  const hook = await open.serve(createRemoteRequestHook({ decision: 'reject', decisionMs: 5 }));
  const response = await fetch(`${open.origin}/platform/access-requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      requestId: 'r-1',
      identities: ['group:analysts'],
      environment: 'development',
      outputPortUrn: idOf('port'),
      hook: `${hook}/remote-request-hook`,
    }),
  });
  const token: string = JSON.parse(await response.text());
  await expect(open.v1.updateAcl.resume(token).wait()).rejects.toThrow('FAILED');
  const { db } = open.platform.context;
  const { id, status } = await db.selectFrom('hook').select(['id', 'status']).executeTakeFirstOrThrow();
  expect(status).toBe('KO');
  const builder = createBuilder({ baseUrl: `${open.origin}/builder-base-path`, retries: 0 });
  const later = builder.updateHook({ path: { id }, body: { status: 'OK' } });
  await expect(later).rejects.toMatchObject({ status: 409 });
});
