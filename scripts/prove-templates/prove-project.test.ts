import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { isConformant, ROOT } from './prove-project.ts';
import type { Toolchain } from './toolchains.ts';

const SERVER = join(ROOT, 'reference-servers/bin/tessera-serve.js');

const project = mkdtempSync(join(tmpdir(), 'tessera-proven-'));
writeFileSync(join(project, 'conformance.yaml'), 'contract: custom-url-picker\nreport: reports\n');

afterAll(() => {
  rmSync(project, { recursive: true, force: true });
  vi.restoreAllMocks();
});

/** A language whose projects are a server that is there already. */
function serving(...flags: string[]): Toolchain {
  const command = `exec "${process.execPath}" "${SERVER}" custom-url-picker --port $PORT ${flags.join(' ')}`;
  return {
    language: 'shell',
    needs: [],
    install: () => [],
    registryFails: /never/,
    test: () => [],
    start: () => ['sh', '-c', command],
    libraries: () => ({}),
  };
}

test('a project is proven by the conformance suite, and a violation is printed', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await isConformant(serving(), '', project, 'custom-url-picker')).toBe(true);
  expect(printed).not.toHaveBeenCalled();
  expect(await isConformant(serving('--malformed', 'retrieveValues'), '', project, 'custom-url-picker')).toBe(
    false,
  );
  expect(printed.mock.calls.join('')).toContain('non-conformant');
});
