import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildModel } from '../generate/build-model.ts';
import { asObject } from '../generate/json.ts';
import { loadSpecs } from '../generate/load.ts';
import { worse } from './changes.ts';
import { compareContracts } from './compare-contracts.ts';
import { type Label, readLabels } from './labelled/labels.ts';
import type { Verdict } from './policy.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const techAdapter = buildModel(loadSpecs(ROOT))
  .areas.flatMap(({ apis }) => apis)
  .find(({ id }) => id === 'tech-adapter');
const LABELS = readLabels(asObject(techAdapter?.bundle.document));

function judge({ base, head, area }: Label) {
  const changes = compareContracts(base, head, area);
  const worst = (verdicts: Verdict[]) => verdicts.reduce(worse, 'none');
  return {
    verdict: {
      implementers: worst(changes.map(({ implementers }) => implementers)),
      callers: worst(changes.map(({ callers }) => callers)),
    },
    changes,
  };
}

describe('the labelled changes', () => {
  test('are at least 120', () => {
    expect(LABELS.length).toBeGreaterThanOrEqual(120);
    expect(new Set(LABELS.map(({ group, title }) => `${group}: ${title}`)).size).toBe(LABELS.length);
  });

  test.each(LABELS.map((label) => [`${label.group}: ${label.title}`, label] as const))('%s', (_, label) => {
    const { verdict, changes } = judge(label);
    const reasons = changes.map((change) => `${change.kind} ${change.message}`).join('\n');
    expect(verdict, reasons).toEqual(label.expected);
  });
});
