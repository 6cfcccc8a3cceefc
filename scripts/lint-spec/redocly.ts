import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Bundle } from '../generate/bundle.ts';
import { withoutExtensions } from '../generate/extensions.ts';

/**
 * Redocly's recommended rules over one bundled API; findings name the place in specs/. Disabled rules, and why: our
 * servers are placeholders on this machine (`no-server-example.com` stays on), and the contracts list responses 202 or
 * 204 to a DELETE without a client error where none is documented.
 */
export async function lintWithRedocly(bundle: Bundle): Promise<void> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-server-example.com': 'off' },
  });
  const source = JSON.stringify(withoutExtensions(bundle.document));
  const problems = await lintFromString({ source, absoluteRef: `${bundle.id}.json`, config });
  for (const problem of problems) {
    const pointer = problem.location[0]?.pointer ?? '#/';
    bundle.report(pointer.replace(/^#/, '').replace(/\/$/, ''), `redocly/${problem.ruleId}`, problem.message);
  }
}
