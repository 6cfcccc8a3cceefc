import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  breakTemplate,
  deploySample,
  holdTemplate,
  openPlatform,
  openSilentHook,
  type PlatformUnderTest,
  post,
} from './platform-under-test.ts';
import { openSite, type SiteUnderTest } from './site-under-test.ts';
import { violationsOf, visitConsole } from './visit-console.ts';

const UNIT = 'urn:dmb:dp:logistics:shipment-tracking:1';

let site: SiteUnderTest;
let platform: PlatformUnderTest;
beforeAll(async () => {
  site = await openSite();
  platform = await openPlatform(site.folder);
  await deploySample(platform.origin);
});
afterAll(async () => {
  await platform?.close();
  await site?.close();
});

/** Opens a view of the console; of a platform with a deployed sample, unless another is given. */
const visit = (
  hash: string,
  { origin }: Pick<PlatformUnderTest, 'origin'> = platform,
  options: BrowserContextOptions = {},
) => visitConsole(site, origin, hash, options);

describe('the console', () => {
  it('deploys the sample and shows its plan until it has completed', async () => {
    const fresh = await openPlatform(site.folder);
    const { page, complaints, close } = await visit('', fresh, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByText('There are no plans yet.').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole('link', { name: 'Deploy a unit' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    const reasons = page.getByRole('row', { name: 'Warehouse tables' });
    await reasons.getByText('Daily load and Shipments view depend on it.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Validate' }).click();
    await page.getByText('The descriptor is valid.').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('heading', { name: 'Deploy Shipment Tracking' }).waitFor();
    await page.getByRole('button', { name: 'Terminate' }).waitFor();
    const status = page.locator('.view-head .status');
    await status.getByText('Completed').waitFor();
    await expect.poll(() => page.locator('.task').count()).toBe(7);
    await page.locator('.crumbs').getByRole('link', { name: 'Plans' }).click();
    const groups = page.getByRole('list', { name: 'Plans by status' });
    const completed = groups.getByRole('link', { name: /^Completed [1-9]\d*$/ });
    await completed.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await groups.getByRole('link', { name: 'Failed or stopped 0' }).click();
    await page.getByText('No plan has this status.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await completed.click();
    // All of the row leads to the plan.
    const row = page.getByRole('row', { name: 'Deploy Shipment Tracking' });
    const { x = 0, y = 0 } = (await row.getByRole('cell', { name: 'development' }).boundingBox()) ?? {};
    await page.mouse.click(x + 5, y + 5);
    await status.getByText('Completed').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Terminate' }).count()).toBe(0);

    const task = page.getByRole('button', { name: 'Deploy Daily load' });
    await page.getByRole('button', { name: 'Deploy Warehouse tables' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await task.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('.result', { hasText: '1 component provisioned.' }).waitFor();
    expect(page.url()).toContain('task=component');
    const exchange = page.locator('.exchange').first();
    await exchange.locator('summary').click();
    await exchange.getByRole('button', { name: 'Copy as curl' }).click();
    await exchange.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/tech-adapter\//);
    // The panel of the task offers the same request.
    const panel = page.getByRole('region', { name: 'Deploy Daily load' });
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await panel.getByRole('button', { name: 'Copy as curl' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
    await panel.getByRole('button', { name: 'Show the log of the plan' }).click();
    await page.getByRole('region', { name: 'Log of the plan' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
    await fresh.close();
  });

  it('follows the mode of the system until its user switches', async () => {
    const { page, close } = await visit('', platform, { colorScheme: 'dark' });
    const mode = () => page.evaluate(() => document.documentElement.dataset['theme']);
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    expect(await mode()).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html[data-theme=light]').waitFor();
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    expect(await mode()).toBe('dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await mode()).toBe('dark');
    await page.reload();
    expect(await mode()).toBe('dark');
    await close();
  });

  it('shows a chosen task on a phone at once, and its tasks as a list', async () => {
    const { page, close } = await visit('#/plans', platform, { viewport: { width: 390, height: 800 } });
    await page.getByRole('link', { name: 'Deploy Shipment Tracking' }).first().click();
    const [first, second] = [page.locator('.task').first(), page.locator('.task').nth(1)];
    await second.waitFor();
    // From the first paint on.
    expect((await first.boundingBox())?.x).toBe((await second.boundingBox())?.x);
    await first.click();
    const title = page.getByRole('heading', { name: 'Validate Shipment Tracking', exact: true });
    await title.waitFor();
    await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(400);
    const bar = await page.locator('.bar').boundingBox();
    expect((await title.boundingBox())?.y).toBeGreaterThanOrEqual(bar?.height ?? 0);
    await close();
  });

  it('shows all sections on a phone, and covers nothing with a button', async () => {
    const { page, close } = await visit('', platform, { viewport: { width: 390, height: 800 } });
    const sections = page.getByRole('navigation', { name: 'Console' });
    await sections.getByRole('link', { name: 'Policies' }).waitFor();
    expect(await sections.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
    const [main, ask] = [page.locator('main'), page.getByRole('button', { name: 'Ask' })];
    await ask.waitFor();
    const top = await main.evaluate((element) => element.getBoundingClientRect().top);
    expect(await ask.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(top);
    await close();
  });

  it('says which environment a validation is for, when another one is chosen', async () => {
    const { page, close } = await visit('#/deploy');
    const note = page.getByText('This validation is for development');
    await page.getByRole('button', { name: 'Validate' }).click();
    await page.getByText('The descriptor is valid.').waitFor();
    expect(await note.count()).toBe(0);
    await page.getByLabel('Environment').selectOption('production');
    await page.getByRole('button', { name: 'Validate' }).click();
    await note.waitFor();
    await close();
  });

  it('shows a broken component, its repair, a change of access, and the end of the unit', async () => {
    const fresh = await openPlatform(site.folder);
    const { page, complaints, close } = await visit('#/deploy', fresh);
    const adapter = await breakTemplate(fresh.origin, 'urn:dmb:itm:dbt-workload:1');
    const status = page.locator('.view-head .status');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await status.getByText('Running').waitFor();
    await status.getByText('Failed').waitFor();
    const failure = page.locator('.failures', { hasText: 'Deploy Daily load failed' });
    await failure.getByText('500').waitFor();
    await failure.getByText('Correct the cause, then deploy again.').waitFor();
    await page.getByLabel('Show').selectOption('Errors');
    await page.locator('.log').getByText('the plan ended: FAILED').waitFor();
    await expect.poll(() => page.locator('.log [data-severity=INFO]').count()).toBe(0);
    await page.getByRole('link', { name: UNIT }).click();
    const row = page.getByRole('row', { name: 'Daily load' });
    await row.getByText('Corrupt').waitFor();
    const cause = page.getByRole('link', { name: 'See why the latest plan failed' });
    await cause.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await cause.click();
    await failure.waitFor();
    await page.goBack();

    adapter.repair();
    await page.getByRole('link', { name: 'Deploy', exact: true }).first().click();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await status.getByText('Completed').waitFor();
    await page.getByRole('link', { name: UNIT }).click();
    await row.getByText('Deployed').waitFor();
    await expect.poll(() => cause.count()).toBe(0);

    const access = {
      requestId: 'r-1',
      environment: 'development',
      identities: ['user:jane.doe_example.com'],
    };
    await post(`${fresh.origin}/coordinator/v1/updateacl`, { ...access, dataProductUrn: UNIT });
    const changed = page.getByRole('row', { name: 'Set access' });
    await changed.getByText('Completed').waitFor();

    await page.getByRole('link', { name: 'Deploy', exact: true }).first().click();
    for (const name of ['Warehouse tables', 'Daily load', 'Shipments view'])
      await page.getByLabel(name).selectOption('Undeploy');
    await page.getByLabel('Remove the data of components').check();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Undeploy and remove the data').first().waitFor();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await status.getByText('Completed').waitFor();
    await page.getByRole('link', { name: UNIT }).click();
    await row.getByText('Not deployed').waitFor();
    await page.getByRole('link', { name: 'Units', exact: true }).first().click();
    await page
      .getByRole('navigation', { name: 'Next steps' })
      .getByRole('link', { name: 'See all plans' })
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
    await adapter.close();
    await fresh.close();
  });

  it('terminates a plan', async () => {
    const fresh = await openPlatform(site.folder);
    const adapter = await holdTemplate(fresh.origin, 'urn:dmb:itm:dbt-workload:1');
    const { page, close } = await visit('#/deploy', fresh);
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('button', { name: 'Terminate' }).click();
    await page.locator('.view-head .status', { hasText: 'Terminated' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await close();
    await adapter.close();
    await fresh.close();
  });

  it('deploys the unit of a plan again, as it was', async () => {
    const { page, close } = await visit('#/deploy');
    const descriptor = page.getByRole('textbox', { name: 'Descriptor (YAML)' });
    await descriptor.fill('id: urn:mine');
    await page.getByLabel('Environment').selectOption('production');
    await page.goto(`${platform.origin}/platform/#/plans`);
    await page.getByRole('link', { name: 'Deploy Shipment Tracking' }).first().click();
    await page.getByRole('link', { name: 'Deploy again' }).click();
    await page.getByRole('group', { name: 'Components of Shipment Tracking' }).waitFor();
    await expect.poll(() => page.getByLabel('Environment').inputValue()).toBe('development');
    await page.getByRole('button', { name: 'Restore the previous text' }).click();
    await expect.poll(() => descriptor.inputValue()).toBe('id: urn:mine');
    await page.goto(`${platform.origin}/platform/#/deploy?plan=none`);
    await page.getByRole('alert').waitFor();
    await close();
  });

  it('says why a request is refused that contradicts itself', async () => {
    const { page, close } = await visit('#/deploy');
    await page.getByLabel('Warehouse tables').selectOption('Undeploy');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByText('The request contradicts itself.').waitFor();
    await page.getByLabel('Descriptor (YAML)').fill('name: [\n');
    await page.getByRole('button', { name: 'Line 2, column 1' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Descriptor (YAML)').fill('- no descriptor');
    await page.getByText('must be an object').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Deploy', exact: true }).isDisabled())
      .toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await close();
  });

  it('shows units with their components, and tech adapters with their health', async () => {
    const { page, complaints, close } = await visit('#/units');
    const row = page.getByRole('row', { name: 'Shipment Tracking' });
    await row.getByText('Deployed', { exact: true }).waitFor();
    await row.getByText('Not deployed').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await row.getByRole('link').click();
    await page.getByRole('link', { name: 'Shipments view' }).waitFor();
    await page.getByRole('heading', { name: 'Latest plans' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Adapters' }).click();
    await page.getByRole('row', { name: 'warehouse-storage' }).getByText('Answers').first().waitFor();
    await page.getByText('Data catalog').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('lists a hook as soon as it waits, and lets a person accept it', async () => {
    const { page, close } = await visit('#/hooks');
    await page.getByText('No hook waits for a decision.').waitFor();
    await page.locator('.feed[data-state=live]').waitFor();
    const service = await openSilentHook();
    const access = {
      ...{ requestId: 'request-1', environment: 'development', dataProductUrn: UNIT },
      ...{ identities: ['user:jane.doe_example.com'], hook: service.origin },
    };
    await post(`${platform.origin}/platform/access-requests`, access);
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    await page.getByText('user:jane.doe_example.com').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'this plan' }).click();
    await page.getByRole('heading', { name: 'Ask for consent waits for a decision' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('.to-do').getByRole('link', { name: 'Hooks' }).click();
    const plan = (await page.getByRole('link', { name: 'this plan' }).getAttribute('href')) ?? '';
    await page.getByLabel('Message to the person who asked').fill('Agreed.');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('No hook waits for a decision.').waitFor();
    await page.goto(`${platform.origin}/platform/${plan}`);
    await page.getByRole('button', { name: 'Ask for consent' }).click();
    await page.locator('.result', { hasText: 'Agreed.' }).waitFor();
    await page.locator('.view-head .status', { hasText: 'Completed' }).waitFor();
    await service.close();
    await close();
  });

  it('reads everything again now and then while the stream of changes is broken', async () => {
    const { page, close } = await visit('');
    await page.locator('.feed[data-state=live]').waitFor();
    await page.route('**/platform/events', (route) => route.abort());
    await page.reload();
    await page.locator('.feed[data-state=polling]').waitFor();
    await page.getByRole('table').waitFor();
    await page.waitForRequest('**/coordinator/v1/provisioningplan?*');
    await page.unroute('**/platform/events');
    await page.locator('.feed[data-state=live]').waitFor();
    await close();
  });

  it('reports unknown plans and unknown views', async () => {
    const { page, close } = await visit('#/plans/none');
    await page.getByText('There is no such plan.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${platform.origin}/platform/#/nowhere`);
    await page.getByText('The console has no such view.').waitFor();
    await close();
  });

  it('says how to start a platform where none answers, and runs by its own policy', async () => {
    const { page, complaints, close } = await site.visit('/platform/', { waitForHydration: false });
    await page.getByRole('heading', { name: 'No platform answers here' }).waitFor();
    await page.getByText('--reference-servers').waitFor();
    // The request for its settings is answered with a 404, and the browser says so.
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
    const html = await (await fetch(`${site.origin}/`)).text();
    expect(html).not.toContain('/platform/assets/');
    await close();
  });
});
