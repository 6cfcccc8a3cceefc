import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveStatic } from '../node/serve.ts';
import { hydrated, openFixture, type SiteUnderTest } from './site-under-test.ts';

const INTRO = '/docs/p0_intro/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openFixture();
});
afterAll(() => site.close());

async function read(name: string): Promise<string> {
  const response = await fetch(`${site.origin}/${name}`);
  expect(response.status, name).toBe(200);
  return response.text();
}

describe('files for other programs', () => {
  it('hold every page as Markdown, as far as its version has it', async () => {
    const released = await read('docs/p0_intro/index.md');
    expect(released).toContain('# Intro\n\n> The introduction');
    expect(released).toContain('[more](https://docs.tessera.example/docs/guide/)');
    expect(released).not.toContain('Unreleased part');
    expect(await read('docs/next/p0_intro/index.md')).toContain('## Unreleased part');
    expect(await read('extension-points/tech-adapter/index.md')).toContain('POST /tech-adapter/v1/provision');
  });

  it('list the newest release for language models, without unlisted pages', async () => {
    const index = await read('llms.txt');
    expect(index).toContain('(https://docs.tessera.example/docs/p0_intro/index.md): The introduction');
    expect(index).not.toMatch(/Secret|docs\/next|docs\/2\.2\.0/);
    expect(await read('llms-full.txt')).toContain('First words.');
  });

  it('describe the site to those who install it', async () => {
    const manifest: unknown = JSON.parse(await read('site.webmanifest'));
    expect(manifest).toMatchObject({ name: 'tessera', start_url: '/', icons: [{ src: '/icon.svg' }] });
    expect(await read('icon.svg')).toContain('<svg');
  });

  it('are copied from the page', async () => {
    const { page, close } = await site.visit(INTRO, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy page as Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('# Intro');
    await close();
  });
});

describe('reading offline', () => {
  it('keeps nothing until the reader asks, then everything, and lets it go again', async () => {
    const { page, close } = await site.visit(INTRO);
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
    const keep = page.getByRole('button', { name: 'Keep for reading offline' });
    await page.locator('.footer').scrollIntoViewIfNeeded();
    await keep.click();
    const forget = page.getByRole('button', { name: 'Kept for offline' });
    await forget.waitFor();
    await page.context().setOffline(true);
    await page.goto(`${site.origin}/docs/guide/p20_step/`);
    await hydrated(page);
    expect(await page.locator('h1').innerText()).toBe('Step 10');
    await page.locator('.pager-next').click();
    await page.locator('h1', { hasText: 'Step 11' }).waitFor();
    await page.locator('.search input').fill('guide');
    await page.locator('.search-result').first().waitFor();
    await page.goto(`${site.origin}/docs/next/p9_next/`);
    await hydrated(page);
    expect(await page.locator('h1').innerText()).toBe('Not available offline');
    expect(page.url()).toBe(`${site.origin}/docs/next/p9_next/`);
    await page.context().setOffline(false);
    await page.goto(site.origin + INTRO);
    await page.locator('.footer').scrollIntoViewIfNeeded();
    await forget.click();
    await keep.waitFor();
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
    await close();
  });

  it('shows a new publication with the next load, and drops the old one', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tessera-site-'));
    cpSync(site.folder, folder, { recursive: true });
    const server = await serveStatic(folder, '/', 0, 'fast');
    const context = await site.browser.newContext();
    const page = await context.newPage();
    await page.goto(server.origin + INTRO);
    const keep = page.getByRole('button', { name: 'Keep for reading offline' });
    await page.locator('.footer').scrollIntoViewIfNeeded();
    await keep.click();
    await page.getByRole('button', { name: 'Kept for offline' }).waitFor();
    const before = await page.evaluate(() => caches.keys());
    change(path.join(folder, 'docs/p0_intro/index.html'), 'First words.', 'Other words.');
    change(path.join(folder, 'sw.js'), '"version":"', '"version":"new');
    await page.reload();
    expect(await page.locator('.prose').innerText()).toContain('Other words.');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await page.waitForFunction(async (old) => {
      const names = await caches.keys();
      return names.length === 1 && names[0] !== old;
    }, before[0]);
    await context.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });
});

function change(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

describe('on paper', () => {
  it('[163] code has the colors of light paper, whatever the mode', async () => {
    const colors = [];
    for (const mode of ['light', 'dark']) {
      const { page, close } = await site.visit(`/docs/guide/everything/?theme=${mode}`);
      await page.emulateMedia({ media: 'print' });
      const read = (element: Element) => getComputedStyle(element).color;
      colors.push([
        await page.locator('.code .s').first().evaluate(read),
        await page.locator('.code').first().evaluate(read),
      ]);
      await close();
    }
    expect(colors[1]).toEqual(colors[0]);
  });

  it('[163] tabs and details are open, and every tab says its name', async () => {
    const { page, close } = await site.visit('/docs/guide/everything/');
    const second = page.locator('[role=tabpanel]').nth(1);
    expect(await second.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await second.isVisible()).toBe(true);
    expect(await page.locator('.tab-label:visible').allInnerTexts()).toEqual(['curl', 'TypeScript']);
    expect(await page.locator('[role=tab]:visible').count()).toBe(0);
    await page.goto(`${site.origin}/docs/next/p9_next/`);
    expect(await page.getByText('Inside.').isVisible()).toBe(true);
    await close();
  });
});
