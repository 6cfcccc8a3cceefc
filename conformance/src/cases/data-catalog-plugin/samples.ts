import { dataCatalogPluginFixtures } from '@tessera/contracts/fixtures/data-catalog-plugin';
import { parse } from 'yaml';
import type { Form } from '../../checks/descriptor-forms.ts';
import { NOT_YAML } from '../../checks/empty-descriptor.ts';
import { at, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { GivenSamples } from '../../suite/options.ts';
import { readYaml, writeYaml } from '../../suite/yaml.ts';

/** A data product, ready to send. */
export interface Sample {
  readonly descriptorKind: string;
  readonly descriptor: string;
}

/** The data products of a run, by purpose. */
export interface Samples {
  /** From the suite, so a catalog may reject it. */
  readonly builtIn: boolean;
  /** Without deployment results. */
  readonly plain: Sample;
  /** The same with the results of its deployment. */
  readonly results: Sample;
  /** Another one with different components; absent when the configuration has only one. */
  readonly other?: Sample;
  readonly notYaml: Sample;
  /** A mapping without members. */
  readonly nothing: Sample;
  /** Data products that, according to the configuration, a validation must reject. */
  readonly invalid: readonly Sample[];
}

/** What the suite knows of a data product. */
export interface Contents {
  /** Id of the data product. */
  readonly id?: string;
  readonly components: readonly string[];
  readonly outputPorts: readonly string[];
  /** Names of output ports other than their ids, by id. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** The samples of the contract, or those from the configuration and what the suite derives from them. */
export function collectSamples(own: string | undefined, given: GivenSamples = {}): Samples {
  const found = samplesFrom(own);
  const [results] = given.results ?? [];
  const [other] = given.other ?? [];
  const invalid = given.invalid ?? [];
  return {
    ...found,
    invalid: invalid.map((descriptor) => ({ ...found.plain, descriptor })),
    ...(results === undefined ? {} : { results: { ...found.results, descriptor: results } }),
    ...(other === undefined ? {} : { other: { ...found.plain, descriptor: other } }),
  };
}

function samplesFrom(own: string | undefined): Omit<Samples, 'invalid'> {
  const plain = withSecondPort(fixture('withoutResults'));
  const results = withSize(withSecondPort(fixture('withResults')));
  const notYaml = { ...plain, descriptor: NOT_YAML };
  const nothing = { ...plain, descriptor: '{}\n' };
  if (own === undefined) {
    const other = { ...plain, descriptor: renamed(plain.descriptor) };
    return { builtIn: true, plain, results, other, notYaml, nothing };
  }
  const document: unknown = parse(own);
  if (!isObject(document)) throw new Error('a descriptor is a YAML mapping');
  return {
    builtIn: false,
    plain: { ...plain, descriptor: own },
    results: { ...results, descriptor: writeYaml(withInfo(document)) },
    notYaml,
    nothing,
  };
}

function fixture(name: string): Sample {
  const value = at(dataCatalogPluginFixtures, 'provision', 'request', name, 'value');
  return { descriptorKind: String(at(value, 'descriptorKind')), descriptor: String(at(value, 'descriptor')) };
}

/** The ids in a descriptor. */
export function readContents({ descriptor }: Sample): Contents {
  const document: unknown = parse(descriptor);
  const product = at(document, 'dataProduct') ?? document;
  const id = at(product, 'id');
  const components = componentsIn(product);
  const idsOf = (some: readonly JsonObject[]): string[] => some.map((one) => String(one['id']));
  const ports = components.filter((one) => String(one['kind']).toLowerCase() === 'outputport');
  return {
    ...(typeof id === 'string' ? { id } : {}),
    components: idsOf(components),
    outputPorts: idsOf(ports),
    names: new Map(ports.map((one) => [String(one['id']), namesOf(one)])),
  };
}

/** Its display name, and the end of its id. */
function namesOf(port: JsonObject): string[] {
  const words = [port['name'], port['fullyQualifiedName'], port['displayName']];
  return [...words.filter((one) => typeof one === 'string'), String(port['id']).replace(/^.*:/, '')];
}

function componentsIn(parent: unknown): JsonObject[] {
  return listOf(at(parent, 'components'))
    .filter(isObject)
    .flatMap((one) => [one, ...componentsIn(one)]);
}

/** The sample with one more output port: a catalog must store all ports. */
function withSecondPort(sample: Sample): Sample {
  const document = readYaml(sample.descriptor);
  const components = listOf(at(document, 'components')).filter(isObject);
  const port = components.find(({ kind }) => kind === 'outputport');
  if (!isObject(document) || port === undefined) return sample;
  const monthly = { ...port, id: `${String(port['id'])}-monthly`, name: `${String(port['name'])}, monthly` };
  return { ...sample, descriptor: writeYaml({ ...document, components: [...components, monthly] }) };
}

/** The sample whose first component states its size, in characters that are rare in descriptors. */
function withSize(sample: Sample): Sample {
  const document = readYaml(sample.descriptor);
  const [first, ...rest] = listOf(at(document, 'components')).filter(isObject);
  const info = at(first, 'info');
  if (!isObject(document) || first === undefined || !isObject(info)) return sample;
  const told = at(info, 'publicInfo');
  const size = { type: 'string', label: 'Größe', value: '≈ 12 GB' };
  const larger = { ...first, info: { ...info, publicInfo: { ...(isObject(told) ? told : {}), size } } };
  return { ...sample, descriptor: writeYaml({ ...document, components: [larger, ...rest] }) };
}

/** The sample without its last component, and the id of that; undefined if it has only one. */
export function withoutLast(sample: Sample): { readonly sample: Sample; readonly last: string } | undefined {
  const document = readYaml(sample.descriptor);
  const system = at(document, 'dataProduct') ?? document;
  const components = listOf(at(system, 'components'));
  const last = at(components.at(-1), 'id');
  if (!isObject(document) || !isObject(system) || components.length < 2 || typeof last !== 'string')
    return undefined;
  const rest = { ...system, components: components.slice(0, -1) };
  const descriptor = writeYaml('dataProduct' in document ? { ...document, dataProduct: rest } : rest);
  return { sample: { ...sample, descriptor }, last };
}

/** The sample before any component is added. */
export function withoutComponents({ descriptor, ...sample }: Sample): Record<string, Form> {
  const document = readYaml(descriptor);
  const system = at(document, 'dataProduct') ?? document;
  if (!isObject(document) || !isObject(system)) return {};
  const empty = { ...system, components: [] };
  const bare = 'dataProduct' in document ? { ...document, dataProduct: empty } : empty;
  const title = 'A data product without components causes no system error';
  return { 'no-components': { title, sample: { ...sample, descriptor: writeYaml(bare) }, isSame: false } };
}

/**
 * A later major version under another name. The two samples share no ids; a catalog that compares only parts of ids
 * confuses them.
 */
function renamed(descriptor: string): string {
  return descriptor
    .replaceAll(':shipment-tracking:1', ':shipment-tracking:10')
    .replaceAll(/\bversion: 1\./g, 'version: 10.')
    .replaceAll('Shipment', 'Päckchen');
}

/** The descriptor after a deployment without results. */
function withInfo(document: JsonObject): JsonObject {
  const info = { publicInfo: {}, privateInfo: {} };
  const system = at(document, 'dataProduct');
  const enrich = (one: JsonObject): JsonObject => ({
    ...one,
    components: listOf(one['components']).map((component) =>
      isObject(component) ? { info, ...component } : component,
    ),
  });
  return isObject(system) ? { ...document, dataProduct: enrich(system) } : enrich(document);
}
