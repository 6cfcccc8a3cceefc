import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const TUTORIALS = [
  { route: '/tutorials/llm-policy/', time: '05:45' },
  { route: '/tutorials/marketplace-customization/', time: '03:40' },
];

describe('the tutorials', () => {
  it('begin with a page of cards that say how long each recording takes', async () => {
    const { page, close } = await site.visit('/tutorials/');
    for (const { route, time } of TUTORIALS) {
      const card = page.locator('.card', { has: page.locator(`a[href="${route}"]`) });
      expect(await card.innerText()).toContain(time);
    }
    expect(await page.locator('.card a[href="/tutorials/first-tech-adapter/"]').count()).toBe(1);
    await close();
  });
});

describe('the recording of a tutorial', () => {
  it.each(oneIn(2, TUTORIALS))(
    'at $route is fetched when a reader plays it, and takes $time',
    async ({ route, time }) => {
      const { page, requests, complaints, close } = await site.visit(route);
      const ofPlayer = () => requests.filter((url) => url.includes('/recordings/'));
      expect(ofPlayer()).toEqual([]);
      await page.getByRole('button', { name: `Play the recording ${time}` }).click();
      const player = page.frameLocator(`iframe[title$="${time}"]`);
      await player.locator('.ap-term').getByText('1. Start').first().waitFor();
      expect(ofPlayer().length).toBeGreaterThan(0);
      expect(requests.filter((url) => !url.startsWith(site.origin))).toEqual([]);
      // Both at one moment: the recording goes on meanwhile.
      const times = await player
        .locator('.ap-time-elapsed, .ap-time-remaining')
        .evaluateAll((all) => all.map((time) => time.textContent));
      expect(times).toHaveLength(2);
      const seconds = (text: string) =>
        text
          .replace('-', '')
          .split(':')
          .reduce((sum, part) => 60 * sum + Number(part), 0);
      const total = times.reduce((sum, text) => sum + seconds(text), 0);
      // Both are rounded down.
      expect(Math.abs(total - seconds(time))).toBeLessThanOrEqual(1);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('is paused and moved by keys alone', async () => {
    const { page, close } = await site.visit('/tutorials/llm-policy/');
    await page.getByRole('button', { name: /^Play the recording/ }).focus();
    await page.keyboard.press('Enter');
    const player = page.frameLocator('iframe');
    await player.locator('.ap-term').getByText('1. Start').first().waitFor();
    await page.keyboard.press(']');
    await player.locator('.ap-term').getByText('2. Take').first().waitFor();
    await page.keyboard.press('Space');
    const now = () => player.locator('.ap-time-elapsed').textContent();
    const paused = await now();
    await page.waitForTimeout(2_200);
    expect(await now()).toBe(paused);
    await close();
  });

  it('can be read without being played', async () => {
    const { page, close } = await site.visit('/tutorials/marketplace-customization/');
    await page.getByText('Transcript of the recording').click();
    const transcript = page.getByRole('group', { name: 'Transcript' });
    await transcript.waitFor({ state: 'visible' });
    expect(await transcript.textContent()).toContain('What: Position and state of every shipment.');
    await close();
  });
});
