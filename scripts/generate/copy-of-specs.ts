import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const copies: string[] = [];

/**
 * For tests: a folder with a copy of specs/ in which `edit` has changed one file. Throws when nothing changes. Unless
 * `whole`, only the tech adapter is left of the APIs, which is faster and enough for most defects; the catalog then
 * holds errors that no operation lists.
 */
export function copyOfSpecs(path: string, edit: (text: string) => string, extent?: 'whole'): string {
  const root = temporaryFolder();
  cpSync(resolve(import.meta.dirname, '../../specs'), join(root, 'specs'), { recursive: true });
  if (extent !== 'whole') keepTechAdapterOnly(join(root, 'specs'));
  const file = join(root, path);
  const before = readFileSync(file, 'utf8');
  const after = edit(before);
  if (after === before) throw new Error(`the edit of ${path} changes nothing`);
  writeFileSync(file, after);
  return root;
}

function keepTechAdapterOnly(specs: string): void {
  rmSync(join(specs, 'platform'), { recursive: true });
  const area = join(specs, 'extension-points/openapi.yaml');
  const text = readFileSync(area, 'utf8');
  writeFileSync(area, text.replace(/x-dp-apis:\n( {2}- .*\n)+/, 'x-dp-apis:\n  - tech-adapter.yaml\n'));
}

/** For tests: an empty folder that `removeCopies` will remove. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-'));
  copies.push(folder);
  return folder;
}

/** Removes every folder that was made since the last call. */
export function removeCopies(): void {
  for (const folder of copies.splice(0)) rmSync(folder, { recursive: true, force: true });
}
