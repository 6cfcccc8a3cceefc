import { describe, expect, it } from 'vitest';
import { type ConformanceOptions, runConformance } from '../src/run-conformance.ts';
import { startAdapter } from './adapter.ts';
import { recordKill } from './kills.ts';
import type { Mutant } from './mutant.ts';
import { SECRET, startHook } from './remote-request-hook/hook.ts';
import { honestLlm } from './stateless/engine.ts';
import { honestPicker } from './stateless/picker.ts';
import { honestResolver } from './stateless/resolver.ts';
import { startServer } from './stateless/server.ts';
import {
  adapterStrangers,
  engineStrangers,
  hookStrangers,
  pickerStrangers,
  resolverStrangers,
} from './strangers.ts';

/** Five runs at a time share one thread. Milliseconds. */
const BUSY_MACHINE = 600_000;

interface Accused {
  readonly contract: string;
  readonly mutant: Pick<Mutant, 'name' | 'class' | 'crime' | 'caughtBy'>;
  readonly start: () => Promise<{ url: URL; close(): Promise<void> }>;
  readonly options?: Partial<ConformanceOptions>;
}

const ACCUSED: readonly Accused[] = [
  ...adapterStrangers.map((mutant) => ({
    contract: 'tech-adapter',
    mutant,
    start: () => startAdapter(mutant.habits),
  })),
  ...pickerStrangers.map((mutant) => ({
    contract: 'custom-url-picker',
    mutant,
    start: () => startServer(mutant.commit(honestPicker())),
  })),
  ...engineStrangers.map((mutant) => ({
    contract: 'llm-engine',
    mutant,
    start: () => startServer(mutant.commit(honestLlm())),
  })),
  ...resolverStrangers.map((mutant) => ({
    contract: 'perimeter-resolver',
    mutant,
    start: () => startServer(mutant.commit(honestResolver())),
  })),
  ...hookStrangers.map((mutant) => ({
    contract: 'remote-request-hook',
    mutant,
    start: () => startHook(mutant.habits),
    options: { headers: { authorization: SECRET } },
  })),
];

describe.concurrent('the judge of strangers', () => {
  it.each(ACCUSED.map((one) => ({ ...one, title: `${one.mutant.name}: ${one.mutant.crime}` })))(
    'catches $title ($mutant.caughtBy)',
    async ({ contract, mutant, start, options }) => {
      const server = await start();
      try {
        const times = { pollBudget: 3_000, promptness: 600, seed: 7 };
        const report = await runConformance({ contract, url: server.url, ...times, ...options });
        recordKill(contract, mutant, report);
        const found = report.headlines.map((one) => `${one.check}: ${one.actual}`);
        const caught = report.checks
          .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
          .map(({ requirement }) => requirement);
        expect(caught, found.join('; ')).toContain(mutant.caughtBy);
        if (process.env['HEADLINES'] !== undefined && found.length > 1) console.log(mutant.name, found);
      } finally {
        await server.close();
      }
    },
    BUSY_MACHINE,
  );
});
