import type { Body } from '../reply.ts';
import { type Asked, membersOf } from './asked.ts';
import type { Memory } from './memory.ts';

/** Stores pushed results, each as the latest result of its resource. */
export function keepResults({ memory, query, input }: Asked, entity: Body): void {
  const governanceEntityId = String(entity['id']);
  const environment = String(query['environment']);
  for (const one of Array.isArray(input) ? input.map(membersOf) : []) {
    const resource = membersOf(one['resource']);
    const resourceExternalId = String(resource['id']);
    const known = memory.resources.get(`${resourceExternalId} ${environment}`);
    memory.results.set(`${resourceExternalId} ${environment} ${governanceEntityId}`, {
      identifier: { resourceIdentifier: { resourceExternalId, environment }, governanceEntityId },
      lastResult: {
        details: { id: crypto.randomUUID() },
        resourceSnapshot: { ...resource, environment, resourceType: known?.['resourceType'] ?? 'unknown' },
        resultContent: { ...membersOf(one['result']), ...rangeOf(entity, membersOf(one['result'])) },
      },
    });
  }
}

/** Stores the results of a report, each as the latest result of its resource. */
export function keepReport({ reports, results }: Memory, reportId: string): void {
  const { evaluationResults } = membersOf(reports.get(reportId));
  for (const one of Array.isArray(evaluationResults) ? evaluationResults.map(membersOf) : []) {
    const { id: resourceExternalId, environment } = membersOf(one['resource']);
    const governanceEntityId = String(one['governanceEntityId']);
    results.set(`${String(resourceExternalId)} ${String(environment)} ${governanceEntityId}`, {
      identifier: { resourceIdentifier: { resourceExternalId, environment }, governanceEntityId },
      lastResult: { details: { id: crypto.randomUUID() } },
    });
  }
}

/** The first range whose bound the value satisfies; nothing for a policy, which has no ranges. */
function rangeOf({ thresholds }: Body, { value }: Body): Body {
  if (thresholds === undefined) return {};
  const { expression, ranges } = membersOf(thresholds);
  const fits = (bound: number): boolean => {
    if (value === bound) return String(expression).endsWith('_or_equal');
    return Number(value) < bound === String(expression).startsWith('below');
  };
  const all = Array.isArray(ranges) ? ranges.map(membersOf) : [];
  return { thresholdResult: all.find((one) => fits(Number(one['value']))) ?? null };
}

/** Past results and all pushed results, with the additional fields that the request asks for. */
export function searchResults({ results }: Memory, body: Body, example: unknown): Body {
  const options = membersOf(body['resultOptions']);
  const asked = membersOf(options['pagination']);
  const fields = Array.isArray(options['additionalFields']) ? options['additionalFields'] : [];
  const pageSize = Number(asked['pageSize'] ?? 50);
  const cursor = Number(asked['cursor'] ?? 0);
  const all = [...pastResults(example), ...results.values()].filter((one) =>
    isWanted(one, membersOf(body['filters'])),
  );
  const next = cursor + pageSize;
  return {
    data: all.slice(cursor, next).map((one) => shown(one, fields)),
    meta: { pagination: { pageSize, ...(next < all.length ? { nextCursor: String(next) } : {}) } },
  };
}

function pastResults(example: unknown): Body[] {
  const data = membersOf(example)['data'];
  const sample = Array.isArray(data) ? membersOf(data[0]) : {};
  return Array.from({ length: 4 }, (_, index) => {
    const resourceExternalId = `urn:dmb:dp:x:${index}`;
    const lastResult = membersOf(sample['lastResult']);
    const resourceSnapshot = { ...membersOf(lastResult['resourceSnapshot']), id: resourceExternalId };
    return {
      ...sample,
      identifier: {
        resourceIdentifier: { resourceExternalId, environment: 'development' },
        governanceEntityId: '3b1f0c9d-8e7a-4b65-9c43-2d1e0f9a8b7c',
      },
      lastResult: { ...lastResult, resourceSnapshot },
    };
  });
}

function isWanted({ identifier }: Body, filters: Body): boolean {
  const { governanceEntityId, resourceIdentifier } = membersOf(identifier);
  const { resourceExternalId, environment } = membersOf(resourceIdentifier);
  const among = (name: string, value: unknown): boolean => {
    const list = filters[name];
    return !Array.isArray(list) || list.includes(value);
  };
  return (
    among('governanceEntityIds', governanceEntityId) &&
    among('resourceExternalIds', resourceExternalId) &&
    among('environments', environment)
  );
}

function shown({ lastResult, ...rest }: Body, fields: readonly unknown[]): Body {
  const { resourceSnapshot, resultContent, ...always } = membersOf(lastResult);
  return {
    ...rest,
    lastResult: {
      ...always,
      ...(fields.includes('LAST_RESULT_RESOURCE_SNAPSHOT') ? { resourceSnapshot } : {}),
      ...(fields.includes('LAST_RESULT_CONTENT') ? { resultContent } : {}),
    },
  };
}
