import { apis } from '@tessera/contracts/apis';
import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { fastify } from 'fastify';
import { fastifyOpenapiGlue } from 'fastify-openapi-glue';
import { describe, expect, it } from 'vitest';
import { openContract } from '../stub/open-contract.ts';
import { routedPath } from './routes.ts';

/** Routes that the common glue of OpenAPI and Fastify makes of the same operations; it knows no hyphens in names. */
async function glueRoutes(entries: readonly OperationEntry[]): Promise<string[]> {
  const paths: Record<string, Record<string, object>> = {};
  for (const { id, method, parameters, path } of entries) {
    const names = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    const plain = path
      .replaceAll(':', '::')
      .replaceAll(/\{([^}]*)\}/g, (_, name: string) => `{p${names.indexOf(name)}}`);
    const operation = { operationId: id, responses: { 200: { description: 'see the contract' } } };
    paths[plain] = { ...paths[plain], [method.toLowerCase()]: operation };
  }
  const routes: string[] = [];
  const app = fastify({ exposeHeadRoutes: false });
  app.addHook('onRoute', ({ method, url }) => void routes.push(`${method} ${url}`));
  await app.register(fastifyOpenapiGlue, {
    specification: { openapi: '3.1.0', info: { title: 'routes', version: '0' }, paths },
    operationResolver: () => () => undefined,
  });
  await app.close();
  return routes.sort();
}

describe('the routes of a contract', () => {
  const ids = apis.filter(({ operationCount }) => Number(operationCount) > 0).map(({ id }) => id);

  it.each(ids)('%s are those that fastify-openapi-glue makes', async (id) => {
    const entries = Object.values((await openContract(id)).contract.table.operations);
    const ours = entries.map((entry) => `${entry.method} ${routedPath(entry)}`);
    expect(ours.sort()).toEqual(await glueRoutes(entries));
  });
});
