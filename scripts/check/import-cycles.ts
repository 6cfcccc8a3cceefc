import { posix } from 'node:path';
import type { Finding } from './gate.ts';
import type { ImportSite } from './imports.ts';

/** Cycles of relative value imports; erased type imports are harmless. One finding per cycle. */
export function findCycles(files: readonly string[], sites: readonly ImportSite[]): Finding[] {
  const targets = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const { from, specifier, typeOnly } of sites) {
    if (typeOnly || !specifier.startsWith('.')) continue;
    targets.get(from)?.push(posix.join(posix.dirname(from), specifier));
  }
  const findings: Finding[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(file);
    if (seen >= 0) {
      findings.push({ where: file, message: `imports itself: ${[...trail.slice(seen), file].join(' -> ')}` });
      return;
    }
    if (done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return findings;
}
