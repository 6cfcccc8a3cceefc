import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform, type PlatformUnderTest } from './platform-under-test.ts';
import { openSite, type SiteUnderTest } from './site-under-test.ts';
import { type ConsolePage, violationsOf, visitPlatform } from './visit-console.ts';

const INTRO = '/docs/p4_api/p4_1_intro/';
const QUESTION = 'How do I register a tech adapter?';
const TABLE_QUESTION = 'Which flags inject faults into a server?';
const CODE_QUESTION = 'How do I stop a running plan with the client?';

let site: SiteUnderTest;
let platform: PlatformUnderTest;
beforeAll(async () => {
  site = await openSite();
  platform = await openPlatform(site.folder);
});
afterAll(async () => {
  await platform?.close();
  await site?.close();
});

const visit = (path: string): Promise<ConsolePage> => visitPlatform(site, platform.origin + path);

/** The button of the panel; pages load it with the first move of their reader. */
async function open(page: Page): Promise<void> {
  await page.mouse.move(200, 300);
  await page.mouse.move(220, 320);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('dialog', { name: 'Ask the documentation' }).waitFor();
}

describe('the panel of the documentation agent', () => {
  it('is not there without an agent, and costs one request after the first move of a reader', async () => {
    const { page, requests, complaints, quiet, awake, close } = await site.visit(INTRO);
    const isAbout = (url: string): boolean => /webmanifest|[Aa]sk/.test(url);
    await quiet();
    expect(requests.filter(isAbout)).toEqual([]);
    const probe = page.waitForResponse('**/site.webmanifest');
    await awake();
    expect((await probe).request().method()).toBe('HEAD');
    await quiet();
    expect(requests.filter(isAbout)).toEqual([`${site.origin}/site.webmanifest`]);
    expect(await page.getByRole('button', { name: 'Ask', exact: true }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Search' }).fill('tech adapter');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option', { name: /^Ask:/ }).count()).toBe(0);
    expect(requests.filter(isAbout)).toEqual([`${site.origin}/site.webmanifest`]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('answers with passages, and links to the page and heading of each', async () => {
    const { page, complaints, close } = await visit(INTRO);
    await open(page);
    const panel = page.getByRole('dialog');
    await expect
      .poll(() => panel.getByRole('textbox', { name: 'Question' }).evaluate((one) => one.matches(':focus')))
      .toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.type(QUESTION);
    await page.keyboard.press('Enter');
    await panel.getByText('Quoted passages, no language model').waitFor();
    await panel.getByText('No language model is configured.').waitFor();
    const sources = panel.getByRole('list', { name: 'Sources' }).getByRole('link');
    await expect.poll(() => sources.count()).toBeGreaterThan(0);
    await expect.poll(() => panel.getByRole('link', { name: /^Source 1: / }).count()).toBeGreaterThan(0);
    expect(await violationsOf(page)).toEqual([]);

    const source = sources.and(page.locator('[href*="/docs/"][href*="#"]')).first();
    const heading = (await source.innerText()).split(' › ').at(-1) ?? '';
    await source.click();
    await page.waitForURL(/#/);
    await page.locator('main').getByRole('heading', { name: heading }).first().waitFor();
    await panel.getByText('Quoted passages').waitFor();
    await panel.getByRole('textbox').focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    expect(
      await page.getByRole('button', { name: 'Ask', exact: true }).evaluate((one) => one.matches(':focus')),
    ).toBe(true);

    await page.reload();
    await open(page);
    await panel.getByText('Quoted passages').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows a table as terms with their meaning, and code as a block of code', async () => {
    const { page, close } = await visit(INTRO);
    await open(page);
    const panel = page.getByRole('dialog');
    await page.keyboard.type(TABLE_QUESTION);
    await page.keyboard.press('Enter');
    await panel.getByRole('term').nth(1).waitFor();
    await panel.getByRole('definition').nth(1).waitFor();
    expect(await panel.getByRole('log').evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(0);
    await panel.getByRole('textbox', { name: 'Question' }).fill(CODE_QUESTION);
    await page.keyboard.press('Enter');
    await panel.getByRole('heading', { name: CODE_QUESTION }).waitFor();
    const code = panel.getByRole('article').last().getByRole('group', { name: 'Code' }).first();
    expect((await code.innerText()).split('\n').length).toBeGreaterThan(1);
    const space = async (): Promise<number> => {
      const log = await panel.getByRole('log').boundingBox();
      const question = await panel.getByRole('heading', { name: CODE_QUESTION }).boundingBox();
      return Math.round((question?.y ?? 0) - (log?.y ?? 0));
    };
    await expect.poll(space).toBe(16);
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(space).toBe(16);
    expect(await violationsOf(page)).toEqual([]);
    await close();
  });

  it('begins with sample questions, whose answers are whole and beside the text', async () => {
    const { page, close } = await visit(INTRO);
    await open(page);
    const panel = page.getByRole('dialog');
    const sample = panel
      .getByRole('list', { name: 'Sample questions' })
      .getByRole('button', { name: QUESTION });
    await sample.click();
    await panel.getByText('Quoted passages').waitFor();
    await expect.poll(() => sample.count()).toBe(0);
    const hidden = await panel
      .locator('blockquote p')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).length);
    expect(hidden).toBe(0);
    const [text, box] = [await page.locator('.docs-main').boundingBox(), await panel.boundingBox()];
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0);
    await close();
  });

  it('says that the documentation does not answer a question', async () => {
    const { page, close } = await visit(INTRO);
    await open(page);
    await page.keyboard.type('Which whale sings the loudest opera?');
    await page.keyboard.press('Enter');
    await page.getByText('The documentation does not answer this question.').waitFor();
    expect(await page.getByRole('list', { name: 'Sources' }).count()).toBe(0);
    await close();
  });

  it('says why there is no answer, and asks again', async () => {
    const { page, close } = await visit(INTRO);
    await open(page);
    await page.route('**/docs-agent/v1/chat', (route) => route.fulfill({ status: 401, json: {} }));
    await page.keyboard.type(QUESTION);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The platform asks for a token.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.unroute('**/docs-agent/v1/chat');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByText('Quoted passages').waitFor();
    await page.route('**/docs-agent/v1/chat', (route) => route.abort());
    await page.getByRole('textbox', { name: 'Question' }).fill('And now?');
    await page.keyboard.press('Enter');
    await page.getByText('The documentation agent did not answer').waitFor();
    await close();
  });

  it('takes the query of the search page', async () => {
    const { page, close } = await visit(`/search/?q=${encodeURIComponent(QUESTION)}`);
    await page.getByRole('button', { name: 'Ask the agent instead' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: QUESTION }).waitFor();
    await page.getByText('Quoted passages').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await close();
  });

  it('is the last option of the search box, by keyboard and by pointer', async () => {
    const { page, complaints, close } = await visit(INTRO);
    const box = page.getByRole('combobox', { name: 'Search' });
    const question = page.getByRole('option', { name: `Ask: ${QUESTION}` });
    await box.fill(QUESTION);
    await question.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await question.getAttribute('aria-selected')).toBe('false');
    await box.press('ArrowUp');
    // The box names its option in a later render than the one that selects it.
    const id = await question.getAttribute('id');
    await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(id);
    await box.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Ask the documentation' });
    await panel.getByRole('heading', { name: QUESTION }).waitFor();
    await panel.getByText('Quoted passages').waitFor();
    await expect.poll(() => box.inputValue()).toBe('');

    await box.fill('xyzzyplugh');
    await page.getByRole('option', { name: 'Ask: xyzzyplugh' }).click();
    await panel.getByRole('heading', { name: 'xyzzyplugh' }).waitFor();
    await panel.getByText('The documentation does not answer this question.').waitFor();
    const field = panel.getByRole('textbox', { name: 'Question' });
    expect(await field.evaluate((one) => one.matches(':focus'))).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  it('leaves Enter to the page of all results while no result is selected', async () => {
    const { page, close } = await visit(INTRO);
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.fill('xyzzyplugh');
    await page.getByRole('option', { name: 'Ask: xyzzyplugh' }).waitFor();
    const [nothing, question] = [page.getByText('No results'), page.getByRole('option', { name: /^Ask:/ })];
    await expect
      .poll(async () => ((await question.boundingBox())?.y ?? 0) - ((await nothing.boundingBox())?.y ?? 0))
      .toBeGreaterThan(0);
    await box.press('Enter');
    await page.waitForURL('**/search/?q=xyzzyplugh');
    await close();
  });

  it('appears in the bar at every width, in room that was kept for it', async () => {
    const { page, close } = await visit(INTRO);
    const button = page.getByRole('button', { name: 'Ask', exact: true });
    const places = () =>
      page
        .locator('.navbar .logo, .navbar-links a, .navbar input, .navbar [data-theme-switch]')
        .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().x));
    const before = await places();
    await page.mouse.move(200, 300);
    await page.mouse.move(220, 320);
    await button.waitFor();
    expect(await places()).toEqual(before);
    for (const width of [320, 390, 600, 820, 997, 1100, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const [box, field] = [await button.boundingBox(), await page.locator('.navbar input').boundingBox()];
      expect((box?.x ?? 0) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(field?.x ?? 0);
      expect(box?.width, `${width} px`).toBeGreaterThanOrEqual(36);
      expect(field?.width, `${width} px`).toBeGreaterThanOrEqual(80);
    }
    await close();
  });

  it('is in the console, too', async () => {
    const { page, complaints, close } = await visit('/platform/#/policies');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill(QUESTION);
    await page.keyboard.press('Enter');
    await page.getByText('Quoted passages').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
