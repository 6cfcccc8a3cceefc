import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asObject, type JsonObject } from './json.ts';

const EXTENSION_POINTS = `
POST   /data-catalog-plugin/v2/validate
GET    /data-catalog-plugin/v2/validate/{token}/status
POST   /data-catalog-plugin/v1/validate
POST   /data-catalog-plugin/v1/provision
POST   /data-catalog-plugin/v1/unprovision
GET    /data-catalog-plugin/v1/provision/{token}/status
GET    /data-catalog-plugin/v1/entity/reference
POST   /tech-adapter/v2/validate
GET    /tech-adapter/v2/validate/{token}/status
POST   /tech-adapter/v1/validate
POST   /tech-adapter/v1/provision
POST   /tech-adapter/v1/unprovision
POST   /tech-adapter/v1/updateacl
POST   /tech-adapter/v1/reverse-provisioning
GET    /tech-adapter/v1/provision/{token}/status
DELETE /tech-adapter/v1/provision/{token}
GET    /tech-adapter/v1/reverse-provisioning/{token}/status
POST   /marketplace-plugin/v1/insert-provisioning-results
POST   /marketplace-plugin/v1/delete
PATCH  /marketplace-plugin/v1/update-acl
POST   /custom-url-picker/v1/resources
POST   /custom-url-picker/v1/resources/validate
POST   /remote-request-hook/approval-requests
GET    /perimeter-resolver/v1/resolve
POST   /remote-engine/v1/evaluate
POST   /llm-engine/v1/evaluate
`;

const GOVERNANCE = '/governance/v1/computational-governance';
const PLATFORM = `
PATCH  /builder-base-path/api/actionHandler/hooks/{id}
POST   /builder-base-path/api/builder/register
POST   ${GOVERNANCE}/evaluate
POST   ${GOVERNANCE}/metrics
PUT    ${GOVERNANCE}/metrics/{id}/status
PUT    ${GOVERNANCE}/metrics/{id}
PATCH  ${GOVERNANCE}/metrics/{id}
POST   ${GOVERNANCE}/metrics/{id}/test
POST   ${GOVERNANCE}/metrics/{id}/evaluation-results
POST   ${GOVERNANCE}/policies
PUT    ${GOVERNANCE}/policies/{id}/status
PUT    ${GOVERNANCE}/policies/{id}
PATCH  ${GOVERNANCE}/policies/{id}
POST   ${GOVERNANCE}/policies/{id}/test
POST   ${GOVERNANCE}/policies/{id}/evaluation-results
GET    ${GOVERNANCE}/evaluation-reports/{id}
POST   ${GOVERNANCE}/cron-policies/reload
GET    ${GOVERNANCE}/resource-types
POST   ${GOVERNANCE}/resource-types
GET    ${GOVERNANCE}/resource-types/{resourceType}
POST   ${GOVERNANCE}/policies/stats/top-failed
POST   ${GOVERNANCE}/policies/stats/executions
POST   ${GOVERNANCE}/policies/stats/executions/failures
POST   ${GOVERNANCE}/resources
GET    ${GOVERNANCE}/resources/{externalId}
PATCH  ${GOVERNANCE}/resources/{externalId}/evaluation-status/{governanceEntityId}
POST   ${GOVERNANCE}/resources/evaluation-status/search-query
PUT    ${GOVERNANCE}/resources/evaluation-status/from-report/{reportId}
POST   /coordinator/v2/validate
GET    /coordinator/v2/validate/{token}/status
GET    /coordinator/v2/deployment-units/{deployment-unit-id}/provisioning-status
GET    /coordinator/v2/deployment-units/{deployment-unit-id}/{component-id}/provisioning-status
POST   /coordinator/v2/deployment-units/{deployment-unit-id}/provisioning/preview
POST   /coordinator/v2/deployment-units/{deployment-unit-id}/provisioning
DELETE /coordinator/v2/deployment-units/{deployment-unit-id}/provisioning
POST   /coordinator/v2/tech-adapters
GET    /coordinator/v2/tech-adapters
GET    /coordinator/v2/tech-adapters/{id}
DELETE /coordinator/v2/tech-adapters/{id}
POST   /coordinator/v2/tech-adapters/{id}/deployments/{environment}
GET    /coordinator/v2/tech-adapters/{id}/deployments/{environment}
DELETE /coordinator/v2/tech-adapters/{id}/deployments/{environment}
POST   /coordinator/v1/validate
GET    /coordinator/v1/logs/{provisioning_plan_id}
POST   /coordinator/v1/deploy
POST   /coordinator/v1/undeploy
GET    /coordinator/v1/execution-plans/{token}/status
PUT    /coordinator/v1/execution-plans/{token}/terminate
GET    /coordinator/v1/provisioningplan
GET    /coordinator/v1/provisioningplan/{token}/status
GET    /coordinator/v1/provisioningplan/{token}
PUT    /coordinator/v1/provisioningplan/{token}/terminate
POST   /coordinator/v1/templates
POST   /coordinator/v1/system/configuration
GET    /coordinator/v1/system/loglevel
PUT    /coordinator/v1/system/loglevel/{level}
POST   /coordinator/v1/updateacl
GET    /coordinator/v1/resolve
POST   /coordinator/v1/reverse-provisioning
GET    /coordinator/v1/reverse-provisioning/plans/{token}
GET    /coordinator/v1/resources/dataproducts
GET    /witty-base-path/witty/v1/agentsCatalog
POST   /witty-base-path/witty/v1/agentsCatalog
GET    /witty-base-path/witty/v1/agentsCatalog/{id}
PATCH  /witty-base-path/witty/v1/agentsCatalog/{id}
DELETE /witty-base-path/witty/v1/agentsCatalog/{id}
POST   /witty-base-path/witty/v1/task
GET    /witty-base-path/witty/v1/llm/config
POST   /witty-base-path/witty/v1/llm/config
POST   /witty-base-path/witty/v1/llm/chat
GET    /witty-base-path/witty/v1/embedder/config
POST   /witty-base-path/witty/v1/embedder/config
POST   /docs-agent-base-path/docs-agent/v1/chat
POST   /docs-agent-base-path/docs-agent/v1/embeddings
`;

function rows(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+/, ' '))
    .sort();
}

function bundle(area: string): JsonObject {
  const path = resolve(import.meta.dirname, `../../generated/bundle/${area}.openapi.json`);
  return asObject(JSON.parse(readFileSync(path, 'utf8')));
}

function operations(area: string): { name: string; operation: JsonObject }[] {
  return Object.entries(asObject(bundle(area)['paths'])).flatMap(([path, item]) =>
    Object.entries(asObject(item)).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: asObject(operation),
    })),
  );
}

describe('the merged files', () => {
  it.each([
    ['extension-points', EXTENSION_POINTS, 26],
    ['platform', PLATFORM, 74],
  ])('%s has exactly the operations of the requirement', (area, wanted, count) => {
    const found = operations(area).map(({ name }) => name);
    expect(found.sort()).toEqual(rows(wanted));
    expect(found).toHaveLength(count);
  });

  it.each(['extension-points', 'platform'])(
    '%s gives every response a body schema or declares it empty',
    (area) => {
      const responses = asObject(asObject(bundle(area)['components'])['responses']);
      for (const { name, operation } of operations(area)) {
        for (const [status, raw] of Object.entries(asObject(operation['responses']))) {
          const reference = asObject(raw)['$ref'];
          const response =
            typeof reference === 'string'
              ? asObject(responses[reference.split('/').at(-1) ?? ''])
              : asObject(raw);
          const content = asObject(response['content']);
          const schema = asObject(asObject(Object.values(content)[0])['schema']);
          const isEmpty = response['content'] === undefined && ['202', '204'].includes(status);
          expect(isEmpty || Object.keys(schema).length > 0, `${name} ${status}`).toBe(true);
        }
      }
    },
  );

  it('names every operation once', () => {
    for (const area of ['extension-points', 'platform']) {
      const ids = operations(area).map(({ operation }) => operation['operationId']);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain(undefined);
    }
  });
});
