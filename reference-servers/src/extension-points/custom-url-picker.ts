import type { Item, QueryParameters } from '@tessera/contracts/types/custom-url-picker';
import { isRecord } from '../harness/json-schema.ts';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import { type CustomUrlPickerHandlers, mountCustomUrlPicker } from '../kit/custom-url-picker.ts';
import type { MountOptions } from '../kit/mount-handlers.ts';
import { glossaryTerms } from './glossary.ts';

/** Options of a picker. */
export interface CustomUrlPickerOptions extends MountOptions {
  /** All items, in the order in which they are offered. Default: the terms of a made-up glossary. */
  readonly items?: readonly Item[];
}

/** A picker as a part of a server. */
export function createCustomUrlPicker(options: CustomUrlPickerOptions = {}): Mount {
  let prepared = options.items === undefined ? undefined : createCatalog(options.items);
  // The glossary is created on the first request: that saves a fifth of the start time of all servers.
  const catalog = (): Catalog => {
    prepared ??= createCatalog(glossaryTerms());
    return prepared;
  };
  const handlers: CustomUrlPickerHandlers = {
    retrieveValues: ({ query: { filter = '', offset, limit }, body }) => {
      const fitting = catalog().find(body ?? {}, filter);
      return fitting.slice(offset, offset + limit);
    },
    validate: ({ body: { selectedObjects, queryParameters = {} } }) => {
      const offered = new Set(
        catalog()
          .find(queryParameters, '')
          .map(({ id }) => id),
      );
      const stale = [...new Set(selectedObjects.map(({ id }) => id))].filter((id) => !offered.has(id));
      const [first, ...also] = stale.map((id) => new Problem('SELECTION_UNKNOWN', { id }));
      if (first !== undefined) throw first.with({ also });
      return 'OK';
    },
  };
  return mountCustomUrlPicker(handlers, options);
}

interface Catalog {
  /** Items that match the other fields of the wizard and contain the text, in their order. */
  find(fields: QueryParameters, text: string): readonly Item[];
}

function createCatalog(items: readonly Item[]): Catalog {
  const members = new Set(items.flatMap((item) => Object.keys(item)));
  const entries = items.map((item) => ({ item, texts: textsIn(item).map((text) => text.toLowerCase()) }));
  return {
    find(fields, text) {
      // A template may send fields that the items do not have, and fields without a value.
      const wanted = Object.entries(fields)
        .filter(([name, value]) => members.has(name) && !isEmpty(value))
        .map(([name, value]) => ({ name, texts: textsIn(value).map((one) => one.toLowerCase()) }));
      const needle = text.toLowerCase();
      return entries
        .filter(({ item, texts }) => agrees(item, wanted) && texts.some((one) => one.includes(needle)))
        .map(({ item }) => item);
    },
  };
}

function agrees(item: Item, wanted: readonly { name: string; texts: readonly string[] }[]): boolean {
  return wanted.every(({ name, texts }) => {
    const own = Object.hasOwn(item, name) ? textsIn(item[name]) : [];
    return own.some((one) => texts.includes(one.toLowerCase()));
  });
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** All values in it as text, at any depth, without the names of members. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (isRecord(value)) return Object.values(value).flatMap(textsIn);
  return value === null || value === undefined ? [] : [String(value)];
}
