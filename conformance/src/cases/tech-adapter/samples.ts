import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import type { DescriptorFixture } from '@tessera/contracts/vocabulary';
import { parse } from 'yaml';
import { at, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { GivenSamples } from '../../suite/options.ts';
import { readYaml, writeYaml } from '../../suite/yaml.ts';

/** A descriptor, ready to send. */
export interface Sample {
  readonly descriptorKind: string;
  readonly descriptor: string;
  readonly latestEnrichedDescriptor?: string;
}

/** The descriptors of a run, by purpose. */
export interface Samples {
  /** From the suite, so a target may refuse to deploy them. */
  readonly builtIn: boolean;
  readonly main: Sample;
  /** Other components that the target may handle too; empty if the configuration has only the main one. */
  readonly others: readonly Sample[];
  /** Every other component of the descriptors, for validation: the target may be unable to deploy it. */
  readonly neighbors: readonly Sample[];
  /** Names a component that the descriptor does not contain; absent for descriptors that name none. */
  readonly unknownComponent?: Sample;
  /** Names that are almost in the descriptor, by their difference from the existing id. */
  readonly nearComponents: Readonly<Record<string, Sample>>;
  /** Ids that occur in the requests of one check only. */
  readonly onceNamed: readonly string[];
  /** A component descriptor without a component. */
  readonly missingComponent?: Sample;
  /** The system that contains the main component. */
  readonly system?: Sample;
  /** Descriptors that, according to the configuration, a validation must reject. */
  readonly invalid: readonly Sample[];
  /** Descriptors that, according to the configuration, the target may not deploy. */
  readonly forbidden: readonly Sample[];
  /** The descriptor as it was after the latest operation. */
  readonly enriched: string;
  /** The component for access requests, as JSON text: the main one, or one of the given system. */
  readonly accessJson: string;
  /** Whether that component is an output port; others may have no access control. */
  readonly accessIsOfPort: boolean;
  /** The component that the descriptor does not contain, as JSON text. */
  readonly unknownAccessJson?: string;
  /** The same of the second of the others, or of the main one. */
  readonly otherJson: string;
}

/** Derived from the descriptors, whether the caller or the suite supplied them. */
type Derived = 'neighbors' | 'accessIsOfPort' | 'invalid' | 'forbidden';

const COMPONENT = 'componentIdToProvision';
/** The kind of component that has consumers. */
const OUTPUT_PORT = 'outputport';

/** The samples of the contract, or those from the configuration and what the suite derives from them. */
export function collectSamples(own: string | undefined, given: GivenSamples = {}): Samples {
  const { invalid = [], other = [], enriched = [], forbidden = [] } = given;
  const found = samplesFrom(own);
  const others = other.map(ownSample);
  const [, second] = other;
  return {
    ...found,
    neighbors: neighborsOf(found.main, others.length === 0 ? found.others : others),
    accessIsOfPort: isOutputPort(JSON.parse(found.accessJson)),
    invalid: invalid.map(ownSample),
    forbidden: forbidden.map(ownSample),
    ...(others.length === 0 ? {} : { others }),
    ...(second === undefined ? {} : { otherJson: JSON.stringify(ofComponent(parse(second))) }),
    ...(enriched[0] === undefined ? {} : { enriched: enriched[0] }),
  };
}

function samplesFrom(own: string | undefined): Omit<Samples, Derived> {
  if (own === undefined) {
    const main = sampleOf(descriptors['shipments-view']);
    const unknownComponent = sampleOf(descriptors['component-id-unknown']);
    const near = nearComponents(main, JSON.parse(descriptors['shipments-view'].json));
    return {
      builtIn: true,
      main,
      nearComponents: near,
      onceNamed: onceNamed(main, [unknownComponent, ...Object.values(near)]),
      others: [sampleOf(descriptors['warehouse-tables']), sampleOf(descriptors['daily-load'])],
      unknownComponent,
      unknownAccessJson: descriptors['component-id-unknown'].json,
      missingComponent: sampleOf(descriptors['component-id-missing']),
      system: sampleOf(descriptors['shipment-tracking']),
      enriched: descriptors['enriched-failed'].text,
      accessJson: descriptors['shipments-view'].json,
      otherJson: descriptors['daily-load'].json,
    };
  }
  const document: unknown = parse(own);
  if (!isObject(document)) throw new Error('a descriptor is a YAML mapping');
  const component = typeof document[COMPONENT] === 'string' ? document[COMPONENT] : undefined;
  const accessJson = JSON.stringify(ofComponent(document));
  const main = ownSample(own);
  const near = nearComponents(main, document);
  const base = {
    builtIn: false,
    others: [],
    nearComponents: near,
    onceNamed: onceNamed(main, Object.values(near)),
    enriched: enrich(document),
    accessJson,
    otherJson: accessJson,
  };
  if (component === undefined) return { ...base, main };
  const { [COMPONENT]: _, ...without } = document;
  return {
    ...base,
    main,
    unknownComponent: {
      ...main,
      descriptor: writeYaml({ ...document, [COMPONENT]: `${component}-not-here` }),
    },
    unknownAccessJson: JSON.stringify({ ...document, [COMPONENT]: `${component}-not-here` }),
    missingComponent: { ...main, descriptor: writeYaml(without) },
  };
}

const LINE = new RegExp(`^(["']?${COMPONENT}["']?\\s*:\\s*["']?)([^\\s"']+)`, 'm');

/**
 * A shorter id, one with the same end, the name instead of the id, and a component that only the enriched descriptor
 * contains. Text in another form is not changed.
 * @param document The value of the descriptor.
 */
function nearComponents({ descriptorKind, descriptor }: Sample, document: unknown): Record<string, Sample> {
  const id = LINE.exec(descriptor)?.[2];
  if (id === undefined || id.length < 2) return {};
  const last = id.split(':').at(-1) ?? id;
  const system = at(document, 'dataProduct');
  const components = listOf(at(system, 'components'));
  const component = components.find((one) => at(one, 'id') === id);
  const name = at(component, 'name');
  const near = {
    shorter: id.slice(0, -1),
    ...(id.includes(':') ? { elsewhere: `urn:dmb:cmp:not:here:0:${last}` } : {}),
    // Such names need no quotes.
    ...(typeof name === 'string' && /^[a-z][\w -]*\w$/i.test(name) ? { name } : {}),
  };
  const asking = (other: string): Sample => ({
    descriptorKind,
    descriptor: descriptor.replace(LINE, (_all, before: string) => `${before}${other}`),
  });
  const others = Object.entries(near).filter(([, other]) => !holds(document, other));
  // A separate id, so that no request affects an existing component.
  const former = { ...Object(component), id: `${id}-former` };
  return {
    ...Object.fromEntries(others.map(([of, other]) => [of, asking(other)])),
    ...(component === undefined || !isObject(system)
      ? {}
      : {
          former: {
            ...asking(former.id),
            latestEnrichedDescriptor: enrich({ ...system, components: [...components, former] }),
          },
        }),
  };
}

/** The other descriptors, and the main one with each of its remaining components as the component to provision. */
function neighborsOf(main: Sample, others: readonly Sample[]): Sample[] {
  const named = [main, ...others].map(({ descriptor }) => LINE.exec(descriptor)?.[2]);
  if (named[0] === undefined) return [...others];
  const components = listOf(at(readYaml(main.descriptor), 'dataProduct', 'components'));
  const ids = components.map((component) => at(component, 'id')).filter((id) => typeof id === 'string');
  const further = ids.filter((id) => !named.includes(id) && !/\s/.test(id));
  return [
    ...others,
    ...further.map((id) => ({
      ...main,
      descriptor: main.descriptor.replace(LINE, (_all, before: string) => `${before}${id}`),
    })),
  ];
}

/** Ids that the others name and the main one does not contain. */
function onceNamed(main: Sample, others: readonly Sample[]): string[] {
  const named = others.map(({ descriptor }) => LINE.exec(descriptor)?.[2]);
  return named.flatMap((id) => (id === undefined || main.descriptor.includes(id) ? [] : [id]));
}

/**
 * Whether an object in the document has the id: the id of the twelfth component without its last character may be that
 * of the first.
 */
function holds(value: unknown, id: string): boolean {
  if (at(value, 'id') === id) return true;
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((inner) => holds(inner, id))
  );
}

/** A descriptor with a component name describes a component. */
function ownSample(descriptor: string): Sample {
  const document = readYaml(descriptor);
  const isComponent = isObject(document) ? COMPONENT in document : LINE.test(descriptor);
  return { descriptorKind: isComponent ? 'COMPONENT_DESCRIPTOR' : 'DATAPRODUCT_DESCRIPTOR', descriptor };
}

/** Access requests are for a component: of a system, an output port if there is one. */
function ofComponent(document: unknown): unknown {
  if (!isObject(document) || COMPONENT in document) return document;
  const dataProduct = at(document, 'dataProduct') ?? document;
  const components = listOf(at(dataProduct, 'components'));
  const one = components.find((component) => at(component, 'kind') === OUTPUT_PORT) ?? components[0];
  const id = at(one, 'id');
  return typeof id === 'string' ? { dataProduct, [COMPONENT]: id } : document;
}

/** The kind of the component that a document names. Without a kind, access control is expected. */
function isOutputPort(document: unknown): boolean {
  const id = at(document, COMPONENT);
  const components = listOf(at(document, 'dataProduct', 'components'));
  const kind = at(
    components.find((component) => at(component, 'id') === id),
    'kind',
  );
  return typeof kind !== 'string' || kind.toLowerCase() === OUTPUT_PORT;
}

function sampleOf({ descriptorKind, text }: DescriptorFixture): Sample {
  return { descriptorKind, descriptor: text };
}

function enrich(document: JsonObject): string {
  const system = at(document, 'dataProduct') ?? document;
  const info = {
    publicInfo: {},
    privateInfo: {},
    latestProvisioningOperation: { operation: 'Deploy', status: 'Successful' },
  };
  return writeYaml(isObject(system) ? { ...system, info } : { info });
}
