import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Bundle, bundleApi } from './bundle.ts';
import { buildDescriptorSamples } from './descriptors.ts';
import * as extensions from './extensions.ts';
import { asArray, asObject, asString, isObject, type JsonObject, toPointer } from './json.ts';
import { locate, type Specs } from './load.ts';
import type * as Model from './model.ts';
import { buildOperation, buildWebhook } from './operations.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Turns the specs into the model. Problems are recorded in `specs.problems`; without any, the model is complete. */
export function buildModel(specs: Specs): Model.Model {
  const vocabulary = readVocabulary(specs);
  const checkVocabulary = vocabulary && extensions.createVocabularyCheck(vocabulary);
  for (const file of specs.files.values()) {
    const report = (pointer: string, rule: string, message: string) =>
      specs.problems.add({ file: file.path, ...locate(file, pointer), rule, message });
    checkVocabulary?.(file.data, report);
  }
  const samples = buildDescriptorSamples(specs);
  const areas = [...specs.files.values()]
    .filter((file) => posix.basename(file.path) === 'openapi.yaml' && isObject(file.data))
    .map((file) => buildArea(specs, file.path, asObject(file.data), samples));
  const apis = areas.flatMap((area) => area.apis);
  return {
    areas,
    errors: readErrorCatalog(specs),
    lifecycles: mergeLifecycles(apis),
    capabilities: mergeCapabilities(apis),
    rules: apis.flatMap((api) =>
      Object.entries(api.schemas).flatMap(([name, schema]) => extensions.readRules(name, schema, api.id)),
    ),
    marks: apis.flatMap((api) =>
      Object.entries(api.schemas).flatMap(([name, schema]) => extensions.readMarks(name, schema, api.id)),
    ),
    descriptors: [...samples.values()],
    releases: specs.files.get('specs/releases.yaml')?.data ?? null,
  };
}

function readVocabulary(specs: Specs): JsonObject | undefined {
  const path = 'specs/extensions.schema.json';
  const text = specs.texts.get(path);
  if (text === undefined) {
    specs.problems.add({ file: path, rule: 'vocabulary', message: 'does not exist' });
    return undefined;
  }
  const vocabulary = parseVocabulary(specs, path, text);
  if (vocabulary === undefined) return undefined;
  const described = Object.keys(asObject(vocabulary['properties']));
  for (const key of described.filter((name) => !extensions.READ_KEYS.includes(name))) {
    specs.problems.add({
      file: path,
      rule: 'vocabulary',
      message: `${key} is described, but scripts/generate/extensions.ts does not read it`,
    });
  }
  for (const key of extensions.READ_KEYS.filter((name) => !described.includes(name))) {
    specs.problems.add({
      file: path,
      rule: 'vocabulary',
      message: `${key} is read by scripts/generate/extensions.ts, but not described`,
    });
  }
  return vocabulary;
}

function parseVocabulary(specs: Specs, path: string, text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch (cause) {
    const message = `is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    specs.problems.add({ file: path, rule: 'vocabulary', message });
    return undefined;
  }
}

function buildArea(
  specs: Specs,
  path: string,
  root: JsonObject,
  samples: ReturnType<typeof buildDescriptorSamples>,
): Model.Area {
  const id = posix.basename(posix.dirname(path));
  const info = asObject(root['info']);
  const { apis: files, qualified } = extensions.readArea(root);
  const bundles = files.flatMap((name, index) => {
    const bundle = bundleApi(specs, posix.join(posix.dirname(path), name), samples);
    if (bundle) return [bundle];
    const source = specs.files.get(path);
    if (source) {
      const place = locate(source, toPointer(['x-dp-apis', String(index)]));
      specs.problems.add({
        file: path,
        ...place,
        rule: 'reference',
        message: `lists ${name}, which is missing or cannot be read`,
      });
    }
    return [];
  });
  const apis = bundles.map((bundle) => buildApi(bundle, bundles, id));
  return {
    id,
    title: asString(info['title']),
    version: asString(info['version']),
    description: asString(info['description']),
    root,
    qualified,
    apis,
  };
}

/** `siblings` are the APIs of the area, which its links may lead to. */
function buildApi(bundle: Bundle, siblings: readonly Bundle[], area: string): Model.Api {
  const { document } = bundle;
  const info = asObject(document['info']);
  const server = asObject(asArray(document['servers'])[0]);
  const prefix = asObject(asObject(server['variables'])['prefix'])['default'];
  if (typeof prefix !== 'string')
    bundle.report('/servers', 'prefix', 'the first server has no variable `prefix` with a default');
  const operations = Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
    METHODS.filter((method) => isObject(asObject(item)[method])).map((method) =>
      buildOperation(bundle, siblings, path, method),
    ),
  );
  const webhooks = Object.entries(asObject(document['webhooks'])).flatMap(([name, item]) =>
    METHODS.filter((method) => isObject(asObject(item)[method])).map((method) =>
      buildWebhook(bundle, name, method),
    ),
  );
  return {
    id: bundle.id,
    area,
    title: asString(info['title']),
    version: asString(info['version']),
    summary: asString(info['summary']),
    description: asString(info['description']),
    prefix: asString(prefix),
    tags: asArray(document['tags']).map((tag) => ({
      name: asString(asObject(tag)['name']),
      description: asString(asObject(tag)['description']),
    })),
    operations,
    webhooks,
    schemas: Object.fromEntries(
      Object.entries(asObject(asObject(document['components'])['schemas'])).map(([name, schema]) => [
        name,
        asObject(schema),
      ]),
    ),
    bundle,
  };
}

function readErrorCatalog(specs: Specs): Model.ErrorEntry[] {
  const entries: Model.ErrorEntry[] = [];
  for (const file of specs.files.values()) {
    const catalog = asObject(asObject(asObject(file.data)['components'])['x-dp-errors']);
    for (const [code, raw] of Object.entries(catalog)) {
      if (entries.some((entry) => entry.code === code)) {
        const place = locate(file, toPointer(['components', 'x-dp-errors', code]));
        specs.problems.add({
          file: file.path,
          ...place,
          rule: 'errors',
          message: `${code} is in more than one catalog`,
        });
      }
      entries.push(readErrorEntry(code, asObject(raw)));
    }
  }
  return entries;
}

function readErrorEntry(code: string, entry: JsonObject): Model.ErrorEntry {
  const text = (key: string) => (typeof entry[key] === 'string' ? asString(entry[key]) : undefined);
  return {
    code,
    scope: entry['scope'] === 'transport' ? 'transport' : 'operation',
    status: Number(entry['status']),
    body: asString(entry['body']),
    wire: asString(entry['wire']),
    part: text('part'),
    absent: text('absent'),
    message: asString(entry['message']),
    userMessage: text('userMessage'),
    problems: asArray(entry['problems']).map(asString),
    solutions: asArray(entry['solutions']).map(asString),
    chosen: extensions.readChosen(entry),
  };
}

function mergeLifecycles(apis: readonly Model.Api[]): Model.Lifecycle[] {
  const merged = new Map<string, Model.Lifecycle>();
  for (const api of apis) {
    for (const [name, schema] of Object.entries(api.schemas)) {
      const lifecycle = extensions.readLifecycle(name, schema, api.id);
      if (!lifecycle) continue;
      const earlier = merged.get(name);
      if (earlier && !isDeepStrictEqual({ ...earlier, apis: [] }, { ...lifecycle, apis: [] })) {
        api.bundle.report(
          `/components/schemas/${name}`,
          'lifecycle',
          `${name} has another lifecycle in ${earlier.apis.join(', ')}; give it a different name`,
        );
      }
      merged.set(name, earlier ? { ...earlier, apis: [...earlier.apis, api.id] } : lifecycle);
    }
  }
  return [...merged.values()];
}

function mergeCapabilities(apis: readonly Model.Api[]): Model.Capability[] {
  const merged = new Map<string, Model.Capability>();
  for (const api of apis) {
    const operations = asObject(api.bundle.document['paths']);
    for (const operation of api.operations) {
      const raw = asObject(asObject(operations[operation.path])[operation.method.toLowerCase()]);
      const use = extensions.readCapability(raw);
      if (!use) continue;
      const key = `${api.id}/${use.id}`;
      const earlier = merged.get(key);
      const capability: Model.Capability = {
        id: use.id,
        api: api.id,
        title: use.title,
        operations: [...(earlier?.operations ?? []), operation.id],
        absent: {
          status: Number(use.absentStatus),
          ...(use.absentError === undefined ? {} : { error: use.absentError }),
        },
        chosen: use.chosen,
      };
      if (earlier && !isDeepStrictEqual({ ...earlier, operations: [] }, { ...capability, operations: [] })) {
        const message = `${operation.id} says of ${use.id} another thing than ${earlier.operations.join(', ')}`;
        api.bundle.report(`${operation.pointer}/x-dp-capability`, 'capability', message);
      }
      merged.set(key, capability);
    }
  }
  return [...merged.values()];
}
