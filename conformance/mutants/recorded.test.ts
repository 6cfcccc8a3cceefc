import { describe, expect, it } from 'vitest';
import { findSuite } from '../src/contracts.ts';
import { judgeRecording } from '../src/offline/judge-recording.ts';
import { listChecks } from '../src/run-conformance.ts';
import type { Report } from '../src/suite/report.ts';
import { type RecordedMutant, recordedMutants, recordingOf } from './recorded.ts';

/** Contracts whose operations return a response and need no task, so one recorded request is enough. */
const CONTRACTS = [
  'tech-adapter',
  'data-catalog-plugin',
  'remote-request-hook',
  'marketplace-plugin',
  'custom-url-picker',
  'perimeter-resolver',
  'remote-engine',
  'llm-engine',
];

async function judge(
  contract: string,
  answer: RecordedMutant['answer'],
  skip: readonly string[] = [],
): Promise<Report> {
  const suite = await findSuite(contract);
  const text = recordingOf(suite.contract, answer);
  return judgeRecording({ contract, skip, recording: { path: 'traffic.ndjson', text } });
}

const failed = (report: Report): string[] =>
  report.checks
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ requirement }) => requirement);

describe.each(CONTRACTS)('recorded traffic of %s', (contract) => {
  const ours = recordedMutants.filter(({ contracts }) => contracts?.includes(contract) !== false);

  it.each(ours)('of a server that $defect fails $caughtBy and no other requirement', async (mutant) => {
    const isAsked = (await listChecks(contract)).some(
      ({ requirement }) => requirement.id === mutant.caughtBy,
    );
    if (!isAsked) return expect(contract).toBe('remote-request-hook');
    const report = await judge(contract, mutant.answer);
    expect([...new Set(failed(report))]).toEqual([mutant.caughtBy]);
    expect(failed(await judge(contract, mutant.answer, [mutant.caughtBy]))).toEqual([]);
  });
});
