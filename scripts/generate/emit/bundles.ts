import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  type MutableObject,
  mapObjects,
} from '../json.ts';
import { readOperationReference } from '../links.ts';
import type { Api, Area } from '../model.ts';
import { camelCase, type EmittedFile, pascalCase } from './file.ts';

/** `bundle/<api>.openapi.json`: the API alone, prefix as a server variable. */
export function emitApiBundle(api: Api): EmittedFile {
  const document = {
    ...api.bundle.document,
    paths: mapObjects(api.bundle.document['paths'] ?? {}, toNeighbor),
  };
  return { path: `bundle/${api.id}.openapi.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}

/** An `operationRef` into another file leads to the bundle beside this one. */
function toNeighbor(object: JsonObject): JsonObject {
  const { operationRef } = object;
  return typeof operationRef === 'string'
    ? { ...object, operationRef: operationRef.replace('.yaml#', '.openapi.json#') }
    : object;
}

/** `bundle/<area>.openapi.json`: all APIs of an area in one document, paths with their prefix. */
export function emitAreaBundle(area: Area): EmittedFile {
  const root: MutableObject = {};
  for (const [key, value] of Object.entries(area.root)) if (!key.startsWith('x-dp-')) root[key] = value;
  const paths: MutableObject = {};
  const webhooks: MutableObject = {};
  const components: { [section: string]: MutableObject } = {};
  const tags: Json[] = [];
  for (const api of area.apis) {
    const document = qualify(api, area);
    for (const [path, item] of Object.entries(asObject(document['paths']))) {
      const full = api.prefix + path;
      const security = document['security'];
      paths[full] = security === undefined ? item : withSecurity(asObject(item), security);
    }
    Object.assign(webhooks, asObject(document['webhooks']));
    for (const [section, entries] of Object.entries(asObject(document['components']))) {
      components[section] = { ...components[section], ...asObject(entries) };
    }
    tags.push(...asArray(document['tags']));
  }
  const document = {
    ...root,
    security: [],
    tags,
    paths,
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
    components,
  };
  return { path: `bundle/${area.id}.openapi.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}

/** The API's default for security, written on each operation that does not state its own. */
function withSecurity(item: JsonObject, security: Json): JsonObject {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) =>
      isObject(value) && 'responses' in value && !('security' in value)
        ? [key, { ...value, security }]
        : [key, value],
    ),
  );
}

/** The operationId of an operation in the merged file of its area. */
export function mergedOperationId(api: Api, operationId: string, qualified: boolean): string {
  return qualified ? camelCase(api.id) + pascalCase(operationId) : operationId;
}

/** The merged file holds all operations, so an `operationRef` becomes an operationId. */
function referredOperationId(reference: string, apis: readonly Api[], qualified: boolean): string {
  const { api: id, pointer } = readOperationReference(reference) ?? {};
  const api = apis.find((candidate) => candidate.id === id);
  const operation = api?.operations.find((candidate) => candidate.pointer === pointer);
  return api && operation ? mergedOperationId(api, operation.id, qualified) : '';
}

/** The name of a tag in the merged file of its area. */
export function mergedTag(api: Api, tag: string): string {
  return `${api.title.replace(/ API$/, '')}: ${tag}`;
}

/** Renames an API's components, tags and (where the area requires it) operationIds, so that files can be merged. */
function qualify(api: Api, { apis, qualified }: Area): JsonObject {
  const names = new Map<string, string>();
  const components: { [section: string]: MutableObject } = {};
  const entries = Object.entries(asObject(api.bundle.document['components']));
  for (const [section, members] of entries) {
    for (const name of Object.keys(asObject(members))) {
      const isOwn = api.bundle.own.has(`${section}/${name}`);
      const renamed =
        isOwn && section !== 'securitySchemes' && !name.startsWith(pascalCase(api.id))
          ? pascalCase(api.id) + name
          : name;
      names.set(`#/components/${section}/${name}`, `#/components/${section}/${renamed}`);
    }
  }
  const rename = (object: JsonObject): Json => {
    const copy: MutableObject = { ...object };
    if (typeof object['$ref'] === 'string') copy['$ref'] = names.get(object['$ref']) ?? object['$ref'];
    if (typeof object['operationId'] === 'string')
      copy['operationId'] = mergedOperationId(api, object['operationId'], qualified);
    if (typeof object['operationRef'] === 'string') {
      delete copy['operationRef'];
      copy['operationId'] = referredOperationId(object['operationRef'], apis, qualified);
    }
    if ('responses' in object && Array.isArray(object['tags']))
      copy['tags'] = object['tags'].map((tag) => mergedTag(api, asString(tag)));
    return copy;
  };
  for (const [section, members] of entries) {
    const renamed: MutableObject = {};
    for (const [name, value] of Object.entries(asObject(members))) {
      const target = names.get(`#/components/${section}/${name}`)?.split('/').at(-1) ?? name;
      renamed[target] = section === 'examples' ? value : mapObjects(value, rename);
    }
    components[section] = renamed;
  }
  return {
    security: api.bundle.document['security'] ?? [],
    tags: asArray(api.bundle.document['tags']).map((tag) => ({
      ...asObject(tag),
      name: mergedTag(api, asString(asObject(tag)['name'])),
    })),
    paths: mapObjects(api.bundle.document['paths'] ?? {}, rename),
    webhooks: mapObjects(api.bundle.document['webhooks'] ?? {}, rename),
    components,
  };
}
