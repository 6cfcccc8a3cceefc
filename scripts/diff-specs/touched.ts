import { isDeepStrictEqual } from 'node:util';
import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableObject,
  walkObjects,
} from '../generate/json.ts';

/** Two revisions of one document. */
interface Revisions {
  readonly base: JsonObject;
  readonly head: JsonObject;
}

/**
 * Both documents without examples, and without the paths, webhooks and components that no difference can reach. A tool
 * that rates differences by their direction gives the same result for the rest, in a fraction of the time.
 */
export function onlyTouched(documents: Revisions): Revisions {
  const base = withoutExamples(documents.base);
  const head = withoutExamples(documents.head);
  const changed = changedReferences(base, head);
  const touching = [base, head].map((document) => whatReaches(changed, componentsOf(document)));
  const touched = new Set([...changed, ...touching.flatMap((references) => [...references])]);
  const everything = !isDeepStrictEqual(base['security'], head['security']);
  const keep = (section: string, name: string) => {
    const [before, after] = [base, head].map((document) => asObject(document[section])[name] ?? null);
    const reaches = (item: Json) => referencesIn(item).some((reference) => touched.has(reference));
    return (
      everything || !isDeepStrictEqual(before, after) || reaches(before ?? null) || reaches(after ?? null)
    );
  };
  return { base: reduced(base, keep), head: reduced(head, keep) };
}

function withoutExamples(document: JsonObject): JsonObject {
  const strip = (value: Json): Json => {
    if (Array.isArray(value)) return [...value].map(strip);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([key, member]) => key !== 'examples' || Array.isArray(member));
    return Object.fromEntries(kept.map(([key, member]) => [key, strip(member)]));
  };
  return asObject(strip(document));
}

function componentsOf(document: JsonObject): Map<string, Json> {
  const sections = Object.entries(asObject(document['components']));
  return new Map(
    sections.flatMap(([section, entries]) =>
      Object.entries(asObject(entries)).map(([name, value]): [string, Json] => [
        `#/components/${section}/${name}`,
        value,
      ]),
    ),
  );
}

function changedReferences(base: JsonObject, head: JsonObject): Set<string> {
  const [before, after] = [componentsOf(base), componentsOf(head)];
  const all = [...new Set([...before.keys(), ...after.keys()])];
  return new Set(all.filter((reference) => !isDeepStrictEqual(before.get(reference), after.get(reference))));
}

function referencesIn(value: Json): string[] {
  return [...walkObjects(value)].flatMap(({ object }) =>
    typeof object['$ref'] === 'string' ? [object['$ref']] : [],
  );
}

/** The components from which references lead to one of `targets`. */
function whatReaches(targets: ReadonlySet<string>, components: ReadonlyMap<string, Json>): Set<string> {
  const found = new Set(targets);
  if (found.size === 0) return found;
  const inner = [...components].map(([reference, value]) => ({ reference, leadsTo: referencesIn(value) }));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { reference, leadsTo } of inner) {
      if (leadsTo.some((target) => found.has(target))) found.add(reference);
    }
  }
  return found;
}

function reduced(document: JsonObject, keep: (section: string, name: string) => boolean): JsonObject {
  const copy: MutableObject = { ...document };
  for (const section of ['paths', 'webhooks']) {
    const entries = Object.entries(asObject(document[section])).filter(([name]) => keep(section, name));
    copy[section] = Object.fromEntries(entries);
  }
  copy['components'] = usedBy([copy['paths'] ?? {}, copy['webhooks'] ?? {}], document);
  return copy;
}

/** The components that `roots` need; security schemes are named without a reference, so all of them stay. */
function usedBy(roots: readonly Json[], document: JsonObject): JsonObject {
  const components = componentsOf(document);
  const used = new Set<string>();
  const open = roots.flatMap(referencesIn);
  for (let reference = open.pop(); reference !== undefined; reference = open.pop()) {
    if (used.has(reference)) continue;
    used.add(reference);
    open.push(...referencesIn(components.get(reference) ?? null));
  }
  const sections = Object.entries(asObject(document['components'])).map(
    ([section, entries]): [string, Json] => {
      const isUsed = ([name]: [string, Json]) =>
        section === 'securitySchemes' || used.has(`#/components/${section}/${name}`);
      return [section, Object.fromEntries(Object.entries(asObject(entries)).filter(isUsed))];
    },
  );
  return Object.fromEntries(sections);
}
