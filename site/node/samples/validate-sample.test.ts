import { describe, expect, it } from 'vitest';
import { parseCodeMeta } from '../markdown/code-meta.ts';
import { validateSample } from './validate-sample.ts';

const PRODUCT = `id: urn:dmb:dp:logistics:shipment-tracking:1
kind: dataproduct
name: Shipment Tracking
version: 1.2.0
environment: development
components:
  - id: urn:dmb:cmp:logistics:shipment-tracking:1:tables
    kind: storage
    name: tables
    infrastructureTemplateId: urn:dmb:itm:warehouse-storage:1
    dependsOn: []
`;

const TEMPLATE = `apiVersion: tessera.dev/v1
kind: AccessControlRequestTemplate
metadata: { name: grant }
spec:
  type: grant
  parameters:
    properties:
      motivation: { type: string, title: Motivation }
  steps:
    - { id: send, action: 'access-request:send' }
`;

describe('validating a sample', () => {
  it.each([
    { info: 'yaml validate=descriptor', code: PRODUCT },
    {
      info: 'yaml validate=descriptor',
      code: `dataProduct:\n${PRODUCT.replaceAll(/^/gm, '  ')}\ncomponentIdToProvision: urn:dmb:cmp:a`,
    },
    { info: 'yaml validate=access-request-template', code: TEMPLATE },
    { info: 'yaml validate=parameters', code: 'parameters:\n  name: Tracking\n' },
    {
      info: 'json validate=schema:conformance/config.schema.json',
      code: '{"contract": "tech-adapter", "url": "http://localhost:4401/tech-adapter"}',
    },
    { info: 'json validate=docs-agent#ChatRequest', code: '{"query":"What is a port?"}' },
  ])('finds nothing against $info', async ({ info, code }) => {
    expect(await validateSample(code, parseCodeMeta(info))).toBeNull();
  });

  it.each([
    {
      info: 'yaml validate=descriptor',
      code: PRODUCT.replace('version: 1.2.0', 'version: one'),
      message: /\/version must match pattern/,
    },
    {
      info: 'yaml validate=descriptor',
      code: PRODUCT.replace('name: tables', ''),
      message: "/components/0 must have required property 'name'",
    },
    {
      info: 'yaml validate=access-request-template',
      code: TEMPLATE.replace('type: grant', 'type: give'),
      message: '/spec/type must be equal to one of the allowed values: grant, revoke',
    },
    {
      info: 'yaml validate=access-request-template',
      code: TEMPLATE.replace('title: Motivation', 'tittle: Motivation'),
      message: /must NOT have additional properties/,
    },
    { info: 'json validate=tech-adapter#Nothing', code: '{}', message: 'tech-adapter has no schema Nothing' },
    { info: 'json validate=missing#Nothing', code: '{}', message: 'there is no contract "missing"' },
    { info: 'json validate=nothing', code: '{}', message: /names no schema.*one of .*descriptor/ },
    { info: 'json validate=schema:nothing.json', code: '{}', message: /does not exist/ },
    { info: 'json validate', code: '{}', message: /validate without a schema/ },
    { info: 'json validate=descriptor', code: '{', message: /JSON/ },
    { info: 'yaml validate=descriptor', code: 'a: [', message: /Flow sequence/ },
  ])('says what $info has against a wrong document', async ({ info, code, message }) => {
    const matcher =
      message instanceof RegExp ? expect.stringMatching(message) : expect.stringContaining(message);
    expect(await validateSample(code, parseCodeMeta(info))).toEqual(matcher);
  });
});
