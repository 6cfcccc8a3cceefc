import type { Locator, Page } from 'playwright-core';

/** Finds one element of a view. */
export type Find = (page: Page) => Locator;

/** What the platform has been through when the pictures are taken, in this order. */
export const STAGES = ['deployed', 'requested', 'failed', 'evaluated'] as const;
export type Stage = (typeof STAGES)[number];

/** Ids that the views of a stage are about. */
export interface Subject {
  /** The latest plan. */
  readonly plan: string;
  /** The latest evaluation report. */
  readonly report: string;
}

/** A picture of the console, in both modes. */
export interface ConsolePicture {
  /** File below the content folder, without the ending. */
  readonly file: string;
  readonly stage: Stage;
  /** Width of the screen in pixels of the page; WIDTH unless given. */
  readonly width?: number;
  /** The part of the address after the number sign. */
  readonly hash: (subject: Subject) => string;
  /** Uses the view, and waits until it shows what the picture is about. */
  readonly prepare: (page: Page) => Promise<void>;
  /** Elements that get a number, from 1 on; the page that shows the picture explains each of them in a list. */
  readonly marks: readonly Find[];
  /** The picture begins above this element; without it, at the top of the page. */
  readonly begin?: Find;
  /** The picture ends below this element; without it, at the end of the screen. */
  readonly end?: Find;
}

/** Width of the screen in pixels of the page: the parts of a view are side by side. */
export const WIDTH = 1024;

/** Folder of the pictures of the user manual. */
export const MANUAL = 'docs/p1_user/_pictures';

const button = (name: string): Find => {
  return (page) => page.getByRole('button', { name, exact: true });
};
const region = (name: string): Find => {
  return (page) => page.getByRole('region', { name });
};
const columnHeader = (name: string): Find => {
  return (page) => page.getByRole('columnheader', { name, exact: true }).first();
};
const row = (name: string): Find => {
  return (page) => page.getByRole('row', { name }).first();
};
const first = (selector: string): Find => {
  return (page) => page.locator(selector).first();
};

/** Makes the field of the descriptor lower, as a user can, so that the form fits into a picture. */
async function shrinkDescriptor(page: Page): Promise<void> {
  await page.getByLabel('Descriptor (YAML)').evaluate((field) => {
    field.style.height = '19rem';
  });
}

async function validateAnOldVersion(page: Page): Promise<void> {
  const field = page.getByLabel('Descriptor (YAML)');
  const text = await field.inputValue();
  await field.fill(text.replace('version: 1.2.0', 'version: 2.0.0'));
  await page.getByRole('button', { name: 'Validate' }).click();
  await page.getByText('The descriptor is not valid.').waitFor();
}

async function previewRemoval(page: Page): Promise<void> {
  await shrinkDescriptor(page);
  for (const name of ['Warehouse tables', 'Daily load', 'Shipments view'])
    await page.getByLabel(name).selectOption('Undeploy');
  await page.getByLabel('Remove the data of components').check();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Undeploy and remove the data').first().waitFor();
}

/** Every picture of the console that pages show. */
export const CONSOLE_PICTURES: readonly ConsolePicture[] = [
  {
    file: 'pages/console/plan',
    stage: 'deployed',
    width: 960,
    hash: ({ plan }) => `#/plans/${plan}`,
    prepare: (page) => page.locator('.graph .task').first().waitFor(),
    marks: [],
    end: first('.graph'),
  },
  {
    file: 'pages/console/plan.phone',
    stage: 'deployed',
    width: 390,
    hash: ({ plan }) => `#/plans/${plan}`,
    prepare: (page) => page.locator('.graph[data-list] .task').first().waitFor(),
    marks: [],
    begin: first('.plan-tasks'),
    end: first('.graph'),
  },
  {
    file: `${MANUAL}/plans`,
    stage: 'deployed',
    hash: () => '#/plans',
    prepare: (page) => page.locator('.feed[data-state=live]').waitFor(),
    marks: [first('.bar-sections'), first('.feed'), first('tbody .row-link'), columnHeader('Status')],
    end: first('table'),
  },
  {
    file: `${MANUAL}/deploy`,
    stage: 'deployed',
    hash: () => '#/deploy',
    prepare: async (page) => {
      await shrinkDescriptor(page);
      await page.getByRole('group', { name: 'Components of' }).waitFor();
    },
    marks: [
      (page) => page.getByLabel('Descriptor (YAML)'),
      (page) => page.getByLabel('Environment'),
      (page) => page.getByRole('group', { name: 'Components of' }),
      (page) => page.getByLabel('Remove the data of components'),
      button('Preview'),
      button('Validate'),
      button('Deploy'),
    ],
    end: first('.deploy-buttons'),
  },
  {
    file: `${MANUAL}/preview`,
    stage: 'deployed',
    hash: () => '#/deploy',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('heading', { name: 'Preview' }).waitFor();
    },
    marks: [columnHeader('Component'), columnHeader('Operation'), columnHeader('Reason')],
    begin: region('Preview'),
    end: region('Preview'),
  },
  {
    file: `${MANUAL}/validation`,
    stage: 'deployed',
    hash: () => '#/deploy',
    prepare: validateAnOldVersion,
    marks: [first('.notice-bad'), columnHeader('Phase'), columnHeader('Verdict'), first('.messages')],
    begin: region('Validation'),
    end: region('Validation'),
  },
  {
    file: `${MANUAL}/plan`,
    stage: 'deployed',
    hash: ({ plan }) => `#/plans/${plan}`,
    prepare: (page) => page.locator('.exchange').first().waitFor(),
    marks: [
      first('.view-head .status'),
      first('.graph'),
      (page) => page.getByLabel('Show'),
      first('.log'),
      (page) => page.getByRole('heading', { name: 'Exchanges with extension points' }),
    ],
    begin: first('.crumbs'),
    end: first('.exchanges-head'),
  },
  {
    file: `${MANUAL}/task`,
    stage: 'deployed',
    hash: ({ plan }) => `#/plans/${plan}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Deploy Daily load' }).click();
      await page.locator('.result').waitFor();
      await page.locator('.exchange').first().waitFor();
    },
    marks: [first('.task[aria-pressed=true]'), first('.result'), first('.log'), first('.exchange')],
    begin: first('.plan'),
    end: first('.exchange'),
  },
  {
    file: `${MANUAL}/units`,
    stage: 'deployed',
    hash: () => '#/units',
    prepare: (page) => page.getByText('Not deployed').waitFor(),
    marks: [first('.row-link'), columnHeader('development'), columnHeader('production')],
    end: first('table'),
  },
  {
    file: `${MANUAL}/unit`,
    stage: 'deployed',
    hash: () => `#/units/${encodeURIComponent('urn:dmb:dp:logistics:shipment-tracking:1')}`,
    prepare: async (page) => {
      await page.getByRole('row', { name: 'Daily load' }).waitFor();
      await page.getByRole('region', { name: 'Latest plans' }).getByRole('table').waitFor();
    },
    marks: [
      (page) => page.locator('.view-head').getByRole('link', { name: 'Deploy' }),
      (page) => page.getByRole('heading', { name: 'In development' }),
      row('Daily load'),
      (page) => page.getByRole('row', { name: 'Shipments view' }).getByRole('cell').last(),
      (page) => page.getByRole('heading', { name: 'Latest plans' }),
    ],
    end: region('Latest plans'),
  },
  {
    file: `${MANUAL}/undeploy`,
    stage: 'deployed',
    hash: () => '#/deploy',
    prepare: previewRemoval,
    marks: [
      (page) => page.getByRole('group', { name: 'Components of' }),
      (page) => page.getByText('Remove the data of components'),
      columnHeader('Operation'),
      button('Deploy'),
    ],
    begin: first('h1'),
    end: region('Preview'),
  },
  {
    file: `${MANUAL}/hook`,
    stage: 'requested',
    hash: () => '#/hooks',
    prepare: (page) => page.getByRole('button', { name: 'Accept' }).waitFor(),
    marks: [
      first('.bar-sections .badge'),
      first('.hooks dl'),
      (page) => page.getByLabel('Message to the person who asked'),
      button('Accept'),
      button('Reject'),
    ],
    end: first('.hooks'),
  },
  {
    file: `${MANUAL}/failed-plan`,
    stage: 'failed',
    hash: ({ plan }) => `#/plans/${plan}`,
    prepare: (page) => page.locator('.failures').waitFor(),
    marks: [
      first('.view-head .status'),
      first('.task[data-tone=bad]'),
      first('.failures'),
      (page) => page.getByLabel('Show'),
    ],
    begin: first('.crumbs'),
    end: first('.plan'),
  },
  {
    file: `${MANUAL}/report`,
    stage: 'evaluated',
    hash: ({ report }) => `#/reports/${report}`,
    prepare: (page) => page.locator('.source mark').first().waitFor(),
    marks: [
      first('.view-head .status'),
      first('.verdict'),
      first('.findings'),
      first('.source-marked'),
      first('.menu summary'),
    ],
    begin: first('.crumbs'),
    end: first('.results'),
  },
];
