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
/** The input of the page with the metadata of a component, without its name. */
const COMPONENT = {
  dataproduct: DATAPRODUCT,
  domain: 'domain:logistics',
  fullyQualifiedName: 'Tables: all of them',
  description: 'Tables: loaded shipments',
  developmentGroup: 'group:logistics-dev',
};

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
        domain: 'domain:supply-chain',
        name: 'Shipments-View',
        description: 'Rows: one per open shipment',
        developmentGroup: 'group:logistics-dev',
        useCaseTemplateId: 'urn:dmb:utm:a:0.0.0',
        infrastructureTemplateId: 'urn:dmb:itm:a:0',
      },
      gives: {
        metadata: {
          name: 'logistics.shipment-tracking.1.shipments-view',
          description: 'Rows: one per open shipment',
        },
        spec: {
          mesh: {
            version: '1.0.0',
            specific: { database: 'SUPPLY_CHAIN', schema: 'SHIPMENT_TRACKING_1', viewName: 'SHIPMENTS_VIEW' },
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
  [`${TEMPLATES}/examples/BaseDataProduct`]: ['Maps: open', undefined].map((tag) => ({
    values: {
      domain: 'domain:logistics',
      name: 'Shipment-Tracking',
      fullyQualifiedName: 'Shipments: Tracking',
      description: 'Shipments: position and state',
      dataProductOwner: 'user:jane.doe_example.com',
      email: 'jane.doe@example.com',
      developmentGroup: 'group:logistics-dev',
      maturity: 'Tactical',
      tags: tag && [tag],
    },
    gives: {
      metadata: { name: 'logistics.shipment-tracking.0', description: 'Shipments: position and state' },
      spec: {
        mesh: {
          fullyQualifiedName: 'Shipments: Tracking',
          tags: tag ? [{ tagFQN: tag, source: 'Tag' }] : [],
        },
      },
    },
  })),
  [`${TEMPLATES}/examples/TableSchemaLayout`]: [
    {
      values: { schemaDefinition: { schemaColumns: COLUMNS } },
      gives: { mesh: { dataContract: { schema: COLUMNS.map((column) => ({ ...column, tags: [] })) } } },
    },
    {
      values: {
        schemaDefinition: { schemaColumns: [{ name: 'STATE', dataType: 'STRING', tags: ['state: open'] }] },
      },
      gives: {
        mesh: {
          dataContract: { schema: [{ name: 'STATE', tags: [{ tagFQN: 'state: open', source: 'Tag' }] }] },
        },
      },
    },
    {
      values: { schemaDefinition: { schemaColumns: [] } },
      gives: { mesh: { dataContract: { schema: [] } } },
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
      values: {
        ...COMPONENT,
        name: 'warehouse-tables',
        tables: [{ tableName: 'SHIPMENTS', schemaColumns: COLUMNS }, { tableName: 'STOPS' }],
      },
      gives: {
        metadata: { name: 'logistics.shipment-tracking.1.warehouse-tables' },
        spec: {
          mesh: {
            dependsOn: [],
            specific: {
              database: 'LOGISTICS',
              schema: 'SHIPMENT_TRACKING_1',
              tables: [
                { tableName: 'SHIPMENTS', schema: COLUMNS },
                { tableName: 'STOPS', schema: [] },
              ],
            },
          },
        },
      },
    },
    {
      values: {
        ...COMPONENT,
        name: 'tables',
        tables: [{ tableName: 'A' }],
        database: 'SHARED',
        schema: 'OPEN',
      },
      gives: { spec: { mesh: { specific: { database: 'SHARED', schema: 'OPEN' } } } },
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
