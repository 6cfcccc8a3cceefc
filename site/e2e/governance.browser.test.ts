import type { EvaluationReport, EvaluationStarted, Policy } from '@tessera/contracts/types/governance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type SeededGovernance, seedGovernance } from './governance-under-test.ts';
import { openPlatform, type PlatformUnderTest } from './platform-under-test.ts';
import { openSite, type SiteUnderTest } from './site-under-test.ts';
import { type ConsolePage, violationsOf, visitConsole } from './visit-console.ts';

let site: SiteUnderTest;
let platform: PlatformUnderTest;
let seeded: SeededGovernance;
beforeAll(async () => {
  site = await openSite();
  platform = await openPlatform(site.folder);
});
afterAll(async () => {
  await platform?.close();
  await site?.close();
});

const visit = (hash: string): Promise<ConsolePage> =>
  visitConsole(site, platform.origin, hash, { permissions: ['clipboard-read', 'clipboard-write'] });

describe('policies in the console', () => {
  it('are missing at first, and appear with the first evaluation', async () => {
    const { page, complaints, close } = await visit('#/policies');
    await page.getByText('There are no policies and no metrics yet.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('.feed[data-state=live]').waitFor();
    seeded = await seedGovernance(platform.origin);

    const maturity = page.getByRole('row', { name: 'Products in use are strategic' });
    await maturity.getByRole('img', { name: 'Last 5 evaluations: 3 error, 2 ok' }).waitFor();
    await maturity.getByText('Enabled').waitFor();
    await page.getByRole('row', { name: 'Components name a group' }).getByText('Grace').waitFor();
    const score = page.getByRole('row', { name: 'Days until data arrives' });
    await score.getByRole('cell', { name: 'Ok 2' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are filtered by the address, which the filters change', async () => {
    const { page, close } = await visit('#/policies?status=grace');
    const rows = page.getByRole('table').getByRole('rowheader');
    await page.getByText('Components name a group as owner').waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    const states = page.getByRole('list', { name: 'Policies by status' });
    const grace = states.getByRole('link', { name: 'Grace 1' });
    await expect.poll(() => grace.getAttribute('aria-current')).toBe('true');
    expect(await states.getByRole('link').allTextContents()).toEqual(['All 4', 'Grace 1', 'Enabled 3']);
    await page.getByRole('button', { name: 'More filters', exact: true }).click();
    await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Metric');
    await page.getByText('No policy or metric matches these filters.').waitFor();
    expect(page.url()).toContain('#/policies?status=grace&type=metric');
    await page.getByText('Copy request').click();
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    const copy = await page.getByRole('button', { name: 'Copy as curl' }).boundingBox();
    expect(copy?.x).toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`curl '${platform.origin}/platform/entities?type=metric&status=grace'`);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await states.getByRole('link', { name: 'All 4' }).click();
    await page.getByText('Names are short').waitFor();
    await expect.poll(() => rows.count()).toBe(4);
    await page.getByRole('button', { name: 'More filters', exact: true }).click();
    await page.getByRole('combobox', { name: 'Type', exact: true }).waitFor({ state: 'detached' });
    await close();
  });

  it('say why they cannot be read, and are read again on request', async () => {
    const { page, close } = await visit('#/hooks');
    await page.route('**/platform/entities?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Full.' } }),
    );
    await page.goto(`${platform.origin}/platform/#/policies`);
    await page.getByRole('alert').getByText('Full.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.unroute('**/platform/entities?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Names are short').waitFor();
    await close();
  });

  it('have a page each, with their results and script', async () => {
    const { page, complaints, close } = await visit('#/policies');
    await page.getByRole('link', { name: 'Products in use are strategic' }).click();
    await page.getByRole('heading', { name: 'Products in use are strategic' }).waitFor();
    await page.getByText('maturity: =~"^Strategic$"').waitFor();
    await expect.poll(() => page.getByRole('row', { name: 'Shipment Tracking' }).count()).toBe(5);
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${platform.origin}/platform/#/policies/none`);
    await page.getByText('There is no such policy or metric.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('a policy that others change', () => {
  it.each(['#/policies', 'its page'])('is shown as it becomes in %s', async (place) => {
    const { id, name } = seeded.maturity;
    const { page, close } = await visit(place === 'its page' ? `#/policies/${id}` : place);
    await page.getByText(name).first().waitFor();
    await page.locator('.feed[data-state=live]').waitFor();
    await call(platform.origin, 'patchPolicy', { id, body: { name: 'Another name' } });
    await page.getByText('Another name').first().waitFor();
    await call(platform.origin, 'patchPolicy', { id, body: { name } });
    await page.getByText(name).first().waitFor();
    await close();
  });
});

describe('an evaluation report in the console', () => {
  it('marks the lines of the descriptor that its findings are about', async () => {
    const { page, complaints, close } = await visit(`#/reports/${seeded.reportId}`);
    await page.getByRole('heading', { name: 'Evaluation of Shipment Tracking' }).waitFor();
    await page.locator('.view-head').getByText('Completed with error').waitFor();
    const marks = page.locator('.source mark');
    await expect
      .poll(() => marks.allTextContents())
      .toEqual(['maturity: Tactical', '      - user:jane.doe_example.com']);
    const marked = page.locator('.source-marked').first();
    await expect.poll(() => marked.innerText()).toContain('invalid value "Tactical"');
    expect(await violationsOf(page)).toEqual([]);

    const owners = page.getByRole('listitem').filter({ hasText: 'Components name a group as owner' }).first();
    await owners.getByRole('button', { name: 'Line 40, column 9' }).focus();
    await page.keyboard.press('Enter');
    const focused = page.locator('.source-marked:focus');
    await focused.getByText('components.0.owners.0').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Components name a group as owner' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the labels of its request', async () => {
    const body = {
      id: 'urn:x',
      environment: 'development',
      resourceType: 'dataproduct',
      descriptor: 'id: urn:x\n',
      labels: ['release-7', 'nightly'],
    };
    const { reportId } = await call<EvaluationStarted>(platform.origin, 'evaluate', { body });
    const { page, close } = await visit(`#/reports/${reportId}`);
    await page.getByText('release-7, nightly').waitFor();
    await close();
  });

  it('can be read without the console', async () => {
    const { page, close } = await visit(`#/reports/${seeded.reportId}`);
    await page.getByText('Copy request').click();
    await page.getByRole('button', { name: 'Copy as client code' }).click();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toContain(`governance.getEvaluationReport({\n  "path": {\n    "id": "${seeded.reportId}"`);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied').first().waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const url = /^curl '(.*)'$/.exec(command)?.[1] ?? '';
    expect(await (await fetch(url)).json()).toMatchObject({
      id: seeded.reportId,
      status: 'completedWithError',
    });
    await close();
  });

  it('shows one resource at a time, and names it in its address', async () => {
    const { page, close } = await visit('#/policies');
    // The same results about a second resource, which complies.
    await page.route('**/evaluation-reports/*', async (route) => {
      const response = await route.fetch();
      const report: EvaluationReport = await response.json();
      const more = (report.evaluationResults ?? []).map((result) => ({
        ...result,
        outcome: 'ok',
        resource: { ...result.resource, id: 'urn:dmb:dp:logistics:orders:1', displayName: 'Orders' },
        result: { isError: false, errors: [] },
      }));
      const evaluationResults = [...more, ...(report.evaluationResults ?? [])];
      await route.fulfill({ response, json: { ...report, evaluationResults } });
    });
    await page.goto(`${platform.origin}/platform/#/reports/${seeded.reportId}`);
    await page.getByRole('heading', { name: 'Evaluation of 2 resources' }).waitFor();
    const marks = page.locator('.source mark');
    await expect.poll(() => marks.count()).toBe(2);
    await page.getByRole('combobox', { name: 'Resource' }).selectOption('Orders');
    await page.getByText('urn:dmb:dp:logistics:orders:1').waitFor();
    await expect.poll(() => marks.count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.reload();
    await page.getByText('urn:dmb:dp:logistics:orders:1').waitFor();
    await close();
  });

  it('tells a policy that could not be evaluated from one that is violated', async () => {
    const broken = { ...seeded.maturity, name: 'Ids match', cueScript: 'name: string\nid: =~"(["' };
    const { id } = await call<Policy>(platform.origin, 'createPolicy', { body: broken });
    const body = {
      id: 'urn:x',
      environment: 'development',
      resourceType: 'dataproduct',
      descriptor: 'id: urn:x\nname: x\n',
    };
    const { reportId } = await call<EvaluationStarted>(platform.origin, 'testPolicy', { id, body });
    const { page, close } = await visit(`#/reports/${reportId}`);
    const result = page.locator('.verdict', { hasText: 'Ids match' });
    await result.getByText('Could not be evaluated').waitFor();
    await result.getByText('There is no verdict on the resource.').waitFor();
    await result.getByRole('link', { name: 'Script, line 2, column 1' }).waitFor();
    expect(await page.locator('.source mark').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await close();
  });

  it('is found from a plan that a policy blocks', async () => {
    const body = {
      ...seeded.maturity,
      name: 'Only strategic products',
      timing: 'deployment',
      environment: 'production',
    };
    const { id } = await call<Policy>(platform.origin, 'createPolicy', { body });
    await call<Policy>(platform.origin, 'updatePolicyStatus', { id, body: { status: 'enabled' } });
    const { page, close } = await visit('#/deploy');
    await page.getByLabel('Environment').selectOption('production');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const failure = page.locator('.failures');
    await failure.getByText('is not satisfied: descriptor:16:1: maturity: invalid value').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await failure.getByRole('link', { name: 'Only strategic products' }).click();
    await page.getByRole('heading', { name: 'Only strategic products' }).waitFor();
    // One result is no trend.
    await page.getByRole('row', { name: 'Shipment Tracking' }).waitFor();
    expect(await page.getByRole('img', { name: /^Last/ }).count()).toBe(0);
    await page.goBack();
    await failure.getByRole('link', { name: /^report / }).click();
    await page.getByRole('heading', { name: 'Evaluation of Shipment Tracking' }).waitFor();
    await close();
  });

  it('that is not there is not shown', async () => {
    const { page, close } = await visit('#/reports/none');
    await page.getByText('There is no such evaluation report.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await close();
  });
});
