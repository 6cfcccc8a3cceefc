import type { Tables } from './generated-tables.ts';
import { asList, asRecord } from './read-facts.ts';

/** The bounds that the facts require at each place. */
export interface Wanted {
  /** Each place, and the schema keywords that it must have. */
  readonly bounds: Map<string, Record<string, unknown>>;
  /** Places of the facts that do not exist in the contract. */
  readonly unplaced: string[];
}

/** Sections that list places, and the schema keyword that each section requires. */
const LISTS: Record<string, Record<string, unknown>> = {
  notEmpty: { minLength: 1 },
  oneOrMore: { minItems: 1 },
  moments: { format: 'date-time' },
  days: { format: 'date' },
  durations: { format: 'duration' },
  addresses: { format: 'uri' },
  uuids: { format: 'uuid' },
};

/**
 * The bounds that the sections require of one API. A place in a shared section (`optional`) may belong to a schema that
 * this API does not use.
 */
export function wantedBounds(
  tables: Tables,
  sections: readonly { facts: Record<string, unknown>; optional: boolean }[],
): Wanted {
  const wanted: Wanted = { bounds: new Map(), unplaced: [] };
  for (const { facts, optional } of sections) {
    const add = (pattern: string, keywords: Record<string, unknown>) => {
      const places = expand(pattern, tables);
      if (places.length === 0 && !optional) wanted.unplaced.push(pattern);
      for (const place of places) wanted.bounds.set(place, { ...wanted.bounds.get(place), ...keywords });
    };
    const each = (section: string, keywords: (value: unknown) => Record<string, unknown>) => {
      for (const [place, value] of Object.entries(asRecord(facts[section]))) add(place, keywords(value));
    };
    each('values', (values) => ({ enum: asList(values).toSorted() }));
    each('lengths', (maxLength) => ({ maxLength }));
    each('defaults', (value) => ({ default: value }));
    each('numbers', (value) => {
      const { from, to } = asRecord(value);
      return { minimum: from, ...(to === undefined ? {} : { maximum: to }) };
    });
    for (const [section, keywords] of Object.entries(LISTS)) {
      for (const place of asList(facts[section])) add(String(place), keywords);
    }
    each('forms', () => ({ pattern: 'as the examples say' }));
  }
  return wanted;
}

/** Expands `*.query.NAME` to every operation with that parameter. Any other place stays if its schema exists. */
function expand(pattern: string, { schemas }: Tables): string[] {
  const [, place = '', name = ''] = pattern.match(/^\*\.(path|query|header)\.(.+)$/) ?? [];
  const names = Object.keys(schemas);
  if (place === '') return names.some((schema) => isWithin(pattern, schema)) ? [pattern] : [];
  return names
    .filter((schema) => schema.endsWith(`.${place}`) && hasMember(schemas[schema], name))
    .map((schema) => `${schema}.${name}`);
}

function isWithin(pattern: string, schema: string): boolean {
  return pattern === schema || pattern.startsWith(`${schema}.`) || pattern.startsWith(`${schema}[`);
}

function hasMember(schema: unknown, name: string): boolean {
  return name in asRecord(asRecord(schema)['properties']);
}
