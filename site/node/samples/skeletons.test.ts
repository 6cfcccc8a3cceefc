import nunjucks from 'nunjucks';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../config.ts';
import { loadContent } from '../content/load.ts';

/** The settings of the Builder: `${{ }}` prints, `dump` writes JSON, and nothing is escaped. */
const engine = new nunjucks.Environment(null, {
  autoescape: false,
  tags: { variableStart: '${{', variableEnd: '}}' },
});

const COLUMNS = [
  { name: 'SHIPMENT_ID', dataType: 'DECIMAL', precision: 38 },
  { name: 'STATE', dataType: 'STRING' },
];
const TEMPLATES = 'p3_tech/p3_customizations/p3_5_templates';
const DATAPRODUCT = 'system:logistics.shipment-tracking.1';

interface Rendering {
  readonly values: Readonly<Record<string, unknown>>;
  /** Members that the output must contain. */
  readonly gives: Readonly<Record<string, unknown>>;
}

/** Possible input of a form, and the expected output of the page's skeleton. */
const RENDERINGS: Readonly<Record<string, readonly Rendering[]>> = {
  [`${TEMPLATES}/createYourOwnTemplate`]: [
    {
      values: {
        dataproduct: DATAPRODUCT,
        domain: 'domain:logistics',
        name: 'Shipments-View',
        description: 'Open shipments',
        developmentGroup: 'group:logistics-dev',
        useCaseTemplateId: 'urn:dmb:utm:a:0.0.0',
        infrastructureTemplateId: 'urn:dmb:itm:a:0',
      },
      gives: {
        metadata: { name: 'logistics.shipment-tracking.1.shipments-view', description: 'Open shipments' },
        spec: {
          mesh: {
            version: '1.0.0',
            specific: { database: 'LOGISTICS', schema: 'SHIPMENT_TRACKING_1', viewName: 'SHIPMENTS_VIEW' },
          },
        },
      },
    },
  ],
  [`${TEMPLATES}/examples/index`]: [
    {
      values: { dataproduct: DATAPRODUCT, name: 'View', columns: COLUMNS },
      gives: {
        metadata: { name: 'logistics.shipment-tracking.1.view' },
        spec: {
          mesh: {
            dataContract: {
              schema: COLUMNS.map(({ name, dataType }) => ({ name, dataType })),
            },
          },
        },
      },
    },
    {
      values: { dataproduct: DATAPRODUCT, name: 'View', columns: [] },
      gives: { spec: { mesh: { dataContract: { schema: null } } } },
    },
  ],
  [`${TEMPLATES}/examples/TableSchemaLayout`]: [
    {
      values: { schemaDefinition: { schemaColumns: COLUMNS } },
      gives: { mesh: { dataContract: { schema: COLUMNS } } },
    },
  ],
  [`${TEMPLATES}/examples/BaseComponents/BaseOutputPort/StreamlinedExperience`]: [
    {
      values: { schemaDefinition: { schemaColumns: COLUMNS } },
      gives: { dataContract: { schema: COLUMNS } },
    },
    { values: { schemaDefinition: {} }, gives: { dataContract: { schema: [] } } },
  ],
  [`${TEMPLATES}/examples/BaseComponents/BaseStorage`]: [
    {
      values: { dataproduct: DATAPRODUCT },
      gives: { specific: { database: 'LOGISTICS', schema: 'SHIPMENT_TRACKING_1' } },
    },
    {
      values: { dataproduct: DATAPRODUCT, database: 'SHARED', schema: 'OPEN' },
      gives: { specific: { database: 'SHARED', schema: 'OPEN' } },
    },
  ],
  [`${TEMPLATES}/pickers/descriptorPicker`]: [
    {
      values: { partitionColumn: { label: 'STATE', value: COLUMNS[1] } },
      gives: { specific: { partitionBy: 'STATE' } },
    },
  ],
  [`${TEMPLATES}/examples/BasicFields`]: [
    { values: { purpose: 'Planning:\ndaily' }, gives: { purpose: 'Planning:\ndaily' } },
    { values: {}, gives: { purpose: '' } },
  ],
  [`${TEMPLATES}/examples/ConditionalFields`]: [
    { values: { trigger: 'schedule', cron: '0 5 * * *' }, gives: { scheduleCron: '0 5 * * *' } },
  ],
  [`${TEMPLATES}/examples/BaseComponents/BaseWorkload`]: [
    {
      values: { target: 'urn:dmb:cmp:logistics:a:1:b', readsFrom: ['urn:dmb:ex:c'] },
      gives: { dependsOn: ['urn:dmb:cmp:logistics:a:1:b'], readsFrom: ['urn:dmb:ex:c'] },
    },
  ],
};

const SKELETON = /^```+text title="skeleton\/[^"]+"\n([\s\S]*?)^```/gm;

/** Skeletons of all documents, by the document that shows them. */
const shown = loadContent(readSettings([], {}).contentDir, []).sources.flatMap(({ id, body }) =>
  [...body.matchAll(SKELETON)].map(([, text = '']) => ({ id, text })),
);

it('every skeleton of a page is rendered here', () => {
  expect(shown.map(({ id }) => id).toSorted()).toEqual(Object.keys(RENDERINGS).toSorted());
});

it.each(shown)('the skeleton of $id makes what its page says', ({ id, text }) => {
  for (const { values, gives } of RENDERINGS[id] ?? [])
    expect(parse(engine.renderString(text, { values }))).toMatchObject(gives);
});
