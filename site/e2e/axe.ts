import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What the accessibility checker finds on a page that was visited with `bypassCSP`: it is injected as a script. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axePath });
  return page.evaluate(findViolations);
}

/** Runs in the page, where the checker has been injected. */
async function findViolations(): Promise<string[]> {
  const axe = Reflect.get(window, 'axe') as {
    run(options: { resultTypes: string[] }): Promise<{ violations: AxeViolation[] }>;
  }; // injected above
  interface AxeViolation {
    id: string;
    nodes: { html: string; failureSummary: string }[];
  }
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}
