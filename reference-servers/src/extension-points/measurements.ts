import { Ajv2020 } from 'ajv/dist/2020.js';
import { isRecord } from '../harness/json-schema.ts';
import { componentsIn } from '../kit/descriptors/data-product.ts';
import type { MetricName } from './metric-names.ts';
import { COMPLETE_RESOURCES, RESOURCE_RULES, type ResourceRule } from './resource-rules.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What was measured on a resource. */
export interface Measurement {
  readonly value: number;
  /** The problems that affected the measurement. */
  readonly errors: readonly string[];
  readonly details: Fields;
}

type Measure = (resource: Fields) => Measurement;

/** Measures by metric and type of resource. */
const MEASURES: Readonly<Record<MetricName, Readonly<Record<string, Measure>>>> = {
  completeness: Object.fromEntries(
    Object.keys(COMPLETE_RESOURCES).map((type) => [type, (resource) => measureCompleteness(type, resource)]),
  ),
  'described-columns': { dataproduct: measureDescribedColumns, system: measureDescribedColumns },
};

const ajv = new Ajv2020({ strict: false });

/** The measure of a metric on resources of a type; `undefined` when there is no such measure. */
export function findMeasure(metric: MetricName, resourceType: string): Measure | undefined {
  const measures = MEASURES[metric];
  return Object.hasOwn(measures, resourceType) ? measures[resourceType] : undefined;
}

/** The rules for resources of a type; `undefined` when there are none. */
export function findRules(resourceType: string): readonly ResourceRule[] | undefined {
  return Object.hasOwn(RESOURCE_RULES, resourceType) ? RESOURCE_RULES[resourceType] : undefined;
}

/** True when a resource satisfies the rule. */
export function keepsRule(rule: ResourceRule, resource: Fields): boolean {
  return ajv.validate(rule.schema, resource);
}

/** The share of the members of a complete description that are present. */
function measureCompleteness(type: string, resource: Fields): Measurement {
  const wanted = Object.entries(COMPLETE_RESOURCES[type] ?? {});
  const missing = wanted
    .filter(([name, schema]) => !ajv.validate(schema, resource[name]))
    .map(([name]) => name);
  const value = (wanted.length - missing.length) / wanted.length;
  return { value, errors: [], details: { members: wanted.length, missing } };
}

/** The share of the columns of all output ports that have a description. */
function measureDescribedColumns(resource: Fields): Measurement {
  const columns = componentsIn(resource).flatMap(columnsOf);
  const described = columns.filter(
    ({ description }) => typeof description === 'string' && /\S/.test(description),
  );
  const details = { columns: columns.length, described: described.length };
  if (columns.length > 0) return { value: described.length / columns.length, errors: [], details };
  return { value: 0, errors: ['The data product has no columns that could be described.'], details };
}

function columnsOf({ dataContract }: Fields): Fields[] {
  const schema = isRecord(dataContract) ? dataContract['schema'] : undefined;
  return Array.isArray(schema) ? schema.filter(isRecord) : [];
}
