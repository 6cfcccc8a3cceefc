import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A selector of a part of the page, or of what is left out. */
type Part = string | { readonly exclude: readonly string[] };

/** What the accessibility checker finds in a part of a page that was visited with `bypassCSP`: it is injected as a script. */
export async function violationsOn(page: Page, part: Part = 'html'): Promise<string[]> {
  await page.addScriptTag({ path: axePath });
  return page.evaluate(findViolations, part);
}

/** Runs in the page, where the checker has been injected. */
async function findViolations(part: Part): Promise<string[]> {
  const axe = Reflect.get(window, 'axe') as {
    run(part: Part, options: { resultTypes: string[] }): Promise<{ violations: AxeViolation[] }>;
  }; // injected above
  interface AxeViolation {
    id: string;
    nodes: { html: string; failureSummary: string }[];
  }
  const { violations } = await axe.run(part, { resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}
