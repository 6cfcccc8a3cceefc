import type { EvaluationResult, InputResource } from '@tessera/contracts/types/remote-engine';
import type { Mount } from '../harness/mount.ts';
import { fillTemplate, Problem } from '../harness/problem.ts';
import { readSystem } from '../kit/descriptors/data-product.ts';
import type { MountOptions } from '../kit/mount-handlers.ts';
import { mountRemoteEngine } from '../kit/remote-engine.ts';
import { findMeasure, findRules, keepsRule } from './measurements.ts';
import type { MetricName } from './metric-names.ts';
import type { ResourceRule } from './resource-rules.ts';

/** Options of a remote engine. */
export interface RemoteEngineOptions extends MountOptions {
  /** What to measure. Default: nothing; the engine evaluates its policies. */
  readonly metric?: MetricName;
}

/** A remote engine as a part of a server. It serves either policies or a metric, never both. */
export function createRemoteEngine(options: RemoteEngineOptions = {}): Mount {
  const { metric } = options;
  const evaluate = metric === undefined ? evaluatePolicies : (input: InputResource) => measure(metric, input);
  return mountRemoteEngine({ evaluateResource: ({ body }) => evaluate(body) }, options);
}

type Fields = Readonly<Record<string, unknown>>;

function evaluatePolicies(input: InputResource): EvaluationResult {
  const rules = findRules(input.resourceType) ?? unsupported(input);
  const resource = readResource(input.content);
  const broken = rules.filter((rule) => !keepsRule(rule, resource));
  const checked = rules.map(({ id }) => id);
  if (broken.length === 0) return { satisfiesPolicy: true, errors: [], details: { checked } };
  const suggestion = broken.map((rule) => rule.suggestion).join(' ');
  const name = nameOf(resource, input);
  return {
    satisfiesPolicy: false,
    errors: broken.map((rule) => violation(rule, name)),
    details: { checked, broken: broken.map(({ id }) => id), suggestion },
  };
}

function measure(metric: MetricName, input: InputResource): EvaluationResult {
  const take = findMeasure(metric, input.resourceType) ?? unsupported(input);
  const { value, errors, details } = take(readResource(input.content));
  return { value, errors: [...errors], details: { metric, ...details } };
}

/** @throws Problem RESOURCE_TYPE_UNSUPPORTED */
function unsupported({ resourceType }: InputResource): never {
  const details = { input: resourceType, inputErrorField: 'resourceType' };
  throw new Problem('RESOURCE_TYPE_UNSUPPORTED', { resourceType }, details);
}

/**
 * Parses a resource, which is YAML or JSON; a data product may be under `dataProduct`.
 * @throws Problem REQUEST_INVALID
 */
function readResource(content: string): Fields {
  try {
    return readSystem(content, 'content');
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    const problem = cause.values['problem'] ?? 'it is no mapping';
    const values = { field: 'content', problem: `cannot be read as YAML or JSON: ${problem}` };
    throw new Problem('REQUEST_INVALID', values, { inputErrorField: 'content', cause });
  }
}

function violation(rule: ResourceRule, name: string): string {
  return fillTemplate(rule.violation, { name });
}

function nameOf({ name }: Fields, { resourceId }: InputResource): string {
  return typeof name === 'string' ? name : resourceId;
}
