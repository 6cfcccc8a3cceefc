import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn, RUNS_ALL } from '../../scripts/test-cases.js';
import {
  askGoldenQueries,
  askMistypedQueries,
  askReaders,
  isInBox,
  meanReciprocalRank,
  recallOf,
  unknownSynonyms,
} from '../node/search/golden.ts';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const INTRO = '/docs/p0_intro/';
const LEAST_RANK = 0.9;
const LEAST_RECALL = 0.95;

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('search box', () => {
  it('[115] takes the focus on Ctrl+K from anywhere and shows the keys', async () => {
    const { page, close } = await site.visit(INTRO);
    await expect.poll(() => page.locator('.search-hint').innerText()).toBe('Ctrl K');
    await page.keyboard.press('Control+k');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
      .toBe('combobox');
    await close();
  });

  it('[115] takes the focus on a slash, except in a text field', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.keyboard.press('/');
    const input = page.locator('.search input');
    await expect.poll(() => input.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type('a/b');
    expect(await input.inputValue()).toBe('a/b');
    await close();
  });

  it('groups results by kind, with method and path of an operation and a passage of a page', async () => {
    const { page, close } = await site.visit(INTRO);
    const first = page.locator('.search-result').first();
    const kind = page.locator('.search-kind').first();
    await page.locator('.search input').fill('/v1/provision');
    await first.locator('code').waitFor();
    await expect.poll(() => first.locator('code').innerText()).toMatch(/^POST \/[a-z-]+\/v1\/provision$/);
    await expect.poll(() => kind.innerText()).toBe('Operations');
    await page.locator('.search input').fill('COR_PLAN_UNKNOWN');
    await page.getByRole('group', { name: 'Errors' }).waitFor();
    await expect.poll(() => first.getAttribute('href')).toBe('/api/#error/COR_PLAN_UNKNOWN');
    await page.locator('.search input').fill('write a tech adapter');
    await page.getByRole('group', { name: 'Guides' }).locator('.search-snippet').first().waitFor();
    await close();
  });

  it('quotes what a requirement means, and an operation without its method and path again', async () => {
    const { page, close } = await site.visit(INTRO);
    const first = page.locator('.search-result').first();
    await page.locator('.search input').fill('TA-30');
    await page.getByRole('group', { name: 'Requirements' }).locator('.search-snippet').first().waitFor();
    await expect.poll(() => first.getAttribute('href')).toBe('/conformance/tech-adapter/ta-30/');
    await first.locator('.search-snippet').waitFor();
    await page.locator('.search input').fill('/v1/provision');
    await first.locator('code').waitFor();
    await first.locator('.search-snippet').waitFor();
    expect(await first.locator('.search-snippet').innerText()).not.toMatch(/POST|\/v1\/provision/);
    await close();
  });

  it('finds pages for a sentence, of which no page has every word', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.search input').fill('how do I log in with my azure ad account');
    await page.locator('.search-result[href*="p3_7_3_microsoft"]').waitFor();
    await close();
  });

  it('leads to places to start from when there is nothing', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.search input').fill('xyzzyplugh');
    await page.locator('.search-none a', { hasText: 'Extension Points API' }).click();
    await page.waitForURL('**/extension-points/');
    await close();
  });

  it('[115] takes Cmd+K, not Ctrl+K, on Apple systems', async () => {
    const { page, close } = await site.visit(INTRO, {
      before: (context) =>
        context.addInitScript(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' })),
    });
    await page.keyboard.press('Control+k');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).not.toBe('combobox');
    await page.keyboard.press('Meta+k');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
      .toBe('combobox');
    await expect.poll(() => page.locator('.search-hint').innerText()).toBe('⌘ K');
    await close();
  });

  it('[116] loads the index on focus, once', async () => {
    const before = site.asked.length;
    const { page, close } = await site.visit(INTRO);
    await page.waitForLoadState('networkidle');
    // The page and the worker share requests in flight: the server's log shows which ones were sent.
    const loads = () => site.asked.slice(before).filter((url) => /\/search-.*\.json$/.test(url));
    expect(loads()).toEqual([]);
    await page.locator('.search input').fill('provisioning');
    await page.locator('.search-result').first().waitFor();
    await page.locator('.search input').fill('');
    await page.locator('.search input').fill('adapter');
    await page.locator('.search-result').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(loads().length).toBeGreaterThan(0);
    expect(new Set(loads()).size).toBe(loads().length);
    await close();
  });

  it('[119] [120] [121] shows at most 8 results, moves through them and opens page and hash', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.search input').fill('provisioning');
    await page.locator('.search-result').nth(7).waitFor();
    const results = page.locator('.search-result');
    expect(await results.count()).toBe(8);
    await expect.poll(() => page.locator('.search-result mark').first().innerText()).toMatch(/provision/i);
    await page.locator('.search-result[aria-selected=true]').waitFor();
    expect(await results.first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    expect(await results.nth(7).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    const target = await results.first().getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${target}`);
    await close();
  });

  it('[119] marks a name that code gives as a whole, and finds it where it is explained', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.search input').fill('createTechAdapter');
    const first = page.locator('.search-result').first();
    // Until the whole index has come, the first result may be another one.
    await expect.poll(() => first.locator('mark').allInnerTexts()).toEqual(['createTechAdapter']);
    expect(await first.getAttribute('href')).toMatch(
      /\/(?:tech-adapter|p4_2_typescript_client|p4_3_client_functions)\//,
    );
    await close();
  });

  it('[161] tells pages of one title apart by where they stand', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.search input').fill('provisioning');
    await page.locator('.search-result[aria-selected=true]').waitFor();
    const texts = await page.locator('.search-result').allInnerTexts();
    const same = texts.filter((text) => text.startsWith('Provisioning\n'));
    expect(same.length).toBeGreaterThan(1);
    expect(new Set(same).size).toBe(same.length);
    const named = expect.stringContaining('Provisioning\nArchitecture › Provisioning Coordinator\n');
    expect(same).toContainEqual(named);
    await close();
  });

  it('[118] [120] says when there is nothing, closes on Escape and clears', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.search input').fill('xyzzyplugh');
    await page.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No results').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.getByText('No results').waitFor();
    await page.locator('.search-clear').click();
    expect(await page.locator('.search input').inputValue()).toBe('');
    await page.keyboard.type('token');
    expect(await page.locator('.search input').inputValue()).toBe('token');
    await close();
  });

  it('[117] searches for what was typed before the shell came', async () => {
    const { page, close } = await site.visit(INTRO, {
      before: (_, page) =>
        page.route('**/assets/entry-*.js', async (route) => {
          await page.locator('.search input').click();
          await page.keyboard.type('tech adapter');
          await route.continue();
        }),
    });
    await page.locator('.search-result').first().waitFor();
    expect(await page.locator('.search input').inputValue()).toBe('tech adapter');
    await close();
  });

  it('[116] begins to load when the pointer comes near', async () => {
    const { page, close } = await site.visit(INTRO);
    const loading = page.waitForRequest('**/assets/search-*.json');
    await page.locator('.search input').hover();
    await loading;
    await close();
  });

  it('[121] opens all results in a new tab where the reader asks for one', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.search input').fill('tech adapter');
    const all = page.locator('.search-all');
    await all.waitFor();
    await expect.poll(() => all.getAttribute('href')).toBe('/search/?q=tech+adapter');
    const before = site.asked.length;
    await Promise.all([page.context().waitForEvent('page'), all.click({ modifiers: ['Control'] })]);
    // Checked on the server, because not every headless browser reports the address of a new tab.
    await expect.poll(() => site.asked.slice(before)).toContain('/search/');
    expect(page.url()).toBe(site.origin + INTRO);
    await close();
  });

  it('[160] leads to all results on Enter while there are none yet', async () => {
    const { page, close } = await site.visit(INTRO, {
      before: (context) => context.route('**/assets/search-*.json', () => new Promise(() => {})),
    });
    await page.locator('.search input').pressSequentially('tech adapter');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search/?q=tech+adapter');
    await close();
  });

  it('[120] [160] says that it searches and selects nothing while the order may change', async () => {
    const { page, close } = await site.visit(INTRO, {
      before: (context) => context.route('**/assets/search-2-*.json', () => new Promise(() => {})),
    });
    await page.locator('.search input').fill('product status corrupt why');
    await page.locator('.search-panel', { hasText: 'Searching …' }).waitFor();
    expect(await page.getByText('No results').count()).toBe(0);
    await page.locator('.search input').fill('provisioning');
    await page.locator('.search-result').first().waitFor();
    expect(await page.locator('.search-result[aria-selected=true]').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search/?q=provisioning');
    await close();
  });

  it('[122] leads to all results', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.search input').fill('tech adapter');
    await page.locator('.search-all').click();
    await page.waitForURL('**/search/?q=tech+adapter');
    await page.locator('h1', { hasText: 'Search results for "tech adapter"' }).waitFor();
    await close();
  });
});

describe('the golden set of queries', () => {
  it('has synonyms whose words are in the pages', () => {
    expect(unknownSynonyms(site.folder)).toEqual([]);
  });

  it('finds what the reader wants among the first results', () => {
    const results = askGoldenQueries(site.folder);
    expect(results.length).toBeGreaterThanOrEqual(100);
    const poor = results.filter(({ rank }) => rank !== 1).map(({ query, rank }) => `${query}: ${rank}`);
    expect(meanReciprocalRank(results), poor.join('\n')).toBeGreaterThanOrEqual(LEAST_RANK);
  });

  it('answers what readers ask in their own words, also where nothing was tuned to it', () => {
    const { tuned, development, untouched } = askReaders(site.folder);
    expect(meanReciprocalRank(tuned)).toBeGreaterThanOrEqual(0.87);
    expect(meanReciprocalRank(development)).toBeGreaterThanOrEqual(0.82);
    expect(meanReciprocalRank(untouched)).toBeGreaterThanOrEqual(0.8);
    expect([...tuned, ...development, ...untouched].filter(({ found }) => found.length === 0)).toEqual([]);
  });

  it('finds it although a letter is wrong', () => {
    const step = RUNS_ALL ? 1 : 8;
    const results = askMistypedQueries(site.folder, step);
    expect(results.length * step).toBeGreaterThanOrEqual(400);
    const poor = results.filter((result) => !isInBox(result)).map(({ query }) => query);
    expect(recallOf(results), poor.join('\n')).toBeGreaterThanOrEqual(LEAST_RECALL);
  });
});

describe('search page', () => {
  it('[137] [139] [141] shows the results of the address on a cold visit, with the focus in the input', async () => {
    const { page, close } = await site.visit('/search/?q=token');
    await page.locator('h1', { hasText: 'Search results for "token"' }).waitFor();
    // A hundred are shown; the others are not counted.
    await page.getByText(/^More than 100 documents found$/).waitFor();
    await expect.poll(() => page.title()).toBe('Search results for "token" | tessera');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.search-page') !== null))
      .toBe(true);
    await close();
  });

  it('[141] is listed by no search engine, and may be read by all of them so that they learn it', async () => {
    const { page, close } = await site.visit('/search/?q=token');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, follow');
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/search\/$/);
    const robots = await (await fetch(`${site.origin}/robots.txt`)).text();
    expect(robots).not.toContain('Disallow');
    await close();
  });

  it('[141] says that it searches while the index loads', async () => {
    const { page, close } = await site.visit('/search/?q=token', {
      before: (context) => context.route('**/assets/search-*.json', () => new Promise(() => {})),
    });
    await page.locator('.search-count', { hasText: 'Searching' }).waitFor();
    await close();
  });

  it('[138] has the only field for a query, which Ctrl+K reaches', async () => {
    const { page, close } = await site.visit('/search/?q=token');
    expect(await page.locator('input[type=search]').count()).toBe(1);
    await page.locator('h1').click();
    await page.keyboard.press('Control+k');
    expect(await page.evaluate(() => document.activeElement?.closest('.search-page') !== null)).toBe(true);
    await close();
  });

  it('[139] says what to do without a result, in a part of the site and in everything', async () => {
    const { page, close } = await site.visit('/search/?q=glossary&ctx=conformance');
    const widen = page.getByRole('button', { name: /^Show \d+ results in everything$/ });
    await widen.click();
    await page.getByText(/^\d+ documents found$/).waitFor();
    await page.locator('.search-page input').fill('xyzzyplugh');
    await page.getByRole('heading', { name: 'What you can try' }).waitFor();
    await page.locator('.search-page a', { hasText: 'Extension Points API' }).waitFor();
    await close();
  });

  it('[139] names a word that it corrected, and searches for the original words', async () => {
    const { page, close } = await site.visit('/search/?q=provisoning');
    await page.getByText('No page contains provisoning. Showing results for provisioning.').waitFor();
    await page.getByRole('button', { name: 'Search for the original words' }).click();
    await page.getByText('No documents were found').waitFor();
    await expect.poll(() => page.url()).toBe(`${site.origin}/search/?q=provisoning&literal=1`);
    await expect.poll(() => page.getByText('The search left it out').count()).toBe(0);
    await close();
  });

  it.each(oneIn(2, [390, 820]))('shows all of the heading and large controls at %i px', async (width) => {
    const { page, close } = await site.visit('/search/?q=cancel+a+running+deployment+of+a+data+product', {
      viewport: { width, height: 900 },
    });
    await page.locator('.search-page li').first().waitFor();
    expect(await page.locator('.search-page h1').evaluate((h1) => h1.scrollWidth - h1.clientWidth)).toBe(0);
    for (const control of await page.locator('.search-filters :is(select, button)').all())
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await close();
  });

  it('[137] invites to search without a query', async () => {
    const { page, close } = await site.visit('/search/');
    expect(await page.locator('h1').innerText()).toBe('Search the documentation');
    await close();
  });

  it('[138] [139] keeps the query in the address without a history entry for every letter', async () => {
    const { page, close } = await site.visit('/search/');
    const before = await page.evaluate(() => history.length);
    await page.locator('.search-page input').pressSequentially('xyzzyplugh');
    await page.getByText('No documents were found').waitFor();
    await expect.poll(() => page.url()).toBe(`${site.origin}/search/?q=xyzzyplugh`);
    expect(await page.evaluate(() => history.length)).toBe(before);
    await page.locator('.search-page input').fill('');
    await expect.poll(() => page.url()).toBe(`${site.origin}/search/`);
    await close();
  });
});
