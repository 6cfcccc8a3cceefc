import { type DescriptorName, descriptors } from '@tessera/contracts/fixtures/descriptors';
import type { DescriptorKind } from '@tessera/contracts/types/tech-adapter';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readDescriptor, readProvisionedComponent, readRemoval } from './descriptor.ts';
import { readLatestInfo } from './latest-info.ts';

const VIEW = 'urn:dmb:cmp:logistics:shipment-tracking:1:shipments-view';

/** Codes and, where the code leaves it open, the finding. */
function findingsOf(request: Parameters<typeof readDescriptor>[0], serves?: readonly string[]) {
  return (readDescriptor(request, serves === undefined ? {} : { serves }).findings ?? []).map(
    ({ code, values }) => ('finding' in values ? values['finding'] : code),
  );
}

function component(descriptor: string, componentIdToProvision?: string) {
  const outside = componentIdToProvision === undefined ? {} : { componentIdToProvision };
  return { descriptorKind: 'COMPONENT_DESCRIPTOR' as const, descriptor, ...outside };
}

/** The sample of an output port, changed. */
function changed(change: (document: Wrapped) => void): string {
  const document: Wrapped = parse(descriptors['shipments-view'].text);
  change(document);
  return stringify(document);
}

/** Twelve levels, each with the one before it three times: half a million texts in a few hundred characters. */
function bomb(): string {
  return Array.from({ length: 12 }, (_, level) => {
    const part = level === 0 ? 'x' : `*a${level - 1}`;
    return `a${level}: &a${level} [${part}, ${part}, ${part}]`;
  }).join('\n');
}

interface Wrapped {
  dataProduct: { [field: string]: unknown; components: Record<string, unknown>[] };
  componentIdToProvision?: unknown;
}

const KINDS: readonly DescriptorKind[] = ['DATAPRODUCT_DESCRIPTOR', 'COMPONENT_DESCRIPTOR'];

describe('the descriptor samples', () => {
  const names = Object.keys(descriptors).filter((name): name is DescriptorName => name in descriptors);
  const cases = names.flatMap((name) => {
    const { descriptorKind, valid, text } = descriptors[name];
    const kind = KINDS.find((one) => one === descriptorKind);
    return kind === undefined ? [] : [{ name, valid, request: { descriptorKind: kind, descriptor: text } }];
  });

  it.each(cases)('$name: valid is $valid', ({ valid, request }) => {
    expect(findingsOf(request).length === 0).toBe(valid);
  });
});

describe('reading a descriptor finds', () => {
  it.each([
    ['text that is not YAML', '{a: [', /^DESCRIPTOR_NOT_YAML$/],
    ['a text', 'just a sentence', /^DESCRIPTOR_NOT_A_MAPPING$/],
    ['a list', '- a', /^DESCRIPTOR_NOT_A_MAPPING$/],
    ['nothing but a comment', '# nothing', /^DESCRIPTOR_NOT_A_MAPPING$/],
    ['a number', '42', /^DESCRIPTOR_NOT_A_MAPPING$/],
    ['more than one document', 'a: 1\n---\nb: 2', /^DESCRIPTOR_NOT_YAML$/],
    ['a member that is there twice', 'a: 1\na: 2', /^DESCRIPTOR_NOT_YAML$/],
    ['an alias that leads nowhere', 'a: *nowhere', /^DESCRIPTOR_NOT_YAML$/],
    ['a part that holds itself', 'dataProduct: &d\n  id: x\n  components: [*d]', /^DESCRIPTOR_NOT_YAML$/],
    ['a part that holds itself further inside', 'a: &a\n  b:\n    - c: &c [1, *a]', /^DESCRIPTOR_NOT_YAML$/],
    [
      'nesting that is deeper than a stack',
      `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      /^DESCRIPTOR_NOT_YAML$/,
    ],
    ['no data product', 'componentIdToProvision: x', /^DESCRIPTOR_NOT_A_MAPPING$/],
    ['a data product that is a text', 'dataProduct: x', /^DESCRIPTOR_NOT_A_MAPPING$/],
  ])('%s', (_what, text, expected) => {
    expect(findingsOf(component(text))).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    ['an alias bomb', bomb()],
    ['four million brackets', '['.repeat(4_194_304)],
    ['four million indentations', '- '.repeat(2_097_152)],
    ['a million list entries', `a:\n${'- x\n'.repeat(1_000_000)}`],
    ['a hundred thousand aliases', `b: &b x\na:\n${'- *b\n'.repeat(100_000)}`],
  ])('%s, before it costs much', (_what, text) => {
    const [finding] = readDescriptor(component(text)).findings ?? [];
    expect(finding?.values).toEqual({ problem: expect.stringMatching(/more than|too deeply|[Aa]lias/) });
  });

  it('nothing against a text of the greatest length that is easily read', () => {
    const descriptor = changed(({ dataProduct }) => {
      dataProduct['description'] = 'x'.repeat(4_000_000);
    });
    expect(findingsOf(component(descriptor))).toEqual([]);
  });

  it('nothing against kinds of component that are said to be known', () => {
    const text = changed(({ dataProduct }) => {
      for (const one of dataProduct.components) one['kind'] = 'Topic';
    });
    expect(readDescriptor(component(text), { kinds: ['topic'] }).findings).toBeUndefined();
    expect(findingsOf(component(text))).toHaveLength(1);
  });

  it('where the YAML is broken', () => {
    const [finding] = readDescriptor(component('a: 1\nb: [')).findings ?? [];
    expect(finding?.values).toEqual({ problem: expect.stringMatching(/\(line 2, column \d+\)$/) });
  });

  it.each([undefined, null, ''])('a component id that is %j', (id) => {
    const text = changed((document) => {
      document.componentIdToProvision = id;
    });
    expect(findingsOf(component(text))).toEqual(['COMPONENT_ID_MISSING']);
  });

  it.each([
    [(d: Wrapped) => delete d.dataProduct['version'], 'the data product has no version'],
    [(d: Wrapped) => delete d.dataProduct['environment'], 'the data product has no environment'],
    [(d: Wrapped) => (d.dataProduct['name'] = ''), 'the data product has no name'],
    [(d: Wrapped) => (d.dataProduct['version'] = 1), 'the data product has a version that is not a text'],
    [(d: Wrapped) => (d.dataProduct['version'] = '1'), 'version 1 is not of the form 1.2.0'],
    [
      (d: Wrapped) => (d.dataProduct['version'] = '2.0.0'),
      'version 2.0.0 does not agree with the major version 1 in urn:dmb:dp:logistics:shipment-tracking:1',
    ],
    [
      (d: Wrapped) => d.dataProduct.components.push({ id: VIEW.toUpperCase() }),
      `more than one component has the id ${VIEW}`,
    ],
    [
      (d: Wrapped) => Reflect.set(d.dataProduct.components, 3, 'x'),
      'a component of the data product is not a mapping',
    ],
  ])('what a system lacks %#', (change, expected) => {
    expect(findingsOf(component(changed(change)))).toEqual([expected]);
  });

  it.each([
    ['kind', undefined, `component ${VIEW} has no kind`],
    [
      'kind',
      'teapot',
      `component ${VIEW} has the kind teapot, which is not one of outputport, workload, storage, observability`,
    ],
    ['name', undefined, `component ${VIEW} has no name`],
    ['infrastructureTemplateId', null, `component ${VIEW} has no infrastructureTemplateId`],
    [
      'version',
      '2.0.0',
      `version of component ${VIEW} 2.0.0 does not agree with the major version 1 in ${VIEW}`,
    ],
    ['dependsOn', 'x', `component ${VIEW} has a dependsOn that is not a list of component ids`],
  ])('what a component lacks: %s %s', (field, value, expected) => {
    const text = changed(({ dataProduct }) => {
      Object.assign(dataProduct.components[2] ?? {}, { [field]: value });
    });
    expect(findingsOf(component(text))).toEqual([expected]);
  });

  it('a component of another major version', () => {
    const other = 'urn:dmb:cmp:logistics:shipment-tracking:2:shipments-view';
    const text = changed((document) => {
      Object.assign(document.dataProduct.components[2] ?? {}, { id: other, version: '2.0.0' });
      document.componentIdToProvision = other;
    });
    expect(findingsOf(component(text))).toEqual([
      `component ${other} does not belong to the major version 1 of urn:dmb:dp:logistics:shipment-tracking:1`,
    ]);
  });

  it('everything at once, but not without end', () => {
    const text = changed(({ dataProduct }) => {
      dataProduct['name'] = '';
      Object.assign(dataProduct.components[2] ?? {}, { kind: 'teapot', name: '' });
    });
    expect(findingsOf(component(text))).toHaveLength(3);
    const many = {
      id: 'a:1',
      kind: 'system',
      name: 'a',
      version: '1.0.0',
      environment: 'e',
      components: Array(50).fill({}),
    };
    expect(
      findingsOf({ descriptorKind: 'DATAPRODUCT_DESCRIPTOR', descriptor: stringify(many) }),
    ).toHaveLength(20);
  });

  it('the reserved kind', () => {
    const descriptorKind = 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS';
    expect(findingsOf({ descriptorKind, descriptor: descriptors['enriched-failed'].text })).toEqual([
      'descriptorKind DATAPRODUCT_DESCRIPTOR_WITH_RESULTS is reserved and not sent to tech adapters',
    ]);
  });

  it('infrastructure templates that the adapter does not serve, compared by case', () => {
    const request = component(descriptors['shipments-view'].text);
    expect(findingsOf(request, ['urn:dmb:itm:warehouse-output-port:0'])).toEqual([]);
    expect(findingsOf(request, ['urn:dmb:itm:WAREHOUSE-output-port:0'])).toEqual([
      'NOT_AUTHORIZED_TO_DEPLOY',
    ]);
  });
});

describe('the component', () => {
  const idsOf = (request: Parameters<typeof readDescriptor>[0]) =>
    readDescriptor(request).found?.components.map(({ id }) => id.split(':').at(-1));
  const storage = 'urn:dmb:cmp:logistics:shipment-tracking:1:warehouse-tables';

  it('inside the descriptor wins over the one in the body', () => {
    expect(idsOf(component(descriptors['shipments-view'].text, storage))).toEqual(['shipments-view']);
  });

  it('may be named in the body only', () => {
    const text = changed((document) => {
      delete document.componentIdToProvision;
    });
    expect(idsOf(component(text, storage))).toEqual(['warehouse-tables']);
    const whole = {
      descriptorKind: 'DATAPRODUCT_DESCRIPTOR',
      descriptor: descriptors['shipment-tracking'].text,
    } as const;
    expect(idsOf({ ...whole, componentIdToProvision: storage })).toEqual(['warehouse-tables']);
  });

  it('is found whatever the case of its URN', () => {
    const text = changed((document) => {
      document.componentIdToProvision = VIEW.toUpperCase();
    });
    expect(idsOf(component(text))).toEqual(['shipments-view']);
  });

  it('may be a subcomponent', () => {
    const { text } = descriptors['subcomponents'];
    expect(
      idsOf(component(text.replace(/componentIdToProvision: .*/, `componentIdToProvision: ${VIEW}:late`))),
    ).toEqual(['late']);
  });

  it('is absent in a product request, wrapped or not', () => {
    const { text } = descriptors['shipment-tracking'];
    for (const descriptor of [text, stringify({ dataProduct: parse(text) })]) {
      const { found } = readDescriptor({ descriptorKind: 'DATAPRODUCT_DESCRIPTOR', descriptor });
      expect(found?.descriptorKind).toBe('DATAPRODUCT_DESCRIPTOR');
      expect([found?.component, found?.components]).toEqual([undefined, []]);
    }
  });

  it('of a product request is not checked for the templates of this adapter, the product is', () => {
    const request = (template?: string) => {
      const product = { ...parse(descriptors['shipment-tracking'].text), infrastructureTemplateId: template };
      return { descriptorKind: 'DATAPRODUCT_DESCRIPTOR', descriptor: stringify(product) } as const;
    };
    expect(findingsOf(request(), ['urn:dmb:itm:mine:0'])).toEqual([]);
    expect(findingsOf(request('urn:dmb:itm:mine:0'), ['urn:dmb:itm:mine:0'])).toEqual([]);
    expect(findingsOf(request('urn:dmb:itm:other:0'), ['urn:dmb:itm:mine:0'])).toEqual([
      'NOT_AUTHORIZED_TO_DEPLOY',
    ]);
  });
});

describe('the keys of a target', () => {
  it('are shared by a product and each of its components, and by no two components', () => {
    const { text } = descriptors['shipment-tracking'];
    const product = readDescriptor({ descriptorKind: 'DATAPRODUCT_DESCRIPTOR', descriptor: text }).found;
    const [view] = readDescriptor(component(descriptors['shipments-view'].text)).found?.keys ?? [];
    expect(view).toBe(`development ${VIEW}`);
    expect(product?.keys).toHaveLength(4);
    expect(product?.keys).toContain(view);
    expect(readProvisionedComponent(descriptors['shipments-view'].json).keys).toEqual([view]);
  });
});

describe('a removal', () => {
  it('accepts what a validation rejects', () => {
    const text = changed(({ dataProduct }) => {
      dataProduct['version'] = 'one';
      Object.assign(dataProduct.components[2] ?? {}, { kind: 'teapot', name: '' });
    });
    expect(findingsOf(component(text))).not.toEqual([]);
    expect(readRemoval(component(text)).found?.component?.id).toBe(VIEW);
  });

  it.each([
    ['the environment', (d: Wrapped) => delete d.dataProduct['environment'], 'DESCRIPTOR_INVALID'],
    ['the component id', (d: Wrapped) => delete d.componentIdToProvision, 'COMPONENT_ID_MISSING'],
    ['the component', (d: Wrapped) => (d.dataProduct.components = []), 'COMPONENT_NOT_FOUND'],
  ])('needs %s', (_what, change, code) => {
    const { findings = [] } = readRemoval(component(changed(change)));
    expect(findings.map((one) => one.code)).toEqual([code]);
  });

  it('is refused for infrastructure templates that the adapter does not serve', () => {
    const request = component(descriptors['shipments-view'].text);
    const { findings = [] } = readRemoval(request, { serves: ['urn:dmb:itm:other:0'] });
    expect(findings.map((one) => one.code)).toEqual(['NOT_AUTHORIZED_TO_DEPLOY']);
  });
});

describe('the latest info', () => {
  const systemId = 'urn:dmb:dp:logistics:shipment-tracking:1';

  it('is that of the component, or of the system', () => {
    const { text } = descriptors['enriched-failed'];
    const latestProvisioningOperation = { operation: 'Deploy', status: 'Failed' };
    const info = { publicInfo: {}, privateInfo: {}, latestProvisioningOperation };
    const { found } = readDescriptor(component(descriptors['shipments-view'].text));
    expect(found && readLatestInfo(text, found)).toEqual({ info, latestProvisioningOperation });
    expect(readLatestInfo(text, { systemId })).toEqual({ info, latestProvisioningOperation });
  });

  it.each([undefined, null, '', 'a: [', '- 1', 'id: other', descriptors['shipments-view'].text])(
    'is empty when the text is %#',
    (text) => {
      expect(readLatestInfo(text, { systemId })).toEqual({ info: {} });
    },
  );
});

describe('the component of an access request', () => {
  it('is read from JSON', () => {
    const { components, environment } = readProvisionedComponent(descriptors['shipments-view'].json);
    expect([components[0]?.id, environment]).toEqual([VIEW, 'development']);
  });

  it('is looked for among very many, and very deep ones', () => {
    const wide = { components: Array(300_000).fill({ id: 'a' }) };
    const text = (dataProduct: string) => `{"dataProduct":${dataProduct},"componentIdToProvision":"x"}`;
    const deep = `${'{"components":['.repeat(5_000)}${']}'.repeat(5_000)}`;
    for (const dataProduct of [JSON.stringify(wide), deep]) {
      const refused = expect.objectContaining({ code: 'COMPONENT_NOT_FOUND' });
      expect(() => readProvisionedComponent(text(dataProduct))).toThrow(refused);
    }
  });

  it.each([
    ['componentIdToProvision: x', 'DESCRIPTOR_NOT_YAML'],
    ['[]', 'DESCRIPTOR_NOT_A_MAPPING'],
    ['{}', 'DESCRIPTOR_NOT_A_MAPPING'],
    ['{"dataProduct":{}}', 'COMPONENT_ID_MISSING'],
    ['{"dataProduct":{},"componentIdToProvision":"x"}', 'COMPONENT_NOT_FOUND'],
  ])('is refused when the text is %s', (text, code) => {
    expect(() => readProvisionedComponent(text)).toThrow(expect.objectContaining({ code }));
  });
});
