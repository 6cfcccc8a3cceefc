import { assistant } from '@tessera/contracts/operations/assistant';
import { builder } from '@tessera/contracts/operations/builder';
import { coordinatorV1 } from '@tessera/contracts/operations/coordinator-v1';
import { coordinatorV2 } from '@tessera/contracts/operations/coordinator-v2';
import { docsAgent } from '@tessera/contracts/operations/docs-agent';
import { governance } from '@tessera/contracts/operations/governance';
import type { ApiTable, OperationEntry, ParameterEntry } from '@tessera/contracts/vocabulary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AT,
  component,
  describeUnit,
  type OpenPlatform,
  openPlatform,
  targets,
} from '../testing/open-platform.ts';

const TABLES: readonly ApiTable[] = [coordinatorV1, coordinatorV2, builder, governance, assistant, docsAgent];

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

/** Requests with a NUL in one place of the address, by a description. */
const REQUESTS = TABLES.flatMap(({ prefix, operations }) =>
  Object.values(operations).flatMap((operation) =>
    operation.parameters
      .filter(({ in: place }) => place !== 'header')
      .map((parameter): [string, string, string] => [
        `${operation.id}, ${parameter.in} ${parameter.name}`,
        operation.method,
        prefix + addressOf(operation, parameter),
      ]),
  ),
);

function addressOf({ path, parameters }: OperationEntry, odd: ParameterEntry): string {
  const textOf = (parameter: ParameterEntry): string => (parameter === odd ? '%00' : 'x');
  const inPath = path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter === undefined ? 'x' : textOf(parameter);
  });
  return odd.in === 'query' ? `${inPath}?${odd.name}=%00` : inPath;
}

describe('a NUL in a descriptor', () => {
  const descriptor = describeUnit(component('table', [], { name: 'a' })).replace('"a"', '"a\\u0000"');

  it.each<[string, () => Promise<unknown>]>([
    [
      'deployment',
      () =>
        open.v2.startProvisioning({
          ...AT,
          body: { descriptor, targetStatus: targets('DEPLOYED', 'table') },
        }),
    ],
    ['validation', () => open.v2.startValidation({ body: { descriptor } })],
  ])('is an error of the caller of a %s', async (_title, start) => {
    await expect(start()).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('components.0.name must not hold NUL'),
    });
  });
});

describe('a NUL in an address', () => {
  it.each(REQUESTS)('is an error of the caller: %s', async (_title, method, url) => {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(open.origin + url, { method, headers, ...body });
    expect([answer.status, await answer.text()]).toEqual([
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
      expect.stringMatching(/\S/),
    ]);
  });

  it.each([
    [
      'GET',
      '/governance/v1/computational-governance/evaluation-reports/a%00b',
      'there is no evaluation report a\0b',
    ],
    ['GET', '/coordinator/v2/tech-adapters/a%00b/deployments/x', ''],
  ])('names what is not there: %s %s', async (method, url, sentence) => {
    const answer = await fetch(open.origin + url, { method });
    expect(answer.status).toBe(404);
    const text = JSON.stringify(await answer.json());
    expect(text).toContain(JSON.stringify(sentence).slice(1, -1));
    expect(text).not.toMatch(/\{\w+\}/);
  });

  it.each([
    ['POST', '/platform/entities/%00/perimeter-tests'],
    ['GET', '/platform/evaluation-reports/%00/exchanges.har'],
    ['GET', '/platform/plans/%00/exchanges.har'],
  ])('is an error of the caller at the own routes: %s %s', async (method, url) => {
    expect((await fetch(open.origin + url, { method })).status).toBe(400);
  });
});
