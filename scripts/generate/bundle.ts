import { posix } from 'node:path';
import type { DescriptorSamples } from './descriptors.ts';
import {
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  type MutableObject,
  pointerSegments,
  toPointer,
  valueAt,
} from './json.ts';
import { locate, type SourceFile, type Specs } from './load.ts';

/** Reports a problem at a place of a bundled document. */
export type ReportAt = (pointer: string, rule: string, message: string) => void;

/** One API in a single document: every reference is internal. */
export interface Bundle {
  /** File name without extension: `tech-adapter`. */
  readonly id: string;
  readonly file: SourceFile;
  readonly document: JsonObject;
  /** Components in files named after the API, as `section/Name`; the others are shared. */
  readonly own: ReadonlySet<string>;
  readonly report: ReportAt;
}

interface Origin {
  readonly file: SourceFile;
  readonly pointer: string;
}

/** Copies what an API file refers to into its `components`, under the same name. */
export function bundleApi(specs: Specs, path: string, samples: DescriptorSamples): Bundle | undefined {
  const file = specs.files.get(path);
  if (file === undefined || !isObject(file.data)) return undefined;
  const bundler = new Bundler(specs, file, samples);
  const document = bundler.run();
  const id = posix.basename(path).replace(/\.ya?ml$/, '');
  return {
    id,
    file,
    document,
    own: bundler.componentsOf(id),
    report: (pointer, rule, message) => bundler.report(pointer, rule, message),
  };
}

class Bundler {
  readonly #hoisted = new Map<string, Origin>();
  readonly #components: { [section: string]: MutableObject } = {};

  private readonly specs: Specs;
  private readonly root: SourceFile;
  private readonly samples: DescriptorSamples;

  constructor(specs: Specs, root: SourceFile, samples: DescriptorSamples) {
    this.specs = specs;
    this.root = root;
    this.samples = samples;
  }

  run(): JsonObject {
    const data = asObject(this.root.data);
    for (const [section, entries] of Object.entries(asObject(data['components']))) {
      for (const name of Object.keys(asObject(entries))) this.#keep(this.root, section, name);
    }
    const rest: MutableObject = {};
    for (const [key, value] of Object.entries(data)) {
      if (key !== 'components') rest[key] = this.#copy(value, this.root, [key]);
    }
    return { ...rest, components: this.#components };
  }

  /** Components from files named after an API: `api.yaml`, `api-schemas.yaml`, `examples/api.yaml`. */
  componentsOf(id: string): Set<string> {
    const named = [...this.#hoisted].filter(([, { file }]) => {
      const stem = posix.basename(file.path).replace(/\.ya?ml$/, '');
      return stem === id || stem.startsWith(`${id}-`);
    });
    return new Set(named.map(([key]) => key));
  }

  report(pointer: string, rule: string, message: string): void {
    const [head, section, name] = pointerSegments(pointer);
    const hoisted = head === 'components' ? this.#hoisted.get(`${section}/${name}`) : undefined;
    const file = hoisted?.file ?? this.root;
    const inner = hoisted ? hoisted.pointer + toPointer(pointerSegments(pointer).slice(3)) : pointer;
    this.specs.problems.add({ file: file.path, ...locate(file, inner), rule, message });
  }

  #keep(file: SourceFile, section: string, name: string): void {
    const key = `${section}/${name}`;
    if (this.#hoisted.has(key)) return;
    const pointer = toPointer(['components', section, name]);
    this.#hoisted.set(key, { file, pointer });
    const entries = this.#components[section] ?? {};
    this.#components[section] = entries;
    entries[name] = {}; // reserves the place, so that order does not depend on which reference comes first
    entries[name] = this.#copy(valueAt(file.data, pointer) ?? null, file, ['components', section, name]);
  }

  #copy(value: Json, file: SourceFile, at: readonly string[]): Json {
    if (Array.isArray(value))
      return value.map((item, index) => this.#copy(item, file, [...at, String(index)]));
    if (!isObject(value)) return value;
    if (at.at(-1) === 'value' && at.at(-3) === 'examples') return this.#exampleValue(value, file, at);
    const copy: MutableObject = {};
    for (const [key, member] of Object.entries(value)) {
      copy[key] =
        key === '$ref' && typeof member === 'string'
          ? this.#follow(member, file, at)
          : this.#copy(member, file, [...at, key]);
    }
    return copy;
  }

  #follow(reference: string, file: SourceFile, at: readonly string[]): string {
    const [relative = '', pointer = ''] = reference.split('#');
    const path = relative === '' ? file.path : posix.join(posix.dirname(file.path), relative);
    const target = this.specs.files.get(path);
    const [head, section, name, ...rest] = pointerSegments(pointer);
    const fail = (message: string) => {
      this.specs.problems.add({
        file: file.path,
        ...locate(file, toPointer([...at, '$ref'])),
        rule: 'reference',
        message,
      });
      return reference;
    };
    if (target === undefined) return fail(`refers to ${path}, which does not exist`);
    if (head !== 'components' || section === undefined || name === undefined || rest.length > 0) {
      return fail(`refers to ${reference}; references lead to /components/SECTION/NAME of a file`);
    }
    if (valueAt(target.data, pointer) === undefined)
      return fail(`refers to ${pointer} of ${path}, which does not exist`);
    const earlier = this.#hoisted.get(`${section}/${name}`);
    if (earlier && earlier.file !== target) {
      return fail(
        `refers to ${section}/${name} of ${path}, but ${earlier.file.path} has given that name to something else`,
      );
    }
    this.#keep(target, section, name);
    return `#${toPointer(['components', section, name])}`;
  }

  /** Example values may take text from the descriptor samples; nothing else in them is interpreted. */
  #exampleValue(value: Json, file: SourceFile, at: readonly string[]): Json {
    if (Array.isArray(value))
      return value.map((item, index) => this.#exampleValue(item, file, [...at, String(index)]));
    if (!isObject(value)) return value;
    const [directive] = Object.keys(value);
    if (directive === '$descriptor' || directive === '$descriptorJson') {
      const sample = this.samples.get(asString(value[directive]));
      if (sample) return directive === '$descriptor' ? sample.text : sample.json;
      const message = `names the descriptor sample ${asString(value[directive])}, which does not exist`;
      this.specs.problems.add({
        file: file.path,
        ...locate(file, toPointer(at)),
        rule: 'reference',
        message,
      });
    }
    const copy: MutableObject = {};
    for (const [key, member] of Object.entries(value))
      copy[key] = this.#exampleValue(member, file, [...at, key]);
    return copy;
  }
}

/** Follows a `$ref` inside a bundle; anything else is returned as it is, with its pointer. */
export function resolveReference(
  bundle: Bundle,
  value: Json | undefined,
  pointer: string,
): { value: JsonObject; pointer: string } {
  const reference = asObject(value)['$ref'];
  if (typeof reference !== 'string') return { value: asObject(value), pointer };
  const target = reference.slice(1);
  return resolveReference(bundle, valueAt(bundle.document, target), target);
}
