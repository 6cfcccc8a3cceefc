import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildModel } from '../generate/build-model.ts';
import { asObject } from '../generate/json.ts';
import { loadSpecs } from '../generate/load.ts';
import { oneIn } from '../test-cases.js';
import { type Change, worse } from './changes.ts';
import { compareContracts } from './compare-contracts.ts';
import { readLabels } from './labeled/labels.ts';
import { POLICY, type Verdict } from './policy.ts';
import { askRedocly } from './redocly.ts';
import { withSecondOpinion } from './second-opinion.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const techAdapter = buildModel(loadSpecs(ROOT))
  .areas.flatMap(({ apis }) => apis)
  .find(({ id }) => id === 'tech-adapter');
const LABELS = readLabels(asObject(techAdapter?.bundle.document));

function verdictOf(changes: readonly Change[]) {
  const worst = (verdicts: Verdict[]) => verdicts.reduce(worse, 'none');
  return {
    implementers: worst(changes.map(({ implementers }) => implementers)),
    callers: worst(changes.map(({ callers }) => callers)),
  };
}

function reasonsOf(changes: readonly Change[]): string {
  return changes.map((change) => `${change.kind} ${change.message} ${change.redocly.join()}`).join('\n');
}

describe('the labeled changes', () => {
  test('are at least 120, each with a unique title', () => {
    expect(LABELS.length).toBeGreaterThanOrEqual(120);
    expect(new Set(LABELS.map(({ group, title }) => `${group}: ${title}`)).size).toBe(LABELS.length);
  });

  test.each(LABELS.map((label) => [`${label.group}: ${label.title}`, label] as const))('%s', (_, label) => {
    const changes = compareContracts(label.base, label.head, label.area);
    expect(verdictOf(changes), reasonsOf(changes)).toEqual(label.expected);
  });

  test('have the same result after Redocly has checked them', async () => {
    const checked = oneIn(4, LABELS);
    const idOf = (index: number) => `label-${index}`;
    const opinions = await askRedocly(
      checked.map(({ base, head }, index) => ({ id: idOf(index), base, head })),
    );
    expect(opinions.length).toBeGreaterThan(checked.length / 4);
    for (const [index, { title, base, head, area, expected }] of checked.entries()) {
      const mine = opinions.filter(({ contract }) => contract === idOf(index));
      const changes = withSecondOpinion(compareContracts(base, head, area), mine);
      expect(verdictOf(changes), `${title}\n${reasonsOf(changes)}`).toEqual(expected);
    }
  });
});

test('every row of the policy applies to a labeled change, or is about whole contracts', () => {
  const seen = new Set(
    LABELS.flatMap(({ base, head, area }) => compareContracts(base, head, area).map(({ kind }) => kind)),
  );
  const elsewhere = ['contract-added', 'contract-removed', 'only-redocly'];
  expect(
    Object.keys(POLICY).filter(
      (kind) => !elsewhere.includes(kind) && ![...seen].some((other) => other === kind),
    ),
  ).toEqual([]);
});
