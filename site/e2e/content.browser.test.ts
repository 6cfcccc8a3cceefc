import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const PAGE = '/markdown-page/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('code blocks', () => {
  it('[142] [143] show title, numbers and marked lines, and color by class', async () => {
    const { page, close } = await site.visit(PAGE);
    const block = page.locator('.code', { hasText: 'totals.ts' });
    expect(await block.locator('figcaption').innerText()).toBe('totals.ts');
    expect(await block.locator('.hl').innerText()).toContain('values.reduce');
    expect(await block.locator('.l').count()).toBe(3);
    expect(await block.locator('.k').count()).toBeGreaterThan(0);
    expect(await page.locator('.code .i', { hasText: 'COMPONENT_DESCRIPTOR' }).count()).toBe(1);
    expect(await page.locator('[style]').count()).toBe(0);
    await close();
  });

  it('[144] copy what is typed, without prompts and output, and say so for a second', async () => {
    const { page, close } = await site.visit('/docs/p2_arch/p5_provisioner/tech-adapter/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const block = page.locator('.code', { hasText: 'npx tessera serve tech-adapter' });
    await block.hover();
    await block.locator('.copy').click();
    await block.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'npx tessera serve tech-adapter --port 4401 --task-ms 20000',
    );
    await block.getByText('Copied').waitFor({ state: 'detached' });
    await close();
  });

  it('[144] say so once more when they are pressed again, and then what they are for', async () => {
    const { page, close } = await site.visit('/docs/p5_glossary/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const button = page.locator('[data-copy-page]');
    const label = await button.innerText();
    await button.hover();
    await button.click();
    await button.getByText('Copied').waitFor();
    await button.click();
    await page.locator('[data-copy-page]', { hasText: label }).waitFor();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_100)));
    expect(await button.innerText()).toBe(label);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Glossary\n/);
    await close();
  });

  it('[144] say when nothing could be copied', async () => {
    const { page, close } = await site.visit(PAGE, {
      before: (context) =>
        context.addInitScript(() => {
          navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'));
        }),
    });
    const block = page.locator('.code').first();
    await block.hover();
    await block.locator('.copy').first().click();
    await block.getByText('Copying failed').waitFor();
    await expect.poll(() => page.locator('#announcer').innerText()).toBe('Copying failed');
    await close();
  });

  it('[145] can be reached with the keyboard', async () => {
    const { page, close } = await site.visit(PAGE);
    expect(await page.locator('.code pre:not([tabindex="0"])').count()).toBe(0);
    await close();
  });
});

describe('tabs', () => {
  it('[146] apply a choice to every group of the name, keep it, and do not move the page', async () => {
    const { page, close } = await site.visit(PAGE);
    const second = page.getByRole('tab', { name: 'TypeScript' }).nth(1);
    await second.scrollIntoViewIfNeeded();
    const top = await second.evaluate((tab) => tab.getBoundingClientRect().top);
    await second.click();
    await expect
      .poll(() => page.getByRole('tab', { selected: true }).allInnerTexts())
      .toEqual(['TypeScript', 'TypeScript']);
    const after = await second.evaluate((tab) => tab.getBoundingClientRect().top);
    expect(Math.abs(after - top)).toBeLessThanOrEqual(1);
    await page.reload();
    await page.locator('html[data-has-hydrated=true]').waitFor({ state: 'attached' });
    await page.getByRole('tab', { selected: true, name: 'TypeScript' }).first().waitFor();
    await close();
  });

  it('[146] move the focus with the arrow keys, round the ends', async () => {
    const { page, close } = await site.visit(PAGE);
    await page.getByRole('tab', { name: 'curl' }).first().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('TypeScript');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('curl');
    await close();
  });

  it('[146] follow the address', async () => {
    const { page, close } = await site.visit(`${PAGE}?language=typescript`);
    await page.getByRole('tab', { selected: true, name: 'TypeScript' }).first().waitFor();
    await close();
  });

  it('show every panel under its label without scripts', async () => {
    const { page, close } = await site.visit(PAGE, { javaScriptEnabled: false });
    expect(await page.getByText('The language of the client library.').isVisible()).toBe(true);
    expect(await page.getByText('The command line.').isVisible()).toBe(true);
    await close();
  });
});

describe('remarks and details', () => {
  it('[147] have the title of their kind or their own', async () => {
    const { page, close } = await site.visit(PAGE);
    expect(await page.locator('.admonition-title').allInnerTexts()).toEqual([
      'Note',
      'Save time',
      'Info',
      'Warning',
      'Danger',
    ]);
    await close();
  });

  it('[87] open and close with an animation, the attribute leaving last', async () => {
    const { page, close } = await site.visit(PAGE);
    const details = page.locator('.prose details');
    await details.locator('summary').click();
    expect(await details.getAttribute('open')).toBe('');
    await page.locator('.prose details .details-body[style*=height]').waitFor({ state: 'detached' });
    await details.locator('summary').click();
    expect(await details.getAttribute('open')).toBe('');
    await page.locator('.prose details:not([open])').waitFor();
    await close();
  });
});
