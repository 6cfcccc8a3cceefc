import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const ROUTE = '/extension-points/tech-adapter/';
const ANCHOR = 'tag/tech-adapter-provisioning/POST/tech-adapter/v1/provision';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('a part of the reference', () => {
  it('[162] marks the first operation of a group that an address names', async () => {
    const { page, close } = await site.visit(`${ROUTE}#tag/tech-adapter-provisioning`);
    await page.locator(`.reference-nav a[href="#${ANCHOR}"][aria-current]`).waitFor();
    await close();
  });

  it('opens the properties of a schema below the property that has it, and closes them', async () => {
    const { page, close } = await site.visit(`${ROUTE}#schema/tech-adapter/ProvisioningStatus`);
    const schema = page.locator('[id="schema/tech-adapter/ProvisioningStatus"]');
    const button = schema.getByRole('button', { name: 'Properties of Info' });
    await button.click();
    const inside = schema.getByRole('list', { name: 'Properties of Info' });
    await inside.getByText('publicInfo', { exact: true }).waitFor();
    await inside.getByRole('button', { name: 'Properties of AclInfo' }).click();
    await inside.getByRole('list', { name: 'Properties of AclInfo' }).waitFor();
    await button.click();
    expect(await inside.count()).toBe(0);
    await close();
  });

  it('keeps the name of a schema in sight while its fields scroll, and parts the values of a field', async () => {
    const { page, close } = await site.visit(`${ROUTE}#schema/tech-adapter/ProvisioningStatus`);
    const schema = page.locator('[id="schema/tech-adapter/ProvisioningStatus"]');
    const values = schema.locator('.values code');
    const boxes = await values.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect(boxes.length).toBeGreaterThan(2);
    expect((boxes[1]?.left ?? 0) - (boxes[0]?.right ?? 0)).toBeGreaterThanOrEqual(5);
    const bottom = await page.locator('.navbar').evaluate((bar) => bar.getBoundingClientRect().bottom);
    await schema
      .locator('.property')
      .last()
      .evaluate((field) => field.scrollIntoView());
    const name = () => schema.locator('h3 code').evaluate((code) => code.getBoundingClientRect().top);
    await expect.poll(name).toBeGreaterThan(bottom);
    expect(await name()).toBeLessThan(bottom + 60);
    await close();
  });

  it.each(oneIn(2, [390, 820]))(
    'keeps the contents below the bar at %i px, with the name of what is read, and folds them after a choice',
    async (width) => {
      const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`, { viewport: { width, height: 844 } });
      const contents = page.locator('.reference-menu summary');
      await expect.poll(() => contents.innerText()).toMatch(/Contents\s+Provision a component/);
      const box = await contents.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.y).toBeLessThan(100);
      await contents.click();
      await page.locator('.reference-menu a', { hasText: 'Start a validation' }).click();
      await expect.poll(() => page.locator('.reference-menu').getAttribute('open')).toBe(null);
      const bottom = (box?.y ?? 0) + (box?.height ?? 0);
      await expect
        .poll(async () => (await page.locator('h3', { hasText: 'Start a validation' }).boundingBox())?.y)
        .toBeGreaterThanOrEqual(bottom);
      await close();
    },
  );

  it.each(oneIn(2, ['Error catalog', 'Unprovision a component']))(
    'leads from the contents to %s on a telephone, past parts that were not drawn yet',
    async (name) => {
      const { page, close } = await site.visit(ROUTE, { viewport: { width: 390, height: 844 } });
      await page.locator('.reference-menu summary').click();
      const link = page.locator('.reference-menu a', { hasText: name }).first();
      const id = decodeURIComponent(((await link.getAttribute('href')) ?? '').slice(1));
      await link.click();
      const top = () =>
        page.evaluate((of) => document.getElementById(of)?.getBoundingClientRect().top ?? Number.NaN, id);
      await expect.poll(top).toBeGreaterThan(50);
      await page.waitForLoadState('networkidle');
      expect(await top()).toBeGreaterThan(50);
      expect(await top()).toBeLessThan(200);
      await close();
    },
  );

  it('lists all operations of a small API, and the others of a large one on demand, without scripts', async () => {
    const { page, close } = await site.visit(ROUTE, { javaScriptEnabled: false });
    const rows = page.locator('.overview li');
    expect(await page.locator('.overview p').textContent()).toContain('/tech-adapter');
    expect(await rows.first().textContent()).not.toContain('/tech-adapter');
    expect(await rows.evaluateAll((all) => all.filter((row) => !row.checkVisibility()))).toEqual([]);
    await page.goto(`${site.origin}/api/governance/`);
    const last = rows.last();
    expect(await last.isVisible()).toBe(false);
    await page.getByText(`Show all ${await rows.count()}`).click();
    expect(await last.isVisible()).toBe(true);
    const [row, button] = [await last.boundingBox(), await page.getByText('Show fewer').boundingBox()];
    expect(button?.y).toBeGreaterThan(row?.y ?? 0);
    await close();
  });

  it('copies the path of an operation', async () => {
    const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator(`[id="${ANCHOR}"]`).getByRole('button', { name: 'Copy path' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('/tech-adapter/v1/provision');
    await close();
  });

  it('[163] is a list of headings after the third part in a narrow window, which addresses and clicks open', async () => {
    const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`, { viewport: { width: 390, height: 844 } });
    const bodyOf = (id: string) => page.locator(`[id="${id}"] > .part`);
    const named = bodyOf(ANCHOR);
    await named.waitFor();
    await expect
      .poll(async () => (await page.locator(`[id="${ANCHOR}"]`).boundingBox())?.y)
      .toBeLessThan(400);
    const other = 'tag/tech-adapter-provisioning/POST/tech-adapter/v1/unprovision';
    expect(await bodyOf(other).isVisible()).toBe(false);
    const button = page.getByRole('button', { name: 'Details of Unprovision a component' });
    await button.click();
    await bodyOf(other).waitFor();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await button.click();
    expect(await bodyOf(other).isVisible()).toBe(false);
    await close();
  });

  it('[163] prints everything, and no buttons', async () => {
    const { page, close } = await site.visit(ROUTE, { viewport: { width: 794, height: 1123 } });
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button:visible').count()).toBe(0);
    expect(await page.locator('.reference-nav').isVisible()).toBe(false);
    const skipped = await page
      .locator('.operation, .schema, .lifecycle, .error')
      .evaluateAll(
        (blocks) => blocks.filter((block) => getComputedStyle(block).contentVisibility !== 'visible').length,
      );
    expect(skipped).toBe(0);
    const folded = page.locator('[data-folded] > .part');
    expect(await folded.count()).toBeGreaterThan(20);
    expect(
      await folded.evaluateAll(
        (parts) => parts.filter((part) => !part.checkVisibility({ contentVisibilityAuto: true })).length,
      ),
    ).toBe(0);
    await close();
  });
});
