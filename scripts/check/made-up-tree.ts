import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Gate } from './gate.ts';

/** Writes a small repository into a temporary folder that goes away with the test. Only tests load this. */
export function madeUpTree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'tessera-tree-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** What a gate says about a made-up tree: its verdict, and everything it prints. */
export async function judgment(
  gate: Gate,
  files: Readonly<Record<string, string>>,
): Promise<[verdict: string, text: string]> {
  const { verdict, findings, notes } = await gate.run(madeUpTree(files));
  const lines = findings.map(({ where, message }) => (where === undefined ? message : `${where} ${message}`));
  return [verdict, [...lines, ...notes].join('\n')];
}
