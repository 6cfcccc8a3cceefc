import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenGovernance, openGovernance } from '../../testing/governance.ts';

let open: OpenGovernance;
beforeAll(async () => {
  open = await openGovernance();
});
afterAll(() => open.close());

async function attempt(body: object): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${open.origin}/platform/trials`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const trial = { script: 'name: "Shipments"', descriptor: 'name: Shipments', resourceType: 'dataproduct' };

describe('a trial of a script', () => {
  it.each([
    [trial, { isError: false, satisfiesPolicy: true, errors: [] }],
    [
      { ...trial, descriptor: 'id: a\nname: Orders' },
      {
        isError: false,
        satisfiesPolicy: false,
        errors: ['descriptor:2:1: name: conflicting values "Orders" and "Shipments"'],
      },
    ],
    [
      { ...trial, script: 'name: string\n\n  size: = 3' },
      { isError: true, errors: ["cueScript:3:9: expected operand, found '='"] },
    ],
    [
      { ...trial, descriptor: 'name: [' },
      { isError: true, errors: [expect.stringContaining('the descriptor cannot be read')] },
    ],
  ])('of %j answers with the result', async (given, want) => {
    expect(await attempt(given)).toEqual({ status: 200, body: want });
  });

  it('accepts a large descriptor, and uses the preparation of the resource type', async () => {
    await open.governance.upsertResourceType({
      body: { name: 'prepared', cuePreprocessScript: 'a: string\nlong: a' },
    });
    const large = `a: x\nfiller: ${'y'.repeat(2_000_000)}\n`;
    const given = { script: 'long: "x"', descriptor: large, resourceType: 'prepared' };
    expect(await attempt(given)).toMatchObject({ status: 200, body: { satisfiesPolicy: true } });
  });

  it('stores nothing', async () => {
    const { db } = open.platform.context;
    for (const table of ['governance_entity', 'evaluation_report', 'evaluation_result'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it.each(['script', 'descriptor', 'resourceType'])('without %s is refused', async (name) => {
    expect(await attempt({ ...trial, [name]: undefined })).toEqual({
      status: 400,
      body: { error: `${name} is a text` },
    });
  });
});
