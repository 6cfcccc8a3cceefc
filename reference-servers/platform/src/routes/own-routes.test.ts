import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance } from '../../testing/governance.ts';

let open: OpenGovernance;
beforeAll(async () => {
  open = await openGovernance();
});
afterAll(() => open.close());

describe.each(['/platform/trials', '/platform/access-requests'])('POST %s', (path) => {
  it.each([
    ['a body that is not JSON', 'application/json', '{broken', 400, /JSON/],
    ['an empty body', 'application/json', '', 400, /empty/],
    ['a body that is text', 'text/plain', 'x', 415, /^send the body as application\/json$/],
  ])('rejects %s with the reason', async (_title, type, body, status, reason) => {
    const headers = { 'content-type': type };
    const answer = await fetch(open.origin + path, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringMatching(reason) }]);
  });
});
