import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SeededGovernance, seedGovernance } from './governance-under-test.ts';
import { openPlatform, type PlatformUnderTest } from './platform-under-test.ts';
import { openSite, type SiteUnderTest } from './site-under-test.ts';
import { type ConsolePage, violationsOf, visitConsole } from './visit-console.ts';

let site: SiteUnderTest;
let platform: PlatformUnderTest;
let seeded: SeededGovernance;
beforeAll(async () => {
  site = await openSite();
  platform = await openPlatform(site.folder);
  seeded = await seedGovernance(platform.origin);
});
afterAll(async () => {
  await platform?.close();
  await site?.close();
});

const visit = (hash: string): Promise<ConsolePage> =>
  visitConsole(site, platform.origin, hash, { permissions: ['clipboard-read', 'clipboard-write'] });

describe('the editor of policies in the console', () => {
  it('evaluates while a person types, and says what is wrong at its place', async () => {
    const { page, complaints, close } = await visit('#/try');
    const verdict = page.locator('.trial-verdict');
    await verdict.getByText('The resource violates the policy: 2 findings').waitFor();
    const script = page.getByRole('textbox', { name: 'Policy (CUE)' });
    const descriptor = page.getByRole('textbox', { name: 'Descriptor (YAML)' });
    await expect
      .poll(() => page.locator('.code-field-mark').allTextContents())
      .toEqual([
        'maturity: conflicting values "Tactical" and "Strategic"',
        'components.0.owners.0: invalid value "user:jane.doe_example.com" (out of bound =~"^group:")',
      ]);
    // What is drawn in colors is what the field holds.
    const drawn = page.locator('.code-field-text');
    expect(await drawn.allTextContents()).toEqual([await script.inputValue(), await descriptor.inputValue()]);
    await expect
      .poll(() => drawn.first().locator('.code-p').allTextContents())
      .toEqual(['description', 'maturity', 'components', 'owners?']);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Line 40, column 9' }).click();
    await expect.poll(() => descriptor.evaluate(lineOfCaret)).toBe(40);

    await script.fill('name: strin\n');
    await verdict.getByText('The policy could not be evaluated').waitFor();
    await page.getByRole('button', { name: 'Line 1, column 1' }).waitFor();
    await page.getByRole('listitem').getByText('reference "strin" not found').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await script.fill('name: string\n\n  size: = 3\n');
    await page.getByRole('button', { name: 'Line 3, column 9' }).click();
    await expect.poll(() => script.evaluate(lineOfCaret)).toBe(3);
    await expect
      .poll(() => page.locator('.code-field-mark').allTextContents())
      .toEqual(["expected operand, found '='"]);

    await script.fill('name: string\n');
    await verdict.getByText('The resource complies').waitFor();
    await descriptor.fill('name: [\n');
    await verdict.getByText('The policy could not be evaluated').waitFor();
    await page.getByRole('listitem').getByText('the descriptor cannot be read').waitFor();
    await descriptor.fill('');
    await verdict.getByText('Enter a descriptor.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the result of the last text, however late that of an earlier one is', async () => {
    const { page, close } = await visit('#/try');
    const verdict = page.locator('.trial-verdict');
    await verdict.getByText('The resource violates the policy').waitFor();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let holds = 0;
    await page.route('**/platform/trials', async (route) => {
      holds += 1;
      if (holds === 1) await held;
      await route.continue();
    });
    const script = page.getByRole('textbox', { name: 'Policy (CUE)' });
    const isAsked = page.waitForRequest('**/platform/trials');
    await script.fill('name: "other"\n');
    await isAsked;
    await verdict.getByText('Evaluating…').waitFor();
    await script.fill('name: string\n');
    release();
    await verdict.getByText('The resource complies').waitFor();
    expect(holds).toBe(2);
    await close();
  });

  it('leaves nothing behind on the platform', async () => {
    const readAll = async () => (await fetch(`${platform.origin}/platform/entities?limit=100`)).json();
    const before = await readAll();
    const { page, close } = await visit('#/try');
    await page.locator('.trial-verdict').getByText('The resource violates the policy').waitFor();
    await page.getByRole('textbox', { name: 'Policy (CUE)' }).fill('name: string\n');
    await page.locator('.trial-verdict').getByText('The resource complies').waitFor();
    expect(await readAll()).toEqual(before);
    await page.getByText('Copy request').click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`curl -X POST '${platform.origin}/platform/trials'`);
    await close();
  });

  it('restores a text that the sample or a policy has replaced', async () => {
    const { page, close } = await visit('#/try');
    const script = page.getByRole('textbox', { name: 'Policy (CUE)' });
    const restore = page.getByRole('button', { name: 'Restore the previous text' });
    await script.fill('name: "mine"');
    expect(await restore.count()).toBe(0);
    await page.getByRole('button', { name: 'Load the sample' }).first().click();
    const sample = await script.inputValue();
    await restore.click();
    await expect.poll(() => script.inputValue()).toBe('name: "mine"');
    await restore.click();
    await expect.poll(() => script.inputValue()).toBe(sample);
    await restore.click();
    await page.goto(`${platform.origin}/platform/#/policies/${seeded.maturity.id}`);
    await page.getByRole('link', { name: 'Try it' }).click();
    await restore.click();
    await expect.poll(() => script.inputValue()).toBe('name: "mine"');
    await page.goto(`${platform.origin}/platform/#/deploy`);
    const descriptor = page.getByRole('textbox', { name: 'Descriptor (YAML)' });
    await descriptor.fill('id: urn:mine');
    await page.getByRole('button', { name: 'Load the sample' }).click();
    await restore.click();
    await expect.poll(() => descriptor.inputValue()).toBe('id: urn:mine');
    await close();
  });

  it('does the same work for each key in a descriptor of a megabyte', async () => {
    const { page, close } = await visit('#/try');
    const verdict = page.locator('.trial-verdict');
    await verdict.getByText('The resource violates the policy').waitFor();
    const descriptor = page.getByRole('textbox', { name: 'Descriptor (YAML)' });
    const line = '# A comment that makes the descriptor long.\n';
    await page.getByRole('textbox', { name: 'Policy (CUE)' }).fill('name: string\n');
    // Chromium itself takes long to insert as much text as a user would paste.
    await descriptor.evaluate(enter, `name: Large\n${line.repeat(1_000_000 / line.length)}`);
    await verdict.getByText('The resource complies').waitFor();
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/platform/trials')) requests += 1;
    });
    const isAnswered = page.waitForResponse('**/platform/trials');
    // All keys within one turn of the page, whatever its speed.
    const work = await descriptor.evaluate((field, source) => {
      const enterText: typeof enter = new Function(`return ${source}`)();
      let stored = 0;
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (...args) {
        stored += 1;
        setItem.apply(this, args);
      };
      const seen: MutationRecord[] = [];
      const observer = new MutationObserver((records) => seen.push(...records));
      const back = document.querySelector('.code-field:nth-child(2) .code-field-back');
      if (back === null || !(field instanceof HTMLTextAreaElement)) throw new Error('there is no editor');
      observer.observe(back, { subtree: true, childList: true, characterData: true, attributes: true });
      for (let key = 0; key < 20; key += 1) enterText(field, field.value.replace('Large', 'xLarge'));
      seen.push(...observer.takeRecords());
      Storage.prototype.setItem = setItem;
      return { stored, changed: seen.length, elements: back.querySelectorAll('*').length };
    }, String(enter));
    expect(work).toEqual({ stored: 0, changed: 0, elements: 2 });
    await isAnswered;
    await verdict.getByText('Evaluating…').waitFor({ state: 'detached' });
    expect(requests).toBe(1);
    expect((await descriptor.inputValue()).startsWith(`name: ${'x'.repeat(20)}Large`)).toBe(true);
    await close();
  });

  it('begins with the script of a policy, and keeps what it became as a draft', async () => {
    const { page, close } = await visit(`#/policies/${seeded.maturity.id}`);
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.locator('.trial-verdict').getByText('violates the policy: 1 finding').waitFor();
    const script = page.getByRole('textbox', { name: 'Policy (CUE)' });
    expect(await script.inputValue()).toBe('maturity: =~"^Strategic$"');
    await script.fill('maturity: "Tactical" | "Strategic"');
    await page.locator('.trial-verdict').getByText('The resource complies').waitFor();
    await page.getByRole('textbox', { name: 'Name of the policy' }).fill('Maturity is one of two');
    await page.getByRole('button', { name: 'Create a draft' }).click();
    await page.getByRole('heading', { name: 'Maturity is one of two' }).waitFor();
    await page.locator('.view-head').getByText('Draft').waitFor();
    await page.getByText('It has not been evaluated yet.').waitFor();
    await close();
  });

  it('shows the answer of a platform that refuses to evaluate', async () => {
    const { page, close } = await visit('#/hooks');
    await page.route('**/platform/trials', (route) =>
      route.fulfill({ status: 500, json: { error: 'Full.' } }),
    );
    await page.goto(`${platform.origin}/platform/#/try`);
    await page.getByRole('alert').getByText('Full.').waitFor();
    await page.unroute('**/platform/trials');
    await page.getByRole('textbox', { name: 'Policy (CUE)' }).fill('name: string');
    await page.locator('.trial-verdict').getByText('The resource complies').waitFor();
    await close();
  });
});

/** Runs in the page: gives a field another text, as a key does. */
function enter(field: Element, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Runs in the page. */
function lineOfCaret(field: Element): number {
  return field instanceof HTMLTextAreaElement
    ? field.value.slice(0, field.selectionStart).split('\n').length
    : 0;
}
