import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { describe, expect, it } from 'vitest';
import { startAdapter } from '../mutants/adapter.ts';
import { doorOf } from '../mutants/bench.ts';
import { failed } from '../mutants/habits.ts';
import { isBody } from '../mutants/reply.ts';
import type { Habits } from '../mutants/server.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { runConformance } from '../src/run-conformance.ts';
import type { ConformanceOptions } from '../src/suite/options.ts';
import type { Report } from '../src/suite/report.ts';

useVirtualTime();

async function judge(habits: Partial<Habits>, more: Partial<ConformanceOptions> = {}): Promise<Report> {
  const adapter = await startAdapter(habits);
  try {
    return await runConformance({
      contract: 'tech-adapter',
      ...doorOf(adapter),
      pollBudget: 5_000,
      seed: 5,
      ...more,
    });
  } finally {
    await adapter.close();
  }
}

const verdictsOf = (report: Report, requirement: string): string[] => [
  ...new Set(
    report.checks.filter((check) => check.requirement === requirement).map(({ verdict }) => verdict),
  ),
];

/** The response to an unhandled exception. */
const crash = {
  status: 500,
  raw: 'Internal Server Error',
  headers: { 'content-type': 'text/plain; charset=utf-8' },
};
const notFound = { status: 404, body: { detail: 'Not Found' } };

/** Coerces numbers and booleans to text, and text to booleans where possible. Validates all other values. */
function takesWhatItTurns(input: unknown): boolean {
  if (!isBody(input)) return false;
  const turned = JSON.stringify(input, (key, value: unknown) => {
    if (key === 'removeData') return ['yes', 'true', '1'].includes(String(value)) ? true : value;
    const isText = TEXTS.includes(key) && (typeof value === 'number' || typeof value === 'boolean');
    return isText ? 'text' : value;
  });
  return turned !== JSON.stringify(input);
}

/** The text members that this server coerces. List items have index keys, so it does not coerce them. */
const TEXTS = [
  'descriptor',
  'latestEnrichedDescriptor',
  'useCaseTemplateId',
  'environment',
  'request',
  'result',
];

describe.concurrent('variants of adapters in the field', () => {
  it('names the framework of a default validation error, once', async () => {
    const report = await judge({
      answer: (reply, { input }) =>
        reply.status === 400 && input !== undefined
          ? { status: 422, body: { detail: [{ loc: ['body', 'descriptor'], msg: 'field required' }] } }
          : reply,
    });
    expect(report.verdict).toBe('non-conformant');
    expect(report.headlines.map(({ cause }) => cause?.id)).toEqual(['fastapi-validation']);
  });

  it('names the parser that converts types, once, separately from other accepted input', async () => {
    const turning: Partial<Habits> = { refuse: (call, found) => (takesWhatItTurns(call.input) ? [] : found) };
    const report = await judge(turning);
    expect(report.headlines.map(({ cause }) => cause?.id)).toEqual(['turned-values']);
    expect(report.headlines[0]?.cause?.fix).toContain('StrictStr');
    const careless = await judge({
      refuse: (call, found) =>
        isBody(call.input) && call.input['descriptor'] === null
          ? []
          : (turning.refuse?.(call, found) ?? found),
    });
    expect(careless.headlines.map(({ cause }) => cause?.id).toSorted()).toEqual(['turned-values', undefined]);
  });

  it('reports an unhandled exception on invalid input, once', async () => {
    const report = await judge({
      answer: (reply, { input }) => (reply.status === 400 && isBody(input) ? crash : reply),
    });
    expect(report.headlines.map(({ cause }) => cause?.id)).toEqual(['starlette-fault']);
  });

  it('reports an operation that is not implemented as one line', async () => {
    const report = await judge({
      answer: (reply, { operation }) =>
        operation === 'updateacl'
          ? {
              status: 500,
              body: {
                error: 'not implemented yet',
                userMessage: 'x',
                moreInfo: { problems: [], solutions: [] },
              },
            }
          : reply,
    });
    expect(report.headlines.map(({ check }) => check)).toEqual(['TA-30']);
    const others = report.checks.filter(({ id }) => id.includes('updateacl.'));
    expect(new Set(others.map(({ verdict, blockedBy }) => `${verdict} ${blockedBy}`))).toEqual(
      new Set(['not-testable TA-30']),
    );
  });

  it('reports each missing route as one line, with its contract version', async () => {
    const missing = ['terminateProvisioning', 'runReverseProvisioning', 'getReverseProvisioningStatus'];
    const report = await judge({
      termination: false,
      answer: (reply, { operation }) => (missing.includes(operation) ? notFound : reply),
    });
    expect(report.headlines.length).toBeLessThanOrEqual(2);
    expect(report.notes.join(' ')).toContain('2.2.0');
  });

  it('checks an older contract version only for its features', async () => {
    const missing = ['terminateProvisioning', 'runReverseProvisioning', 'getReverseProvisioningStatus'];
    const older: Partial<Habits> = {
      termination: false,
      answer: (reply, { operation }) => (missing.includes(operation) ? notFound : reply),
      finish: (end, { operation }) =>
        operation === 'asyncValidate' && isBody(end['info'])
          ? { status: end['status'], result: end['info']['publicInfo'] }
          : end,
    };
    const report = await judge(older, { contractVersion: '2.1.0' });
    expect(report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
    expect(report.verdict).toBe('conformant');
    expect((await judge(older)).verdict).toBe('non-conformant');
  });

  it('fails when validation ignores the component, and when provisioning it crashes', async () => {
    const report = await judge({
      finish: (end, { operation }) =>
        operation === 'validate'
          ? { valid: true }
          : operation === 'asyncValidate'
            ? { ...end, info: { publicInfo: { valid: true } } }
            : end,
      answer: (reply, { operation }, job) =>
        operation === 'provision' && job?.end['refused'] !== undefined ? crash : reply,
    });
    expect(verdictsOf(report, 'TA-06')).toEqual(['fail']);
    expect(new Set(verdictsOf(report, 'TA-20'))).toEqual(new Set(['fail']));
  });

  it('warns about an identity without a prefix that is dropped silently', async () => {
    const report = await judge({ refuse: (_call, found) => found.filter(({ field }) => field !== 'refs.0') });
    expect(verdictsOf(report, 'TA-32')).toEqual(['warn']);
  });

  it('only warns if access has no meaning, as for a job without readers', async () => {
    const report = await judge({
      mode: 'sync',
      finish: (end, { operation }) =>
        operation === 'updateacl' ? { status: 'COMPLETED', result: 'it has no readers', logs: [] } : end,
      // Checks only the types of the members.
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && /"refs":\[("[^"]*",?)+\].*"request":"/.test(JSON.stringify(input))
          ? found.filter(({ field }) => !/^refs\.|^provisionInfo\.request$/.test(field))
          : found,
    });
    expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(verdictsOf(report, 'TA-32')).toEqual(['warn']);
    expect(verdictsOf(report, 'TA-42')).toEqual(['warn']);
  });

  it.each(['warehouse-tables', 'daily-load'] as const)(
    'notes that access to %s, which is no output port, is rejected, at once or by the task',
    async (name) => {
      const descriptor = descriptors[name].text;
      const atOnce: Partial<Habits> = {
        refuse: ({ operation }, found) =>
          operation === 'updateacl'
            ? [...found, { field: 'provisionInfo', message: 'it has no access to set' }]
            : found,
      };
      const byTask: Partial<Habits> = {
        finish: (end, { operation }) => (operation === 'updateacl' ? failed('it has no access to set') : end),
      };
      for (const habits of [atOnce, byTask]) {
        const report = await judge(habits, { descriptor });
        expect(report.headlines.map(({ check, actual }) => `${check}: ${actual}`)).toEqual([]);
        expect(report.verdict).toBe('conformant');
      }
      expect(verdictsOf(await judge(atOnce, { descriptor }), 'TA-30')).toContain('note');
    },
  );

  it('fails a 500 for an unknown token, once', async () => {
    const report = await judge({
      answer: (reply, { input }, job) =>
        reply.status === 400 && job === undefined && input === undefined ? crash : reply,
    });
    expect(verdictsOf(report, 'A-11')).toContain('fail');
    expect(report.headlines).toHaveLength(1);
  });

  it('does not fail an adapter that correctly rejects the built-in sample', async () => {
    const refused = {
      status: 400,
      body: { errors: ['the component is not for this technology'], userMessage: 'Not for this adapter.' },
    };
    const report = await judge({
      finish: (end, { operation }) => {
        const verdict = { valid: false, error: { errors: ['the component is not for this technology'] } };
        return operation === 'validate'
          ? verdict
          : operation === 'asyncValidate'
            ? { ...end, info: { publicInfo: verdict } }
            : end;
      },
      answer: (reply, { operation }) =>
        ['provision', 'unprovision', 'updateacl', 'runReverseProvisioning'].includes(operation) &&
        reply.status === 202
          ? refused
          : reply,
    });
    expect(report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
    expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({
      verdict: 'partial',
      exitCode: 2,
    });
    expect(report.checks.some(({ reason }) => reason?.includes('--descriptor') === true)).toBe(true);
  });

  it('asks for other identities when those of the sample are unknown', async () => {
    const refusing = (isRefused: (refs: unknown) => boolean): Partial<Habits> => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && found.length === 0 && isBody(input) && isRefused(input['refs'])
          ? [{ field: 'refs', message: 'no identity of that name' }]
          : found,
    });
    const report = await judge(refusing((refs) => Array.isArray(refs) && refs.length > 0));
    expect(report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
    expect(report.verdict).toBe('partial');
    expect(report.checks.find(({ id }) => id === 'TA-30')?.reason).toContain('--body updateacl=FILE');
    expect(verdictsOf(await judge(refusing(Array.isArray)), 'TA-30')).toContain('fail');
  });

  it('reports that no operation of the contract exists when every path returns 404', async () => {
    const report = await judge({
      answer: () => ({
        status: 404,
        raw: '<html><h1>Not Found</h1></html>',
        headers: { 'content-type': 'text/html' },
      }),
    });
    expect(report.verdict).toBe('non-conformant');
    expect(report.headlines).toHaveLength(1);
    expect(report.notes[0]).toContain('/tech-adapter');
  });

  it('asks for credentials when every response is 401', async () => {
    const report = await judge({ answer: () => ({ status: 401, body: { error: 'who are you' } }) });
    expect(report.headlines).toHaveLength(1);
    expect(report.notes.join(' ')).toContain('--header');
  });

  it.each(['shipments-view', 'shipment-tracking', 'minimal-unit'] as const)(
    "judges with the caller's own descriptor: %s",
    async (name) => {
      const report = await judge({}, { descriptor: descriptors[name].text });
      const trouble = report.checks.filter(({ verdict }) =>
        ['fail', 'warn', 'not-testable', 'harness-error'].includes(verdict),
      );
      expect(trouble.map(({ id, reason, findings }) => ({ id, reason, findings }))).toEqual([]);
      expect(report.verdict).toBe('conformant');
    },
  );

  it('reports null for an absent field as a note', async () => {
    const report = await judge({
      finish: (end, { operation }) => (operation === 'updateacl' ? { ...end, info: null } : end),
    });
    expect(verdictsOf(report, 'X-02')).toEqual(['note']);
    expect(report.verdict).toBe('conformant');
  });
});
